import type { Client } from '../../api/client.ts';
import { VigieError } from '../../domain/error.ts';
import { states } from '../../domain/session.ts';
import type { SessionView } from '../../domain/view.ts';
import { nearest } from '../../agentfile/nearest.ts';
import { reachHub } from '../reach-hub.ts';
import { stateWord } from '../session-row.ts';
import { defineVerb } from '../verb.ts';

const waitable = [...states, 'done', 'failed'];

/** Reads `STATE[,…]`; throws a usage error for a word that is none. */
export const parseUntil = (text: string): ReadonlySet<string> => {
  const words = text.split(',').map((word) => word.trim());
  for (const word of words) {
    if (waitable.includes(word)) continue;
    const meant = nearest(word, waitable);
    throw new VigieError(
      'usage',
      `--until: ${word === '' ? 'a state is missing' : `${word} is no state`}`,
      meant ? `Did you mean ${meant}?` : `States are: ${waitable.join(', ')}`,
    );
  }
  return new Set(words);
};

/** Reads seconds into milliseconds; throws a usage error for anything else. */
export const parseTimeout = (text: string): number => {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0)
    throw new VigieError('usage', `--timeout: ${text} is no number of seconds`, 'As in: --timeout 90');
  return seconds * 1000;
};

/** Whether the session is in one of these states: its own state, or the word it is shown by. */
export const isIn = (session: SessionView, until: ReadonlySet<string>): boolean =>
  until.has(session.state) || until.has(stateWord(session));

/** Resolves to the session once it is in one of the states. Throws `vanished` when it left the list before, `timeout` when aborted. */
const waitFor = async (
  client: Client,
  reference: string,
  until: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<SessionView> => {
  const vanished = (reason: string): VigieError =>
    new VigieError('vanished', `${reference} is gone: ${reason}`, 'What is there: vigie ls');
  const look = async (): Promise<SessionView> => {
    try {
      return await client.session(reference);
    } catch (error) {
      // It may have ended just before: for whoever waits that is the same.
      if (error instanceof VigieError && error.code === 'not_found') throw new VigieError('vanished', error.message, error.hint);
      throw error;
    }
  };
  let session = await look();
  if (session.ended_ms !== null) throw vanished('it has ended');
  for await (const message of client.stream({ signal })) {
    if (message.type === 'snapshot') {
      const row = message.data.sessions.find(({ id }) => id === session.id);
      if (!row) throw vanished('it has left the list');
      session = row;
    } else if (message.type === 'change') {
      if (message.data.id === session.id) session = message.data;
    } else if (message.data.id === session.id) {
      if (message.data.reason !== 'adopted')
        throw vanished(`it has ${message.data.reason === 'left' ? 'left the list' : message.data.reason}`);
      session = await look();
    }
    if (isIn(session, until)) return session;
  }
  throw new VigieError('timeout', `${session.id} is still ${stateWord(session)}`);
};

export const verb = defineVerb({
  description: [
    'Waits until a session is in one of the given states, and prints which. A state that it is already in counts at once.',
  ],
  args: {
    session: {
      type: 'string',
      required: true,
      description: 'The session: agent:session-id, a beginning of it or of the id, or a tmux pane (%5).',
    },
    until: {
      type: 'string',
      required: true,
      valueHint: 'state[,…]',
      description:
        'working, blocked, idle, unknown; done (its turn ended and nobody has seen it) or failed. idle includes these two.',
    },
    timeout: { type: 'string', valueHint: 'seconds', description: 'Gives up after so many seconds. Without it, waits for ever.' },
  },
  examples: [
    { command: 'vigie wait --session 5a2f --until done,failed,blocked', about: 'Until it needs you, one way or another.' },
    {
      command: 'vigie wait --session %3 --until idle --timeout 600 && make deploy',
      about: 'Goes on when the agent in this pane rests.',
    },
  ],
  exits: [
    [3, 'The session vanished: it ended, left the list, or was not there.'],
    [124, 'The time was over.'],
  ],
  async run({ session, until, timeout }, terminal) {
    const wanted = parseUntil(until);
    const signal = timeout === undefined ? new AbortController().signal : AbortSignal.timeout(parseTimeout(timeout));
    terminal.write(`${stateWord(await waitFor(await reachHub(), session, wanted, signal))}\n`);
    return 0;
  },
});
