import { describe, expect, it } from 'vitest';
import { builtIns, map } from '../../test/agent-registry.ts';
import { gradedLines, replay } from '../../test/graded-replay.ts';
import type { Event } from '../domain/event.ts';

const steps = replay('codex-0.171.0');
const from = (prompt: string): typeof steps =>
  steps.slice(steps.findIndex(({ mapped }) => mapped.events[0]?.prompt?.startsWith(prompt)));

describe('the recorded sessions of Codex', () => {
  it('are in the graded state after each report', () => {
    expect(steps.map(({ text }) => text)).toEqual(gradedLines('codex'));
    expect(steps.flatMap(({ mapped }) => mapped.faults)).toEqual([]);
  });

  it('ask for a call with its id and its justification, though the request has other input and no id', () => {
    const [, , ask, done] = from('Escalate. mock:exec_command {"cmd":"touch made1');
    expect(ask?.session?.asks).toMatchObject([
      {
        tool: 'Bash',
        input: 'touch made1.txt && ls',
        message: 'Create a file outside the sandbox?',
        tool_use_id: 'call_mock000011',
      },
    ]);
    expect(done?.session).toMatchObject({ asks: [], tools: [] });
  });

  it('show a question that no request tells of', () => {
    const [, ask] = from('Ask me.');
    expect(ask?.session).toMatchObject({ message: 'Which database should we use?', tool: 'request_user_input' });
  });

  it('keep the person’s prompt and the agent’s reply from what a subagent is told and says', () => {
    const [, , , start, told, stop, , , , end] = from('Spawn.');
    expect(start?.mapped.events).toMatchObject([{ kind: 'subagent-start', subagent_type: 'default' }]);
    expect(told?.session?.prompt).toMatch(/^Spawn\./u);
    expect(Object.keys(stop?.session?.subagents ?? {})).toEqual(['01a22d8d-add9-7a11-9077-9ab362194d35']);
    expect(end?.session).toMatchObject({ subagents: {}, reply: 'Spawned.' });
  });

  it('are as many as a person opened: neither a title’s thread nor a subagent’s is one', () => {
    expect(new Set(steps.flatMap(({ session }) => (session ? [session.session] : []))).size).toBe(6);
  });

  it('begin again under their id when they are resumed', () => {
    const resumed = steps.find(({ text }) => text.startsWith('SessionStart:resume'));
    expect(resumed?.session).toMatchObject({ ended_ms: null, prompt: expect.stringMatching(/^Run\./u) });
  });
});

describe('Codex’s payloads', () => {
  const eventOf = (event: string, payload: Record<string, unknown> = {}): Event | undefined =>
    map({ agent: 'codex', event, payload: { session_id: 's', ...payload } }).events[0];

  it('tell by the notify program of a turn’s end too', () => {
    const payload = {
      type: 'agent-turn-complete',
      'thread-id': 't',
      'turn-id': 'u',
      cwd: '/home/dev/project',
      client: 'codex-tui',
      'input-messages': ['Go'],
      'last-assistant-message': 'Gone.',
    };
    expect(map({ agent: 'codex', event: 'agent-turn-complete', payload }).events).toMatchObject([
      { kind: 'done', session: 't', turn: 'u', cwd: '/home/dev/project', reply: 'Gone.' },
    ]);
    expect(map({ agent: 'codex', event: 'agent-turn-complete', payload: { ...payload, client: undefined } }).ignored).toBe(true);
  });

  it('ask for a patch and for a tool of a server by what these are about', () => {
    const patch = { tool_name: 'apply_patch', tool_input: { command: '*** Begin Patch' } };
    expect(eventOf('PermissionRequest', patch)?.input_hash).toBe(eventOf('PostToolUse', patch)?.input_hash);
    const server = { tool_name: 'mcp__db__query', tool_input: { sql: 'select 1' } };
    expect(eventOf('PermissionRequest', server)).toMatchObject({ tool: 'mcp__db__query', input: 'select 1' });
  });

  it.each(['auto', 'manual'])('tell of a compaction that is %s', (trigger) => {
    expect(eventOf('PreCompact', { trigger })).toMatchObject({ kind: 'compacting', trigger });
    expect(eventOf('PostCompact', { trigger })).toMatchObject({ kind: 'compacted', trigger });
  });

  it('come by hooks that keep within Codex’s own limits', () => {
    const events = builtIns.find('codex')?.definition.hooks?.events ?? [];
    expect(events.filter((event) => typeof event !== 'string')).toEqual([
      { name: 'Interrupt', timeout: 3 },
      { name: 'SessionEnd', timeout: 3 },
    ]);
  });
});
