import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtIns, map } from '../../test/agent-registry.ts';
import { createRoster } from '../domain/roster.ts';
import { interruptionIn } from '../sensing/claude-transcript.ts';
import { createRedaction } from './redaction.ts';

interface Captured {
  at: string;
  event: string;
  env: Record<string, string>;
  payload: unknown;
}

const captures = readFileSync(join(import.meta.dirname, '../../test/fixtures/claude/hooks.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Captured);
const quiet = () => createRedaction({ home: '/home/dev', keepsText: false, keepsPaths: false });

/** What a person would have seen after each capture. */
const storyOf = (reports: readonly Captured[]): unknown[] => {
  const roster = createRoster({ rulesFor: (agent) => builtIns.rulesFor(agent) });
  return reports.flatMap(({ at, event, env, payload }) =>
    map({ event, env, payload, at_ms: Date.parse(at) }).events.map((one) => {
      const { after } = roster.apply(one);
      return [
        one.kind,
        one.tool,
        after?.state,
        after?.detail,
        after?.attention,
        after?.asks.length,
        Object.keys(after?.subagents ?? {}),
      ];
    }),
  );
};

test('real sessions go the same way after it, request by request', () => {
  const redaction = quiet();
  const redacted = captures.map((one) => ({
    ...one,
    env: redaction.env(one.env),
    payload: redaction.payload(one.payload),
  }));
  expect(storyOf(redacted)).toEqual(storyOf(captures));
});

test('and nothing that was typed, read, run or said is left in them', () => {
  const redaction = quiet();
  const left = JSON.stringify(captures.map(({ payload }) => redaction.payload(payload)));
  const spoken = /touch|hello|PostgreSQL|README|database|Please|nonexistent|project"/iu;
  expect(spoken.exec(JSON.stringify(captures))).not.toBeNull();
  expect(spoken.exec(left)?.[0]).toBeUndefined();
});

test('a whole payload, before and after', () => {
  const payload = {
    session_id: 'da6ad1a7-8ddc-49f0-acb8-5c26b072d24d',
    transcript_path: '/Users/anna/.claude/projects/-Users-anna-acme/da6ad1a7-8ddc-49f0-acb8-5c26b072d24d.jsonl',
    cwd: '/Users/anna/acme/billing',
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    tool_input: { command: 'ls', type: 'acme', file_path: '/Users/anna/acme/billing/plan.md' },
    answers: { 'Which bank?': 'Ours' },
    prompt: '<task-notification> It is paid.',
    user_email: 'anna@acme.example',
    duration_ms: 12,
    is_interrupt: false,
  };
  const redaction = createRedaction({ home: '/Users/anna', keepsText: false, keepsPaths: false });
  expect(redaction.payload(payload)).toEqual({
    session_id: 'da6ad1a7-8ddc-49f0-acb8-5c26b072d24d',
    transcript_path: '/home/dev/.claude/projects/part-1/da6ad1a7-8ddc-49f0-acb8-5c26b072d24d.jsonl',
    cwd: '/home/dev/part-2/part-3',
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    tool_input: {
      command: 'text 4 (2 characters)',
      type: 'text 2 (4 characters)',
      file_path: '/home/dev/part-2/part-3/part-5.md',
    },
    answers: { 'text 6 (11 characters)': 'text 7 (4 characters)' },
    prompt: '<task-notification>text 8 (31 characters)',
    user_email: 'text 9 (17 characters)',
    duration_ms: 12,
    is_interrupt: false,
  });
  expect(
    redaction.env({ SSH_CONNECTION: '10.1.2.3 4 10.1.2.4 22', TMUX: '/tmp/tmux-1000/default,5,0', TMUX_PANE: '%3' }),
  ).toMatchObject({
    SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22',
    TMUX_PANE: '%3',
  });
});

test('with texts kept, only paths become stand-ins, inside texts too', () => {
  const redaction = createRedaction({ home: '/home/anna', keepsText: true, keepsPaths: false });
  expect(
    redaction.payload({ prompt: 'Read /home/anna/acme/notes.md, and/or https://example.org/a.', cwd: '/home/anna/acme' }),
  ).toEqual({
    prompt: 'Read /home/dev/part-1/part-2.md, and/or https://example.org/a.',
    cwd: '/home/dev/part-1',
  });
});

test('with paths kept, only the home folder gets another name', () => {
  const redaction = createRedaction({ home: '/home/anna', keepsText: false, keepsPaths: true });
  expect(redaction.path('/home/anna/acme/notes.md')).toBe('/home/dev/acme/notes.md');
  expect(redaction.payload({ prompt: 'Read it.' })).toEqual({ prompt: 'text 1 (8 characters)' });
});

test('a registry file keeps its name, which is the number of a process', () => {
  expect(quiet().path('/home/dev/.claude/sessions/386.json')).toBe('/home/dev/.claude/sessions/386.json');
});

test('what a transcript says of an interruption stays, and when', () => {
  const redaction = quiet();
  const line = {
    type: 'user',
    timestamp: '2026-11-30T17:36:00.503Z',
    toolUseResult: 'User rejected tool use',
    message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user for tool use]' }] },
  };
  expect(interruptionIn(JSON.stringify(redaction.payload(line)))).toBe(Date.parse(line.timestamp));
  expect(redaction.payload({ type: 'queue-operation', operation: 'dequeue' })).toEqual({
    type: 'queue-operation',
    operation: 'dequeue',
  });
});

test('what was equal stays equal, what differed stays different, and every shape stays', () => {
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape);
    return value !== null && typeof value === 'object' ? Object.values(value).map(shape) : typeof value;
  };
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), fc.string(), fc.string(), (payload, one, other) => {
      const redaction = quiet();
      const given = JSON.parse(JSON.stringify(payload)) as unknown;
      expect(shape(redaction.payload(given))).toEqual(shape(given));
      expect(redaction.payload(given)).toEqual(redaction.payload(given));
      const [first, second] = [one, other].map((prompt) => JSON.stringify(redaction.payload({ prompt })));
      expect(first === second).toBe(one === other);
    }),
  );
});
