// The public shape of a session: one item of `ls --json`, of the snapshot and of the stream.

import type { Place } from './place.ts';
import type { Session, State } from './session.ts';
import { isDone, isFailed, keyOf } from './session.ts';
import type { Source } from './event.ts';

/** Version of the JSON that `ls --json` prints; fields may be added under the same number. */
export const viewSchema = 1;

export interface SessionView {
  /** `agent:session-id`, with `@host` for another machine's. */
  id: string;
  agent: string;
  /** Shown name of the agent. */
  name: string;
  session: string;
  host: string;
  weak: boolean;
  state: State;
  detail: string | null;
  attention: boolean;
  /** Idle with attention, not failed. */
  done: boolean;
  /** Idle with attention after an error or a rate limit. */
  failed: boolean;
  title: string | null;
  message: string | null;
  prompt: string | null;
  reply: string | null;
  tool: string | null;
  input: string | null;
  cwd: string | null;
  model: string | null;
  cost: number | null;
  tokens: number | null;
  context: number | null;
  subagents: number;
  /** Open asks: how many things it waits for. */
  asks: number;
  /** Epoch milliseconds since when it is in this state. */
  since_ms: number;
  heard_ms: number;
  started_ms: number;
  /** Set once it ended; such a session is in history only. */
  ended_ms: number | null;
  /** Whose word the state rests on. */
  source: Source;
  place: Place;
}

/** @param name the agent's shown name */
export const viewOf = (session: Session, name: string): SessionView => ({
  id: keyOf(session),
  agent: session.agent,
  name,
  session: session.session,
  host: session.host,
  weak: session.weak,
  state: session.state,
  detail: session.detail,
  attention: session.attention,
  done: isDone(session),
  failed: isFailed(session),
  title: session.title,
  message: session.message,
  prompt: session.prompt,
  reply: session.reply,
  tool: session.tool,
  input: session.input,
  cwd: session.cwd,
  model: session.model,
  cost: session.cost,
  tokens: session.tokens,
  context: session.context,
  subagents: Object.keys(session.subagents).length,
  asks: session.asks.length,
  since_ms: session.since_ms,
  heard_ms: session.heard_ms,
  started_ms: session.started_ms,
  ended_ms: session.ended_ms,
  source: session.evidence,
  place: session.place,
});

/** Who needs a person first: blocked, then failed, then done, then the rest; the longest wait first. */
export const byAttention = (a: SessionView, b: SessionView): number =>
  rank(a) - rank(b) ||
  (rank(a) === 0 ? a.since_ms - b.since_ms : b.since_ms - a.since_ms) ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const rank = (session: SessionView): number => {
  if (session.state === 'blocked') return 0;
  if (session.failed) return 1;
  if (session.done) return 2;
  if (session.state === 'working') return 3;
  return session.state === 'idle' ? 4 : 5;
};
