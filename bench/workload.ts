// What coding agents send: sessions of Claude Code with prompts, tool calls and replies, each payload as long as real ones are.

import { spoolFile } from '../src/intake/header.ts';

export interface Sent {
  event: string;
  payload: Record<string, unknown>;
}

const words =
  'the parser drops a byte after every carriage return so lines end early and the test for mixed endings fails on the second run when its cache is warm'.split(
    ' ',
  );
/** Prose of that many words; no two are alike, as nobody's prompts are. */
const prose = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, at) => words[(seed * 7 + at * (1 + (seed % 11))) % words.length]).join(' ') +
  ` ${seed.toString(36)}`;

const sessionId = (number: number): string => `${number.toString(16).padStart(8, '0')}-cbd9-44ad-ab94-8b54c22ede9d`;

const base = (session: number, event: string): Record<string, unknown> => ({
  session_id: sessionId(session),
  transcript_path: `/home/dev/.claude/projects/-home-dev-harbor/${sessionId(session)}.jsonl`,
  cwd: `/home/dev/harbor-${session % 7}`,
  permission_mode: 'default',
  hook_event_name: event,
});

const sent = (session: number, event: string, more: Record<string, unknown> = {}): Sent => ({
  event,
  payload: { ...base(session, event), ...more },
});

const toolsPerTurn = 6;
const turnsPerSession = 10;

/** One whole session: about 140 events, of which one in seven carries prose. */
function* wholeSession(session: number): Generator<Sent> {
  yield sent(session, 'SessionStart', { source: 'startup' });
  for (let turn = 0; turn < turnsPerSession; turn++) {
    const seed = session * 31 + turn;
    yield sent(session, 'UserPromptSubmit', { prompt: prose(40, seed) });
    for (let tool = 0; tool < toolsPerTurn; tool++) {
      const call = {
        tool_name: tool % 2 ? 'Edit' : 'Bash',
        tool_input:
          tool % 2
            ? { file_path: `/home/dev/harbor/src/part-${tool}.ts`, old_string: 'a'.repeat(200), new_string: 'b'.repeat(300) }
            : { command: `npm test -- --grep ${seed}`, description: 'Run the tests' },
        tool_use_id: `toolu_${session}_${turn}_${tool}`,
      };
      yield sent(session, 'PreToolUse', call);
      yield sent(session, 'PostToolUse', {
        ...call,
        tool_response: { stdout: 'ok '.repeat(150), stderr: '', interrupted: false },
      });
    }
    yield sent(session, 'Stop', { stop_hook_active: false, last_assistant_message: prose(60, seed + 5) });
  }
  yield sent(session, 'SessionEnd', { reason: 'exit' });
}

/** Without end: so many sessions at a time take turns, and each that ends makes room for a new one. */
export function* workload(sessionsAtATime: number, first = 1): Generator<Sent> {
  let next = first;
  const open = Array.from({ length: sessionsAtATime }, () => wholeSession(next++));
  for (let at = 0; ; at = (at + 1) % open.length) {
    const step = open[at]?.next();
    if (step && !step.done) yield step.value;
    else open[at] = wholeSession(next++);
  }
}

/** A live session at work, in two events. */
export const openingOf = (session: number): Sent[] => [
  sent(session, 'SessionStart', { source: 'startup' }),
  sent(session, 'UserPromptSubmit', { prompt: prose(40, session) }),
];

/** A tool call of a session as it begins, or as it ends. */
export const toolOf = (session: number, call: number, event: 'PreToolUse' | 'PostToolUse' = 'PreToolUse'): Sent =>
  sent(session, event, {
    tool_name: 'Bash',
    tool_input: { command: `make check-${call}`, description: 'Check' },
    tool_use_id: `toolu_${session}_${call}`,
  });

export const encoded = ({ payload }: Sent): Uint8Array => Buffer.from(JSON.stringify(payload));

/** The same as a relay leaves it in the spool. */
export const asSpoolFile = (one: Sent, more: Readonly<Record<string, string>> = {}): Uint8Array =>
  spoolFile({ agent: 'claude', event: one.event, cwd: '/home/dev/harbor', pid: '4242', ...more }, encoded(one));
