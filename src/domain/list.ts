// The list that every surface shows: a snapshot, the numbered changes to it, and why one row is as it is.

import type { Event, Source } from './event.ts';
import { sources } from './event.ts';
import type { Claim, Session } from './session.ts';
import type { SessionView } from './view.ts';
import { viewOf } from './view.ts';

/** All live sessions, in no order. `seq` is the number of the last change it holds. */
export interface Snapshot {
  schema: 1;
  seq: number;
  sessions: SessionView[];
  /** This user's home folder: surfaces write `~` for it. */
  home: string;
}

/** Why a row left the list. */
export type Gone = 'ended' | 'left' | 'adopted' | 'forgotten';

/** One change to the list: a session as it is now, or one that is gone. Numbers go up by one and survive a restart. */
export type ListChange =
  | { type: 'change'; seq: number; data: SessionView }
  | { type: 'gone'; seq: number; data: { id: string; reason: Gone } };

/** Which evidence made a session so, how old it is, and what was ruled out. */
export interface Why {
  session: SessionView;
  claims: (Claim & { source: Source; decides: boolean })[];
  /** Open asks, oldest first. */
  asks: { speaker: string; reason: string; tool: string | null; message: string | null; at_ms: number }[];
  /** The latest events, newest first: at most 20. */
  events: { seq: number; kind: string; source: Source; rule: string | null; at_ms: number; subagent: string | null }[];
}

/** A change before it has its number. */
export type ListEntry = { type: 'change'; data: SessionView } | { type: 'gone'; data: { id: string; reason: Gone } };

/** An event of the journal, with the id of its session. Fields as in domain/event.ts; those it had nothing for are absent. */
export type HistoryEvent = Event & { seq: number; id: string };

/** Puts a session and its latest events, newest first, into the shape that `vigie why` prints. */
export const whyOf = (session: Session, name: string, events: readonly (Event & { seq: number })[]): Why => ({
  session: viewOf(session, name),
  claims: sources.flatMap((source) => {
    const claim = session.claims[source];
    return claim ? [{ ...claim, source, decides: source === session.evidence }] : [];
  }),
  asks: session.asks.map(({ speaker, reason, tool, message, at_ms }) => ({ speaker, reason, tool, message, at_ms })),
  events: events.map(({ seq, kind, source, rule, at_ms, subagent }) => ({
    seq,
    kind,
    source,
    rule: rule ?? null,
    at_ms,
    subagent: subagent ?? null,
  })),
});
