import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtIns, map } from '../../test/agent-registry.ts';
import type { Event } from '../domain/event.ts';
import { createRoster } from '../domain/roster.ts';
import type { Session } from '../domain/session.ts';

interface Line {
  at: string;
  event: string;
  env: Record<string, string>;
  payload: Record<string, unknown> & { session_id: string };
}

const fixture = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, '../../test/fixtures/claude', name), 'utf8')
    .trim()
    .split('\n');

const lines = fixture('hooks.jsonl').map((line): Line => JSON.parse(line));

/** Every line of the recording with what it became and the session after it. */
const replay = (): { line: Line; label: string; events: Event[]; ignored: boolean; session: Session | undefined }[] => {
  const ended = new Map<string, Session>();
  const roster = createRoster({ rulesFor: builtIns.rulesFor, recall: (key) => ended.get(key) });
  return lines.map((line) => {
    const { payload } = line;
    const { events, faults, ignored } = map({ event: line.event, payload, at_ms: Date.parse(line.at), env: line.env });
    expect(faults).toEqual([]);
    let session: Session | undefined;
    for (const event of events) {
      const change = roster.apply(event);
      session = change.after;
      if (session?.ended_ms) ended.set(change.key, session);
    }
    const about = payload.notification_type ?? payload.source ?? payload.tool_name;
    return { line, label: typeof about === 'string' ? `${line.event}:${about}` : line.event, events, ignored, session };
  });
};

const grade = (session: Session | undefined, ignored: boolean): string => {
  if (ignored) return '-';
  if (!session) return 'none';
  if (session.ended_ms !== null) return 'ended';
  return `${session.state}${session.detail === null ? '' : `/${session.detail}`}${session.attention ? ' !' : ''}`;
};

describe('the recorded sessions of Claude Code', () => {
  const steps = replay();
  /** The steps of the n-th turn that begins with such a prompt. */
  const from = (prompt: string): typeof steps => {
    const first = steps.findIndex(({ line }) => String(line.payload.prompt).startsWith(prompt));
    return steps.slice(first);
  };

  it('are in the graded state after each event', () => {
    const graded = fixture('graded.txt').filter((line) => line !== '' && !line.startsWith('#'));
    expect(steps.map(({ label, session, ignored }) => `${label.padEnd(40)}${grade(session, ignored)}`)).toEqual(graded);
  });

  it('say what the tool does, and ask for it with the id that only PreToolUse tells', () => {
    const [, pre, ask] = from('Please run.');
    expect(pre?.session).toMatchObject({ tool: 'Bash', input: 'touch made-by-bash.txt && ls' });
    expect(ask?.session?.asks).toMatchObject([
      { reason: 'permission', tool: 'Bash', tool_use_id: 'toolu_mock000011', speaker: '' },
    ]);
  });

  it('ask a question once although two events tell of it, and show its words', () => {
    const [, , ask] = from('Ask me.');
    expect(ask?.session?.asks).toMatchObject([{ reason: 'question', tool_use_id: 'toolu_mock000027' }]);
    expect(ask?.session?.message).toBe('Which database should we use?');
  });

  it('show the plan that waits', () => {
    const [, ask] = from('Plan it again.');
    expect(ask?.session).toMatchObject({ detail: 'plan', message: '# Plan\n\n1. Add a file\n2. Test it\n' });
  });

  it('keep the person’s prompt while a background task reports, and the subagent’s words out of the reply', () => {
    const [, , , , , stop, , , , , , subagentStop, notification, last] = from('Sub.');
    expect(stop?.session).toMatchObject({ background: 1, reply: 'The agent is done.' });
    expect(Object.keys(stop?.session?.subagents ?? {})).toEqual(['a39e667675c90b9e6']);
    expect(subagentStop?.session).toMatchObject({ subagents: {}, reply: 'The agent is done.' });
    expect(notification?.events).toMatchObject([{ kind: 'working' }]);
    expect(notification?.session?.prompt).toMatch(/^Sub\. mock:Agent/u);
    expect(last?.session).toMatchObject({ background: 0, state: 'idle' });
  });

  it('know the agent’s own process, turn and transcript', () => {
    const [prompt] = from('Please run.');
    expect(prompt?.events[0]).toMatchObject({
      kind: 'prompt',
      rule: 'UserPromptSubmit',
      turn: 'ee7f17c7-b0b4-4610-a673-6c47dc7484e5',
      place: { pid: 386 },
      cwd: '/home/dev/project',
      transcript: '/home/dev/.claude/projects/-home-dev-project/da6ad1a7-8ddc-49f0-acb8-5c26b072d24d.jsonl',
    });
  });

  it('begin anew after /clear, and go on under their id when resumed', () => {
    const clear = steps.findIndex(({ label }) => label === 'SessionStart:clear');
    expect(steps[clear - 1]?.events).toMatchObject([{ kind: 'end', end_reason: 'clear' }]);
    expect(steps[clear]?.session).toMatchObject({ prompt: null, state: 'idle' });
    const resumed = steps.find(({ label }) => label === 'SessionStart:resume');
    expect(resumed?.session?.prompt).toMatch(/^Work slowly/u);
    expect(resumed?.session?.place.pid).toBe(2633);
  });
});

