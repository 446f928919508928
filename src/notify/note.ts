// What is sent: one sentence for one session, or for several that came together.

import type { Concern, NotificationConfig } from '../hub/notification-config.ts';
import { concerns } from '../hub/notification-config.ts';
import type { Item } from './episode.ts';
import { brief, detailLine, headline, headlines, summary } from './wording.ts';

/** Sessions in one note; the others are counted. */
const sessionsMax = 20;

/** Bytes of UTF-8 per text of a session. */
const textBytesMax = 1_000;

/** One session in a note; the texts are null where `content = "none"`. */
interface NotedSession {
  /** `agent:session-id`, with `@host` for another machine's. */
  id: string;
  agent: string;
  /** Shown name of the agent. */
  name: string;
  host: string;
  kind: Concern;
  detail: string | null;
  since_ms: number;
  title: string | null;
  message: string | null;
  tool: string | null;
  input: string | null;
  cwd: string | null;
}

/** What a command and a webhook get as JSON. Fields may be added under the same `schema`. */
export interface NoteBody {
  schema: 1;
  /** The same over all channels and tries: whoever gets it twice can tell. */
  id: string;
  /** Of the most urgent session. */
  kind: Concern;
  title: string;
  body: string;
  at_ms: number;
  /** The most urgent first, at most 20. */
  sessions: NotedSession[];
  /** How many sessions it is about. */
  count: number;
}

export interface NotedTerminal {
  /** Device name as in `/dev/pts/3`. */
  tty: string;
  /** It is a pane of tmux, which keeps to itself what it does not know. */
  isPane: boolean;
}

export interface Note extends NoteBody {
  /** The sessions' own terminals on this machine. */
  terminals: NotedTerminal[];
  sound: boolean;
}

/** @param items at least one */
export const makeNote = (
  items: readonly Item[],
  { content, sound }: Pick<NotificationConfig, 'content' | 'sound'>,
  at_ms: number,
): Note => {
  const sorted = items.toSorted(
    (a, b) => concerns.indexOf(a.concern) - concerns.indexOf(b.concern) || a.session.since_ms - b.session.since_ms,
  );
  const [first, ...others] = sorted;
  if (!first) throw new Error('a note needs an item');
  return {
    schema: 1,
    id: `${first.session.id} ${first.concern} ${first.session.since_ms} ${at_ms}`,
    kind: first.concern,
    title: others.length === 0 ? headline(first, content) : summary(sorted),
    body: others.length === 0 ? detailLine(first, content) : headlines(sorted, content),
    at_ms,
    sessions: sorted.slice(0, sessionsMax).map((item) => notedSession(item, content)),
    count: sorted.length,
    terminals: terminalsOf(sorted),
    sound,
  };
};

const terminalsOf = (items: readonly Item[]): NotedTerminal[] => {
  const byTty = new Map<string, NotedTerminal>();
  for (const { session } of items) {
    const { tty, tmux } = session.place;
    if (session.host === '' && tty !== null) byTty.set(tty, { tty, isPane: tmux !== null });
  }
  return [...byTty.values()];
};

const notedSession = ({ concern, session }: Item, content: NotificationConfig['content']): NotedSession => {
  const { id, agent, name, host, detail, since_ms } = session;
  const says = (text: string | null): string | null => (content === 'none' || text === null ? null : brief(text, textBytesMax));
  return {
    id,
    agent,
    name,
    host,
    kind: concern,
    detail,
    since_ms,
    title: says(session.title),
    message: says(session.message),
    tool: says(session.tool),
    input: says(session.input),
    cwd: says(session.cwd),
  };
};

/** The public part of a note. */
export const noteBody = ({ schema, id, kind, title, body, at_ms, sessions, count }: Note): NoteBody => ({
  schema,
  id,
  kind,
  title,
  body,
  at_ms,
  sessions,
  count,
});

/** A note to see whether channels work; it is about no session. */
export const trialNote = (at_ms: number, sound: boolean, terminals: NotedTerminal[]): Note => ({
  schema: 1,
  id: `trial ${at_ms}`,
  kind: 'done',
  title: 'Vigie can reach you',
  body: 'This is a test. No session needs you for it.',
  at_ms,
  sessions: [],
  count: 0,
  terminals,
  sound,
});
