import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInFiles, builtIns, fileText, map, reportOf } from '../../test/agent-registry.ts';
import { eventKinds } from '../domain/event.ts';
import { mapReport } from './mapping.ts';
import { createRegistry } from './registry.ts';

const withFile = (text: string, name = 'ralph.toml'): ReturnType<typeof createRegistry> =>
  createRegistry([...builtInFiles, fileText(name, text)]);
const pageFile = JSON.stringify({
  fields: { session: '$.conversation_id', event: '$.hook_event_name', cwd: '$.workspace_roots[0]', tool: '$.tool.name' },
  events: { beforeSubmitPrompt: 'prompt', afterToolUse: 'tool-done', stop: 'done', heartbeat: 'ignore' },
  doneAfterTools: ['attempt_completion'],
});

describe('mapReport', () => {
  it('reads an agent by its file, and what the file does not map by its own name', () => {
    const registry = withFile(pageFile, 'ralph.json');
    const payload = {
      conversation_id: 12,
      hook_event_name: 'beforeSubmitPrompt',
      workspace_roots: ['/p', '/q'],
      tool: { name: 'Bash' },
      message: 'Hi',
      extra: [1],
    };
    expect(map({ agent: 'ralph', payload, cwd: '/elsewhere' }, registry)).toEqual({
      events: [
        {
          kind: 'prompt',
          agent: 'ralph',
          session: '12',
          source: 'hook',
          at_ms: 1_000,
          rule: 'beforeSubmitPrompt',
          cwd: '/p',
          tool: 'Bash',
          message: 'Hi',
          place: {},
        },
      ],
      faults: [],
      ignored: false,
    });
  });

  it('compares the file’s events exactly, then folded, then the built-in ones', () => {
    const registry = withFile('{"events":{"stop":"done","STOP":"idle","needs_you":"failed"}}', 'ralph.json');
    const kindOf = (event: string): string | undefined =>
      map({ agent: 'ralph', event, payload: { session: 's' } }, registry).events[0]?.kind;
    expect(['stop', 'STOP', 'Stop', 'needs-you', 'Needs You', 'ToolDone', 'nope'].map(kindOf)).toEqual([
      'done',
      'idle',
      'done',
      'failed',
      'failed',
      'tool-done',
      undefined,
    ]);
  });

  it('takes the event of the call before the one in the payload', () => {
    expect(map({ agent: 'ralph', event: 'end', payload: { session: 's', event: 'start' }, custom: true }).events[0]?.kind).toBe(
      'end',
    );
  });

  it('ends the turn when a finishing tool is done, and only then', () => {
    const registry = withFile(pageFile, 'ralph.json');
    const kindOf = (event: string, name: string): string | undefined =>
      map({ agent: 'ralph', event, payload: { conversation_id: 's', tool: { name } } }, registry).events[0]?.kind;
    expect(kindOf('afterToolUse', 'attempt_completion')).toBe('done');
    expect(kindOf('afterToolUse', 'Bash')).toBe('tool-done');
    expect(kindOf('tool-failed', 'attempt_completion')).toBe('tool-failed');
  });

  it('reads an adapter’s payloads as the built-in agent’s, and the simple format beneath', () => {
    const registry = withFile('{"version":2,"adapter":"claude-style","fields":{"title":"$.name"}}', 'ralph.json');
    expect(
      map(
        { agent: 'ralph', event: 'PreToolUse', payload: { session_id: 's', name: 'T', tool_name: 'AskUserQuestion' } },
        registry,
      ).events,
    ).toMatchObject([{ agent: 'ralph', kind: 'needs-you', reason: 'question', session: 's', title: 'T' }]);
    expect(
      map({ agent: 'ralph', payload: { session: 'demo', event: 'needs-you', message: 'Deploy?' }, custom: true }, registry)
        .events,
    ).toMatchObject([{ kind: 'needs-you', session: 'demo', message: 'Deploy?' }]);
    const own = withFile('vigie = 1\nadapter = "own"');
    expect(map({ agent: 'ralph', event: 'done', payload: { session: 's' } }, own).faults).toMatchObject([
      { where: 'ralph done' },
    ]);
  });

  it('chooses among cases by payload and environment', () => {
    const registry = withFile(`vigie = 1
[[events.X]]
when = { "$.n" = [1, "2"], "env.RALPH" = "yes" }
kind = "done"
[[events.X]]
when = { "$.n" = { not = [3] } }
kind = "idle"
[[events.X]]
when = { "$.n" = true }
kind = "start"
[[events.X]]
when = { "$.n" = { present = false }, "$.text" = { starts = "<" } }
kind = "failed"
`);
    const kindOf = (payload: object, env = {}): string | undefined =>
      map({ agent: 'ralph', event: 'X', payload, env }, registry).events[0]?.kind;
    expect(kindOf({ n: '2' }, { RALPH: 'yes' })).toBe('done');
    expect(kindOf({ n: '2' })).toBe('idle');
    expect(kindOf({ n: true })).toBe('idle');
    expect(kindOf({ n: 3 })).toBeUndefined();
    expect(kindOf({ text: '<x' })).toBe('failed');
    expect(kindOf({ n: null, text: '<x' })).toBe('failed');
    expect(map({ agent: 'ralph', event: 'X', payload: { n: 3 } }, registry).faults).toEqual([
      { where: 'ralph X', reason: 'none of the cases in the agent file fits' },
    ]);
  });

  it('makes one event per element, and no more than 64', () => {
    const registry = withFile('vigie = 1\n[events]\nX = { kind = "tool-done", each = "$.calls", fields = { tool = "$.name" } }');
    const calls = Array.from({ length: 70 }, (_, n) => ({ name: `t${n}` }));
    const { events } = map({ agent: 'ralph', event: 'X', payload: { session: 's', calls } }, registry);
    expect(events).toHaveLength(64);
    expect(events[63]).toMatchObject({ tool: 't63', session: 's' });
    expect(map({ agent: 'ralph', event: 'X', payload: { calls: [] } }, registry)).toEqual({
      events: [],
      faults: [],
      ignored: true,
    });
    expect(map({ agent: 'ralph', event: 'X', payload: { calls: 5 } }, registry).faults).toEqual([
      { where: 'ralph X', reason: '$.calls must be a list, not a number' },
    ]);
  });

  it('drops a wrong value with its own field, and says so', () => {
    const payload = {
      session_id: 's',
      cwd: 5,
      model: ['m'],
      tool_name: 'Bash',
      tool_input: [1],
      tool_use_id: {},
      transcript_path: null,
    };
    expect(map({ event: 'PreToolUse', payload, cwd: '/here' })).toEqual({
      events: [
        {
          kind: 'tool',
          agent: 'claude',
          session: 's',
          source: 'hook',
          at_ms: 1_000,
          rule: 'PreToolUse',
          tool: 'Bash',
          cwd: '/here',
          place: {},
        },
      ],
      faults: [
        { where: 'claude PreToolUse', reason: '$.cwd must be a string, not a number' },
        { where: 'claude PreToolUse', reason: '$.model must be a string, not a list' },
        { where: 'claude PreToolUse', reason: '$.tool_use_id must be a string, not an object' },
        { where: 'claude PreToolUse', reason: '$.tool_input must be a string or an object, not a list' },
      ],
      ignored: false,
    });
  });

  it('lets a session be unnamed, but not misnamed', () => {
    expect(map({ event: 'Stop' }).events[0]).not.toHaveProperty('session');
    for (const session_id of ['', 'x'.repeat(257), true, 1e30]) {
      const { events, faults } = map({ event: 'Stop', payload: { session_id } });
      expect(events[0]).not.toHaveProperty('session');
      expect(faults).toHaveLength(1);
    }
    expect(map({ event: 'Stop', payload: { session_id: '😀'.repeat(256) } }).faults).toEqual([]);
  });

  it('cuts long texts at 8 KiB between characters', () => {
    const [event] = map({ event: 'UserPromptSubmit', payload: { prompt: 'é'.repeat(5_000) } }).events;
    expect(event?.prompt).toBe('é'.repeat(4_096));
  });

  it('is sure of the pid that the agent tells its hooks', () => {
    const place = { pid: 10, pid_start: 3, tty: '/dev/pts/1' };
    expect(map({ event: 'Stop', place, env: { CLAUDE_PID: '386' } }).events[0]?.place).toEqual({
      ...place,
      pid: 386,
      pid_start: null,
    });
    expect(map({ event: 'Stop', place, env: { CLAUDE_PID: '10' } }).events[0]?.place).toEqual(place);
    for (const pid of ['', '0', '1', '-4', '2.5', 'x', '1e99'])
      expect(map({ event: 'Stop', place, env: { CLAUDE_PID: pid } }).events[0]?.place).toEqual(place);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['empty', '', 'the payload is empty'],
    ['no JSON', 'hello', 'the payload is not JSON'],
    ['a list', '[1]', 'the payload is a list, not an object'],
    ['two objects', '{"session_id":"s"}{"session_id":"s"}', 'the payload holds more than one object'],
    ['deep', '{"a":'.repeat(9_999), 'the payload is nested deeper than 200 levels'],
  ])('tells a payload that is %s, and makes nothing of it', (_, text, reason) => {
    expect(map({ event: 'Stop', payload: Buffer.from(text) })).toEqual({
      events: [],
      faults: [{ where: 'claude Stop', reason }],
      ignored: false,
    });
  });

  it.each<[string, Uint8Array]>([
    ['a key twice', Buffer.from('{"session_id":"s","session_id":"t"}')],
    ['invalid UTF-8', Uint8Array.from([...Buffer.from('{"session_id":"t","x":"'), 0xc3, ...Buffer.from('"}')])],
    ['half a character', Buffer.from(String.raw`{"session_id":"t","x":"\ud800"}`)],
  ])('reads on past %s, and tells it', (_, payload) => {
    const { events, faults } = map({ event: 'Stop', payload });
    expect(events).toMatchObject([{ kind: 'done', session: 't' }]);
    expect(faults).toHaveLength(1);
  });

  it('takes an empty payload from an agent that sends none', () => {
    const registry = withFile(
      'vigie = 1\n[hooks]\nformat = "own-file"\nfile = "x"\nevents = ["stop"]\nstdin = "none"\n[events]\nstop = "done"',
    );
    expect(map({ agent: 'ralph', event: 'stop', payload: new Uint8Array(), cwd: '/p' }, registry)).toMatchObject({
      events: [{ kind: 'done', cwd: '/p' }],
      faults: [],
    });
  });

  it('tells an event, an agent or a name that is not known', () => {
    expect(map({ event: 'Brand\nNew' }).faults).toEqual([
      { where: 'claude Brand New', reason: 'is no event that this agent is known to send' },
    ]);
    expect(map({ event: '' }).faults).toEqual([{ where: 'claude', reason: 'it does not say which event it is' }]);
    expect(map({ agent: 'nobody', event: 'Stop' }).faults).toEqual([
      { where: 'nobody', reason: 'there is no agent file of that name' },
    ]);
    expect(map({ event: 'FileChanged' })).toEqual({ events: [], faults: [], ignored: true });
  });

  it('reads hook custom by the simple format where there is no file', () => {
    const payload = {
      session: 'demo',
      event: 'needs-you',
      reason: 'trust',
      tokens: 5,
      context: 40,
      cost: 0.5,
      input: { command: 'ls' },
      subagent: 'a',
    };
    expect(map({ agent: 'ralph', payload, custom: true }).events).toMatchObject([
      { agent: 'ralph', kind: 'needs-you', reason: 'trust', tokens: 5, context: 40, cost: 0.5, input: 'ls', subagent: 'a' },
    ]);
    // Not under another agent's id, even where the name is that one's alias.
    expect(map({ agent: 'agy', payload, custom: true }).events[0]?.agent).toBe('agy');
  });

  it('never throws and never gives a field of the wrong type, whatever comes', () => {
    const known = [
      'session_id',
      'hook_event_name',
      'tool_input',
      'tool_calls',
      'background_tasks',
      'prompt',
      'agent_id',
      'error',
      'trigger',
      'session',
      'event',
      'reason',
      'cost',
    ];
    const name = fc.oneof(
      fc.constantFrom('Stop', 'StopFailure', 'PreToolUse', 'PostToolBatch', 'UserPromptSubmit', 'done'),
      fc.string(),
    );
    const payload = fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), fc.oneof(fc.jsonValue(), name));
    fc.assert(
      fc.property(
        payload,
        name,
        fc.constantFrom('claude', 'ralph', '__proto__'),
        fc.boolean(),
        fc.uint8Array(),
        (object, event, agent, custom, bytes) => {
          expect(() => mapReport(reportOf({ agent, event, payload: bytes, custom }), builtIns)).not.toThrow();
          const { events, faults, ignored } = map({ agent, event, payload: object, custom });
          expect(events.length > 0 || faults.length > 0 || ignored).toBe(true);
          for (const made of events) {
            expect(eventKinds).toContain(made.kind);
            for (const field of ['session', 'prompt', 'message', 'tool', 'input', 'subagent', 'reply'] as const)
              expect(['string', 'undefined']).toContain(typeof made[field]);
            expect(['number', 'undefined']).toContain(typeof made.background);
          }
        },
      ),
    );
  });
});
