// What an agent wrote down of a turn that its hooks do not tell, or not yet. Pure: the caller waits until it is due.

import type { Event } from '../domain/event.ts';
import type { Session } from '../domain/session.ts';

/** What one line of a transcript tells. */
export interface Mark {
  kind: 'answered' | 'tool-done' | 'interrupted' | 'failed' | 'done' | 'compacted';
  /** Epoch milliseconds. */
  at_ms: number;
  /** The agent's own id of the turn. */
  turn?: string | undefined;
  tool_use_id?: string | undefined;
  message?: string | undefined;
}

/** Hooks and transcript speak of one moment up to this far apart (some 110 ms were seen). */
const grace_ms = 250;
/** A turn's end is the hook's to tell, which brings more with it; only when none comes the transcript's word is taken. */
const patience_ms = 2_000;
/** Lines about a turn come no later than this after its end. */
export const linger_ms = 2_000;

/** Epoch milliseconds at which a mark may be judged: by then the hooks have said what they will say. */
export const dueOf = ({ kind, at_ms }: Mark): number => at_ms + (kind === 'done' ? patience_ms : grace_ms);

/** Whether something goes on of which a transcript may tell. */
export const isFollowed = ({ turn, base }: Session): boolean => turn.open || base.detail === 'compacting';

/** Whether it may be about the turn at hand or the one just over. */
export const concerns = ({ at_ms }: Mark, { turn }: Session): boolean => at_ms >= turn.at_ms - (turn.open ? 0 : linger_ms);

/** What is to be told; undefined when the hooks have said as much, or have gone on since. */
export const healOf = (mark: Mark, session: Session): Pick<Event, 'kind' | 'turn' | 'tool_use_id' | 'message'> | undefined => {
  const { kind, turn, tool_use_id, message } = mark;
  if (!isNews(mark, session)) return undefined;
  return { kind, ...(turn && { turn }), ...(tool_use_id && { tool_use_id }), ...(message && { message }) };
};

const isNews = (mark: Mark, session: Session): boolean => {
  const { kind, at_ms, tool_use_id } = mark;
  if (kind === 'answered') return session.asks.some((ask) => ask.speaker === '' && ask.at_ms <= at_ms);
  if (kind === 'tool-done')
    return [...session.asks, ...session.tools].some((call) => call.speaker === '' && call.tool_use_id === tool_use_id);
  const isCompacting = session.base.detail === 'compacting' && session.evidence_ms <= at_ms + grace_ms;
  if (kind === 'compacted') return isCompacting;
  if (kind === 'interrupted' && isCompacting) return true;
  return isUnderWay(mark, session) || (kind === 'failed' && endedWithoutReason(mark, session));
};

const isUnderWay = ({ at_ms, turn: id }: Mark, { turn, evidence_ms }: Session): boolean =>
  turn.open && turn.at_ms <= at_ms && (id === undefined || turn.id === null || turn.id === id) && evidence_ms <= at_ms + grace_ms;

/** Some hooks tell that a turn is over, but not that it failed. */
const endedWithoutReason = ({ at_ms }: Mark, { turn, base, claims }: Session): boolean =>
  !turn.open && turn.at_ms >= at_ms && claims.hook?.kind === 'idle' && base.state === 'idle' && base.detail === null;
