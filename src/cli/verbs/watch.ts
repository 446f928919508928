import type { Client } from '../../api/client.ts';
import type { StreamMessage } from '../../api/contract.ts';
import type { SessionView } from '../../domain/view.ts';
import { byAttention } from '../../domain/view.ts';
import { openFrame } from '../frame.ts';
import { reachHub } from '../reach-hub.ts';
import { placeOf, stateWord, stepOf, titleOf } from '../session-row.ts';
import { emptyList, sessionTable } from '../session-table.ts';
import type { Terminal } from '../terminal.ts';
import { defineVerb } from '../verb.ts';
import { countStates, statusLine } from './status.ts';

type Sessions = Map<string, SessionView>;

const take = (sessions: Sessions, message: StreamMessage): void => {
  if (message.type === 'change') sessions.set(message.data.id, message.data);
  else if (message.type === 'gone') sessions.delete(message.data.id);
  else {
    sessions.clear();
    for (const session of message.data.sessions) sessions.set(session.id, session);
  }
};

/** Ages are shown in minutes, and in seconds for what has been blocked for less than one. */
const ageTickMs = 1000;

const watchOnScreen = async (client: Client, terminal: Terminal, signal: AbortSignal): Promise<void> => {
  const sessions: Sessions = new Map();
  const frame = openFrame(terminal);
  const draw = (): void => {
    const rows = [...sessions.values()];
    const list = rows.length === 0 ? [emptyList] : sessionTable(rows, terminal.columns(), terminal.now(), terminal.paint);
    frame.show([statusLine(countStates(rows), terminal.paint), '', ...list]);
  };
  const ticks = setInterval(draw, ageTickMs);
  const redraw = (): void => {
    frame.forget();
    draw();
  };
  const stopListening = terminal.onScreenEvents(redraw, () => frame.close());
  try {
    for await (const message of client.stream({ signal })) {
      take(sessions, message);
      draw();
    }
  } finally {
    clearInterval(ticks);
    stopListening();
    frame.close();
  }
};

/** One line for a session as it is now: tabs between the fields, none inside them. */
export const changeLine = (session: SessionView, now: number): string =>
  [new Date(now).toISOString(), stateWord(session), session.id, placeOf(session), titleOf(session), stepOf(session)].join('\t');

const watchAsLines = async (client: Client, terminal: Terminal, signal: AbortSignal): Promise<void> => {
  const sessions: Sessions = new Map();
  const told = new Map<string, string>();
  const tell = (session: SessionView): void => {
    const word = `${stateWord(session)} ${stepOf(session)}`;
    if (told.get(session.id) === word) return;
    told.set(session.id, word);
    terminal.write(`${changeLine(session, terminal.now())}\n`);
  };
  for await (const message of client.stream({ signal })) {
    take(sessions, message);
    if (message.type === 'change') tell(message.data);
    else if (message.type === 'snapshot') message.data.sessions.toSorted(byAttention).forEach(tell);
    else if (told.delete(message.data.id))
      terminal.write(`${[new Date(terminal.now()).toISOString(), message.data.reason, message.data.id].join('\t')}\n`);
  }
};

export const verb = defineVerb({
  description: [
    'Shows the list of vigie ls and keeps it up to date until Ctrl-C. It paints only what changed, and gives the terminal back as it was.',
    'Where the output is no terminal, it prints a line per change instead: time, state, session, place, title and latest step, with tabs between them; or time, reason and session for one that is gone.',
  ],
  args: {},
  examples: [
    { command: 'vigie watch', about: 'The list, live.' },
    {
      command: `vigie watch | awk -F'\\t' '$2 == "blocked" { print $3; fflush() }'`,
      about: 'A line whenever a session waits for you.',
    },
  ],
  seeAlso: ['vigie ls', 'vigie wait'],
  async run(_args, terminal) {
    const client = await reachHub();
    await (terminal.isTerminal ? watchOnScreen : watchAsLines)(client, terminal, terminal.interrupted());
    return 0;
  },
});
