import { describe, expect, it } from 'vitest';
import { builtIns, map } from '../../test/agent-registry.ts';
import type { Event } from '../domain/event.ts';
import type { Roster } from '../domain/roster.ts';
import { createRoster } from '../domain/roster.ts';
import type { Session } from '../domain/session.ts';

const common = {
  conversation_id: 'c',
  generation_id: 'g',
  model: 'some-model',
  cursor_version: '3.1.0',
  workspace_roots: ['/home/dev/project'],
  user_email: null,
  transcript_path: null,
};
const eventsOf = (event: string, payload: Record<string, unknown> = {}, agent = 'cursor'): Event[] =>
  map({ agent, event, cwd: '/home/dev/.cursor', payload: { ...common, hook_event_name: event, ...payload } }).events;

describe('Cursor’s payloads', () => {
  it.each<[string, Record<string, unknown>, Partial<Event>]>([
    ['sessionStart', { session_id: 'c' }, { kind: 'start', model: 'some-model' }],
    [
      'beforeSubmitPrompt',
      { prompt: 'Go', attachments: [{ type: 'file' }] },
      { kind: 'prompt', prompt: 'Go', turn: 'g', cwd: '/home/dev/project' },
    ],
    [
      'preToolUse',
      { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 'u' },
      { kind: 'tool', tool: 'Shell', input: 'ls', tool_use_id: 'u' },
    ],
    ['preToolUse', { tool_name: 'MCP:query', tool_input: 'select 1' }, { kind: 'tool', input: 'select 1' }],
    ['postToolUse', { tool_name: 'Shell', tool_use_id: 'u' }, { kind: 'tool-done', tool_use_id: 'u' }],
    ['postToolUseFailure', { failure_type: 'timeout', is_interrupt: false }, { kind: 'tool-failed' }],
    ['postToolUseFailure', { failure_type: 'error', is_interrupt: true }, { kind: 'interrupted' }],
    ['afterAgentResponse', { text: 'Gone.' }, { kind: 'notice', reply: 'Gone.' }],
    ['beforeShellExecution', { command: 'ls' }, { kind: 'working' }],
    ['preCompact', { trigger: 'auto' }, { kind: 'compacting' }],
    ['stop', { status: 'completed', loop_count: 0 }, { kind: 'done' }],
    ['stop', { status: 'aborted' }, { kind: 'interrupted' }],
    ['stop', { status: 'error' }, { kind: 'failed' }],
    ['stop', { status: 'something new' }, { kind: 'done' }],
    ['sessionEnd', { reason: 'user_close' }, { kind: 'end', end_reason: 'user_close' }],
  ])('of %s with %j are understood', (event, payload, expected) => {
    expect(eventsOf(event, payload)).toMatchObject([{ agent: 'cursor', session: 'c', ...expected }]);
  });

  it('of a subagent belong to the conversation that it works for', () => {
    const subagent = { conversation_id: 'child', parent_conversation_id: 'c', subagent_id: 'a', subagent_type: 'explore' };
    expect(eventsOf('subagentStart', subagent)).toMatchObject([{ kind: 'subagent-start', session: 'c', subagent: 'a' }]);
    expect(eventsOf('subagentStop', subagent)).toMatchObject([{ kind: 'subagent-done', session: 'c', subagent: 'a' }]);
  });

  it('hold a person’s address, which goes nowhere', () => {
    expect(JSON.stringify(eventsOf('stop', { user_email: 'someone' }))).not.toContain('someone');
  });

  it('never say that somebody is waited for', () => {
    const { events = {} } = builtIns.find('cursor')?.definition ?? {};
    expect(JSON.stringify(events)).not.toContain('needs-you');
  });
});

it('Cursor that runs its own hooks and Claude’s is one session, in one state', () => {
  const turn: [string, string, Record<string, unknown>][] = [
    ['sessionStart', 'SessionStart', {}],
    ['beforeSubmitPrompt', 'UserPromptSubmit', { prompt: 'Go' }],
    ['preToolUse', 'PreToolUse', { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 'u' }],
    ['postToolUse', 'PostToolUse', { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 'u' }],
    ['stop', 'Stop', { status: 'completed' }],
    ['sessionEnd', 'SessionEnd', { reason: 'completed' }],
  ];
  const once = createRoster({ rulesFor: builtIns.rulesFor });
  const twice = createRoster({ rulesFor: builtIns.rulesFor });
  for (const [own, claudes, payload] of turn) {
    for (const event of eventsOf(own, payload)) {
      once.apply(event);
      twice.apply(event);
    }
    for (const event of eventsOf(claudes, payload, 'claude')) twice.apply(event);
    // Only the name of the event that said so last is another.
    const shown = (roster: Roster): Session[] => Array.from(roster.live(), (session) => ({ ...session, claims: {} }));
    expect(shown(twice)).toEqual(shown(once));
  }
});
