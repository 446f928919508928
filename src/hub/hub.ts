// The hub: reports come in, are understood, folded, written down and published, in one serial loop that never runs twice at a time.

import type { Mapped, Report } from '../agentfile/report.ts';
import type { Event } from '../domain/event.ts';
import type { Fault } from '../domain/fault.ts';
import type { Health, SpoolStatus } from '../domain/health.ts';
import type { ListChange, Snapshot, Why } from '../domain/list.ts';
import type { Rules } from '../domain/rules.ts';
import type { SessionView } from '../domain/view.ts';
import type { Journal } from './journal.ts';
import type { Log } from './log.ts';

/** The folder of waiting reports, as the hub needs it. None of these throws. */
export interface Spool {
  /** Complete files in their order; faults are files it could not take. */
  scan(): { waiting: { file: string; report: Report }[]; faults: Fault[] };
  remove(files: string[]): void;
  /** Calls back whenever a scan is due: on notification, every 10 s, on watch errors. */
  watch(onChange: () => void): () => void;
  status(): SpoolStatus;
}

export interface HubDeps {
  version: string;
  journal: Journal;
  spool: Spool;
  log: Log;
  /** Must not throw; the hub survives it if it does. */
  mapReport: (report: Report) => Mapped;
  /** Shown name of an agent. */
  nameOf: (agent: string) => string;
  rulesFor: (agent: string) => Rules;
  /** Whether this very process lives; `start` is null when unknown. */
  alive: (pid: number, start: number | null) => boolean;
  now?: () => number;
}

export interface Hub {
  /** Takes everything that waits in the spool and every moment that is due. Call it before each read: readers see all that was reported. */
  drain(): void;
  snapshot(): Snapshot;
  /** The changes after `seq`, none when there are none, undefined when they are no longer kept: then take a snapshot. */
  changesSince(seq: number): readonly ListChange[] | undefined;
  /** Calls back after each batch of changes. Returns the unsubscribe. */
  subscribe(listener: (changes: readonly ListChange[]) => void): () => void;
  /**
   * The `id` of the session that a person means: its id, its session id, any unambiguous beginning of these, or a tmux pane (`%5`).
   * Throws VigieError not_found or ambiguous.
   */
  find(reference: string): string;
  /** One session by its `id`, live or from history. */
  session(id: string): SessionView | undefined;
  why(id: string): Why | undefined;
  /** What a person did to these sessions (references as in `find`). Throws VigieError when one is not found; then none is changed. */
  user(kind: 'seen' | 'unseen', references: readonly string[]): void;
  /** A report that came in over the socket. Faults are counted like those of the spool. */
  report(report: Report): Mapped;
  /** Events that a sensor found. */
  events(events: readonly Event[]): void;
  /** Counts something that went wrong, for `doctor`. */
  fault(fault: Fault): void;
  /** The page's address is the server's to say. */
  health(): Omit<Health, 'url'>;
  /** Takes what still waits, writes everything down and lets go of the journal. */
  stop(): void;
}

export const openHub = (_deps: HubDeps): Hub => {
  throw new Error('not built yet');
};