describe('Claude’s payloads', () => {
  const eventOf = (event: string, payload: Record<string, unknown> = {}): Event | undefined =>
    map({ event, payload: { session_id: 's', ...payload } }).events[0];

  it.each(['startup', 'resume', 'clear', 'compact', 'fork'])('start a session by %s', (source) => {
    expect(eventOf('SessionStart', { source, model: 'm', session_title: 'Harbour' })).toMatchObject({
      kind: 'start',
      model: 'm',
      title: 'Harbour',
    });
  });

  it.each([
    [undefined, 'prompt', 'Go'],
    ['user', 'prompt', 'Go'],
    ['sdk', 'prompt', 'Go'],
    ['system', 'working', undefined],
    ['loop_wakeup', 'working', undefined],
    ['schedule_wakeup', 'working', undefined],
    ['something_new', 'working', undefined],
  ])('take a prompt whose source is %s as %s', (source, kind, prompt) => {
    const event = eventOf('UserPromptSubmit', { prompt: 'Go', source });
    expect(event).toMatchObject({ kind });
    expect(event?.prompt).toBe(prompt);
  });

  it('count every background task that is not said to be finished', () => {
    const tasks = ['running', 'completed', 'failed', 'killed', 'something new', undefined].map((status, id) => ({
      id: `t${id}`,
      status,
    }));
    expect(eventOf('Stop', { background_tasks: tasks })).toMatchObject({
      kind: 'done',
      background: 3,
      subagents_alive: ['t0', 't4', 't5'],
    });
    expect(eventOf('Stop')).not.toHaveProperty('background');
    expect(eventOf('Stop', { background_tasks: [] })).toMatchObject({ background: 0, subagents_alive: [] });
  });

  it('leave a subagent’s stop and failure to the subagent', () => {
    expect(eventOf('Stop', { agent_id: 'a1', agent_type: 'Explore' })).toMatchObject({ kind: 'done', subagent: 'a1' });
    expect(eventOf('StopFailure', { agent_id: 'a1', agent_type: 'Explore', error: 'unknown' })).toMatchObject({
      kind: 'failed',
      subagent: 'a1',
      subagent_type: 'Explore',
    });
  });

  it.each([
    ['rate_limit', 'rate_limit'],
    ['overloaded', undefined],
    ['billing_error', undefined],
    ['something_new', undefined],
  ])('fail with %s for the reason %s', (error, reason) => {
    const event = eventOf('StopFailure', { error, error_details: 'Details.' });
    expect(event).toMatchObject({ kind: 'failed', message: 'Details.' });
    expect(event?.reason).toBe(reason);
  });

  it('take a failed tool as such, unless a person stopped it', () => {
    expect(eventOf('PostToolUseFailure', { tool_name: 'Bash', is_interrupt: false })?.kind).toBe('tool-failed');
    expect(eventOf('PostToolUseFailure', { tool_name: 'Bash', is_interrupt: true })?.kind).toBe('interrupted');
    expect(eventOf('PermissionDenied', { tool_name: 'Bash', tool_use_id: 'u' })).toMatchObject({
      kind: 'tool-failed',
      tool_use_id: 'u',
    });
  });

  it.each([
    ['permission_prompt', 'notice', undefined, undefined],
    ['idle_prompt', 'notice', undefined, undefined],
    ['auth_success', 'notice', undefined, undefined],
    ['something_new', 'notice', undefined, undefined],
    ['agent_needs_input', 'needs-you', 'permission', 'Words.'],
    ['elicitation_dialog', 'needs-you', 'question', 'Words.'],
  ])('read a notification of type %s', (notification_type, kind, reason, message) => {
    const event = eventOf('Notification', { notification_type, message: 'Words.' });
    expect(event?.kind).toBe(kind);
    expect(event?.reason).toBe(reason);
    expect(event?.message).toBe(message);
  });

  it('make no session of a notice that comes before the start', () => {
    const roster = createRoster({ rulesFor: builtIns.rulesFor });
    const [notice] = map({ event: 'Notification', payload: { session_id: 'own', notification_type: 'auth_success' } }).events;
    expect(notice && roster.apply(notice).after).toBeUndefined();
  });

  it('tell which of two calls at once is over', () => {
    const calls = [
      { tool_name: 'Bash', tool_input: { command: 'a' }, tool_use_id: 'u1' },
      { tool_name: 'Read', tool_input: { file_path: 'b' }, tool_use_id: 'u2' },
    ];
    expect(map({ event: 'PostToolBatch', payload: { session_id: 's', tool_calls: calls } }).events).toMatchObject([
      { kind: 'tool-done', session: 's', tool: 'Bash', input: 'a', tool_use_id: 'u1' },
      { kind: 'tool-done', session: 's', tool: 'Read', input: 'b', tool_use_id: 'u2' },
    ]);
  });

  it('read a permission mode that nobody has heard of', () => {
    expect(
      map({ event: 'UserPromptSubmit', payload: { session_id: 's', permission_mode: 'auto2', prompt: 'Go' } }),
    ).toMatchObject({
      events: [{ kind: 'prompt', prompt: 'Go' }],
      faults: [],
    });
  });

  it('say the model that was switched to, and ask what a server asks', () => {
    expect(eventOf('PostModelSwitch', { from_model: 'a', to_model: 'b' })).toMatchObject({ kind: 'notice', model: 'b' });
    expect(eventOf('Elicitation', { message: 'Which?' })).toMatchObject({
      kind: 'needs-you',
      reason: 'question',
      message: 'Which?',
    });
    expect(eventOf('ElicitationResult', { action: 'accept' })?.kind).toBe('answered');
  });

  it('are another agent’s where Copilot or Cursor runs the hook', () => {
    const payload = { session_id: 's', hook_event_name: 'Stop' };
    const copilot = map({ event: 'Stop', payload: { ...payload, timestamp: '2026-11-30T12:00:00Z' }, env: { COPILOT_CLI: '1' } });
    expect(copilot).toMatchObject({ events: [{ agent: 'copilot', kind: 'done' }], faults: [] });
    const cursor = map({ event: 'Stop', payload: { ...payload, cursor_version: '3.1' } });
    expect(cursor).toMatchObject({ events: [{ agent: 'cursor', kind: 'done' }], faults: [] });
    // Claude itself, started from a shell of Copilot's.
    expect(map({ event: 'Stop', payload, env: { COPILOT_CLI: '1' } }).events).toMatchObject([{ agent: 'claude', kind: 'done' }]);
  });
});
