// What Claude's own word about a session says against what its hooks made of it. Pure: the caller waits until the verdict is due,
// and asks again, since the other side often speaks a moment later.

import type { Event } from '../domain/event.ts';
import type { Session } from '../domain/session.ts';

/** One file of Claude's session registry. */
export interface RegistryEntry {
  session: string;
  /** `idle busy waiting shell`, or a word of a later version; empty before the first one is written. */
  status: string;
  /** Epoch milliseconds since when it is so. */
  since_ms: number;
}

/** Hooks and registry speak of one moment up to this far apart (some 150 ms were seen). */
export const grace_ms = 250;
/** When the hooks spoke last, as of a prompt right behind a turn's end, the entry gets this long to follow, on a busy machine too. */
export const patience_ms = 2_000;
/** A session whose entry is gone has this long to say itself why: its hooks at the end may take 1.5 s. */
export const farewell_ms = 2_000;

/** An event to be told, as far as the verdict knows it. */
export type Heal = Pick<Event, 'kind' | 'subagent'>;

export interface Verdict {
  /** When it may be told. */
  due_ms: number;
  heal: Heal[];
}

/** @returns undefined when the entry agrees, or is clearly older than what the hooks said */
export const verdictOn = (entry: RegistryEntry, session: Session): Verdict | undefined => {
  const { since_ms } = entry;
  if (session.evidence_ms > since_ms + grace_ms) return undefined;
  const heal = healOf(entry, session);
  if (heal.length === 0) return undefined;
  return { due_ms: session.evidence_ms < since_ms ? since_ms + grace_ms : session.evidence_ms + patience_ms, heal };
};

const healOf = (entry: RegistryEntry, session: Session): Heal[] => {
  if (entry.status === 'idle') return restOf(session);
  if (entry.status === 'busy') return workOf(session, entry);
  // Between turns, while a shell command runs on behind.
  return entry.status === 'shell' && session.turn.open ? interruptionOf(session) : [];
};

/** Esc and "No" fire no hook: who asked asks no more, and the turn is over. */
export const interruptionOf = (session: Session): Heal[] => [
  ...askersOf(session)
    .filter((speaker) => speaker !== '')
    .map((subagent): Heal => ({ kind: 'interrupted', subagent })),
  { kind: 'interrupted' },
];

const restOf = (session: Session): Heal[] => {
  if (session.turn.open) return interruptionOf(session);
  // The turn's end was told, and may not have been seen yet. What went on behind it is over without a word: rest, and leave the flag.
  const asked = session.asks.length > 0 ? interruptionOf(session).slice(0, -1) : [];
  return session.base.state === 'working' ? [...asked, { kind: 'idle' }] : asked;
};

/** "Yes" fires no hook until the tool is done, and a prompt that waited for the turn's end fires none when its turn comes. */
const workOf = (session: Session, entry: RegistryEntry): Heal[] => {
  const answered = askersOf(session).map((speaker): Heal =>
    speaker === '' ? { kind: 'answered' } : { kind: 'answered', subagent: speaker },
  );
  const isBehind = session.base.state === 'idle' && session.evidence_ms < entry.since_ms;
  return isBehind && !answered.some(({ subagent }) => subagent === undefined) ? [...answered, { kind: 'working' }] : answered;
};

const askersOf = (session: Session): string[] => [...new Set(session.asks.map(({ speaker }) => speaker))];
