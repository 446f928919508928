import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../test/captured.ts';
import { fixtureLines, grade, openPlugin, openReplay } from '../../test/captured.ts';

// Hermes itself was not run: these calls are as its documents show them. The plugin runs under the Python that is here.

/** Loads the plugin as Hermes does and calls what it registered, by lines of `[event, keyword arguments]`. */
const host = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("vigie_plugin", sys.argv[1])
plugin = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plugin)
hooks = {}
class Context:
    def register_hook(self, name, callback):
        if name == "on_session_reset":
            raise ValueError("unknown hook")
        hooks[name] = callback
plugin.register(Context())
for line in sys.stdin:
    event, given = json.loads(line)
    answer = hooks[event](telemetry_schema_version=1, handle=object(), **given)
    assert answer is None, event
print(json.dumps(sorted(hooks)))
`;

const python = ((): string | undefined => {
  try {
    execFileSync('python3', ['-c', 'import json'], { stdio: 'ignore' });
    return 'python3';
  } catch {
    return undefined;
  }
})();

const run = (calls: readonly (readonly [string, Record<string, unknown>])[]): { steps: Step[]; hooks: string[] } => {
  const plugin = openPlugin('hermes', '__init__.py');
  const input = calls.map(([event, given]) => JSON.stringify([event, { session_id: 's', ...given }])).join('\n');
  const hooks: string[] = JSON.parse(execFileSync(python ?? '', ['-c', host, plugin.file], { input, encoding: 'utf8' }));
  const replay = openReplay();
  return { hooks, steps: plugin.reports().map((report, at) => replay.take({ ...report, at_ms: 1_000 + at })) };
};

describe.skipIf(python === undefined)('Hermes’ plugin', () => {
  it('goes through turns with a call, an ask, an error and an interruption', () => {
    const { steps, hooks } = run([
      ['on_session_start', { model: 'm', platform: 'cli' }],
      ['pre_llm_call', { user_message: 'Go', turn_id: 't1', conversation_history: ['secret'] }],
      ['pre_approval_request', { command: 'rm x', description: 'deletes', surface: 'smart', turn_id: 't1' }],
      ['pre_approval_request', { command: 'rm x', description: 'deletes', surface: 'cli', turn_id: 't1' }],
      ['post_approval_response', { choice: 'once', turn_id: 't1' }],
      ['post_tool_call', { tool_name: 'terminal', args: { command: 'rm x' }, tool_call_id: 'c', status: 'ok', result: 'secret' }],
      ['post_tool_call', { tool_name: 'terminal', args: { command: 'no' }, tool_call_id: 'd', status: 'error' }],
      ['post_llm_call', { assistant_response: 'Gone.', turn_id: 't1' }],
      ['on_session_end', { completed: true, failed: false, interrupted: false, turn_id: 't1' }],
      ['pre_llm_call', { user_message: 'Again', turn_id: 't2' }],
      ['on_session_end', { completed: false, interrupted: true, turn_id: 't2' }],
      ['pre_llm_call', { user_message: 'Again', turn_id: 't3' }],
      ['on_session_end', { completed: false, failed: true, turn_exit_reason: 'no credits', turn_id: 't3' }],
      ['on_session_finalize', {}],
    ]);
    expect(steps.map(({ report, session }) => `${report.event.padEnd(24)}${grade(session)}`)).toEqual(
      fixtureLines('hermes', 'graded.txt'),
    );
    expect(steps.flatMap(({ mapped }) => mapped.faults)).toEqual([]);
    expect(steps[3]?.session).toMatchObject({ message: 'deletes', input: 'rm x', prompt: 'Go' });
    expect(steps[8]?.session?.reply).toBe('Gone.');
    expect(steps[12]?.session?.message).toBe('no credits');
    expect(steps.map(({ report }) => Buffer.from(report.payload).toString()).join('')).not.toContain('secret');
    expect(hooks).not.toContain('pre_tool_call');
  });

  it('cuts what is long, leaves out what is no JSON', () => {
    const { steps } = run([
      ['post_tool_call', { tool_name: 'write', args: { content: 'é'.repeat(9_000) }, tool_call_id: 'c' }],
      [
        'post_tool_call',
        { tool_name: 'write', args: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, 'x'.repeat(4_000)])) },
      ],
    ]);
    const [cut, bare] = steps.map(({ report }) => JSON.parse(Buffer.from(report.payload).toString()));
    expect(cut.args.content).toHaveLength(4_001);
    expect(bare).toEqual({ session_id: 's', tool_name: 'write' });
  });
});
