// What happened, for good: events, sessions, faults, tokens, in one SQLite file.

import type { Event } from '../domain/event.ts';
import type { Session } from '../domain/session.ts';

export interface Journal {
  /** Live sessions, as they were when last written. */
  live(): Session[];
  recall(key: string): Session | undefined;
  eventsOf(key: string, limit: number): (Event & { seq: number })[];
  close(): void;
}

/** Opens or makes the journal. A damaged one is set aside beside it and a new one begun. */
export const openJournal = (_path: string, _now: () => number = Date.now): Journal => {
  throw new Error('not built yet');
};
