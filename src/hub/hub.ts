// The hub: reports come in, are understood, folded, written down and published, in one serial loop that never runs twice at a time.

import type { Mapped, Report } from '../agentfile/report.ts';
import { VigieError } from '../domain/error.ts';
import type { Event } from '../domain/event.ts';
import type { Fault } from '../domain/fault.ts';
import type { Health } from '../domain/health.ts';
import type { HistoryEvent, ListChange, Snapshot, Why } from '../domain/list.ts';
import { whyOf } from '../domain/list.ts';
import { createRoster } from '../domain/roster.ts';
import type { Rules } from '../domain/rules.ts';
import type { Session } from '../domain/session.ts';
import { keyOf } from '../domain/session.ts';
import type { SessionView } from '../domain/view.ts';
import { viewOf } from '../domain/view.ts';
import type { Spool } from '../intake/spool.ts';
import type { Listener } from './bus.ts';
import { createBus } from './bus.ts';
import { findSession, onlyOne } from './find.ts';
import type { Forgotten, Forgettable } from './forgetting.ts';
import { wipe } from './forgetting.ts';
import type { Journal, Retention } from './journal.ts';
import type { Log } from './log.ts';
import { openRetention } from './retention.ts';
import { createTimers } from './timers.ts';
import type { Turn } from './turn.ts';
import { createTurn } from './turn.ts';

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
  retention: Retention;
  /** This user's home folder, for surfaces to shorten paths by. */
  home: string;
  now?: () => number;
}

export interface Hub {
  /** Takes everything that waits in the spool and every moment that is due. Call it before each read: readers see all that was reported. */
  drain(): void;
  snapshot(): Snapshot;
  /** The changes after `seq`, none when there are none, undefined when they are no longer kept: then take a snapshot. */
  changesSince(seq: number): readonly ListChange[] | undefined;
  /** Calls back after each batch of changes. Returns the unsubscribe. */
  subscribe(listener: Listener): () => void;
  /**
   * The `id` of the session that a person means: its id, its session id, any unambiguous beginning of these, or a tmux pane (`%5`).
   * Live ones go before those of history.
   * Throws VigieError not_found or ambiguous.
   */
  find(reference: string): string;
  /** One session by its `id`, live or from history. */
  session(id: string): SessionView | undefined;
  /** A live session as the fold keeps it, for sensors. */
  live(id: string): Session | undefined;
  why(id: string): Why | undefined;
  /** Events before that number, newest first: of one session (its id), or of all. */
  history(id: string | undefined, before: number, limit: number): HistoryEvent[];
  /**
   * Forgets a session, or all that last worked in a folder: events, full text, and the sessions themselves, live or ended. Says what that
   * is; unless `isSure` it does no more. Resolves when nothing of it can be read in the journal's file any more. Throws VigieError.
   */
  forget(what: Forgettable, isSure: boolean): Promise<Forgotten>;
  /** When each agent that ever reported was last heard, in epoch milliseconds. */
  heard(): ReadonlyMap<string, number>;
  /** What a person did to these sessions (references as in `find`). Throws VigieError when one is not found; then none is changed. */
  user(kind: 'seen' | 'unseen', references: readonly string[]): void;
  /** A report that came in over the socket. Faults are counted like those of the spool. */
  report(report: Report): Mapped;
  /** Calls back with each report before it is understood, as it came in at the door. Must not throw. Returns the end of it. */
  tap(listener: (report: Report) => void): () => void;
  /** Events that a sensor found. */
  events(events: readonly Event[]): void;
  /** Counts something that went wrong, for `doctor`. */
  fault(fault: Fault): void;
  /** The page's address is the server's to say. */
  health(): Omit<Health, 'url'>;
  /** Takes what still waits, writes everything down and lets go of the journal. */
  stop(): void;
}

export const openHub = (deps: HubDeps): Hub => {
  const { version, journal, spool, log, mapReport, nameOf, rulesFor, alive, retention, home, now = Date.now } = deps;
  const began = journal.position();
  const roster = createRoster({ rulesFor, recall: (key) => journal.recall(key), sessions: journal.live() });
  const bus = createBus(began.change, (error) => log.error({ error: wordsOf(error) }, 'a listener failed'));
  const timers = createTimers({ live: () => roster.live(), rulesFor, alive, now, onDue: () => drain() });
  const started_ms = now();
  let busy_ms = started_ms;
  /** Spool files whose events are folded in and that may still lie there: they are never folded again. */
  let settled = new Set(began.files);
  /** A turn that could not be written down: it goes first, and nothing new is taken before it. */
  let unwritten: Turn | undefined;
  let isBusy = false;
  let isStopped = false;

  const fault = (one: Fault): void => {
    if (journal.count(one) === 1) log.warn({ where: one.where, reason: one.reason }, 'fault');
  };

  const write = (turn: Turn): boolean => {
    const changes = turn.changes(nameOf);
    const batch = { ...turn.batch(), change: bus.seq() + changes.length, files: [...settled] };
    try {
      if (journal.append(batch) === 'anew') journal.append({ ...batch, entries: [], adopted: [], sessions: [...roster.live()] });
    } catch (error) {
      unwritten = turn;
      fault({ where: 'journal', reason: `it cannot be written: ${wordsOf(error)}` });
      return false;
    }
    unwritten = undefined;
    busy_ms = now();
    timers.note(turn.sessions());
    bus.publish(changes);
    return true;
  };

  /** One turn of the loop; false when what it took, or what came before, could not be written down. */
  const turn = (work: (next: Turn) => void): boolean => {
    if (unwritten && !write(unwritten)) return false;
    const next = createTurn(roster);
    work(next);
    return (next.isEmpty() && !journal.unwritten()) || write(next);
  };

  const takeEvent = (event: Event, where: string, next: Turn): void => {
    const mistake = next.take(event);
    if (mistake !== undefined) fault({ where, reason: mistake });
  };

  const taps = new Set<(report: Report) => void>();
  const takeReport = (report: Report, next: Turn): Mapped => {
    for (const tap of taps) tap(report);
    const where = `${report.agent} ${report.event}`.trim();
    try {
      const mapped = mapReport(report);
      for (const one of mapped.faults) fault(one);
      for (const event of mapped.events) takeEvent(event, where, next);
      return mapped;
    } catch (error) {
      // Not its message: that may quote the payload.
      const broken = { where, reason: `it could not be understood (${error instanceof Error ? error.name : 'unknown'})` };
      fault(broken);
      return { events: [], faults: [broken], ignored: false };
    }
  };

  /** Takes one scan of the spool; true when more wait behind it: what comes later is notified later. Files go only when what they said is written down. */
  const drainScan = (): boolean => {
    const { waiting, more, faults } = spool.scan();
    for (const one of faults) fault(one);
    const leftovers = waiting.map(({ file }) => file).filter((file) => settled.has(file));
    spool.remove(leftovers);
    settled = new Set(leftovers);
    const fresh = waiting.filter(({ file }) => !settled.has(file));
    for (let at = 0; at < fresh.length; at += reportsPerTurn) {
      const some = fresh.slice(at, at + reportsPerTurn);
      for (const { file } of some) settled.add(file);
      const written = turn((next) => {
        for (const { report } of some) takeReport(report, next);
      });
      if (!written) return false;
      spool.remove(some.map(({ file }) => file));
    }
    return more === true && fresh.length > 0;
  };

  const drainSpool = (): void => {
    if (unwritten && !write(unwritten)) return;
    for (let scans = 0; scans < scansMax && drainScan(); scans++);
  };

  const takeDue = (): void => {
    const due = timers.take();
    turn((next) => {
      for (const event of due.events) takeEvent(event, 'timers', next);
      for (const key of due.left) next.leave(key);
    });
  };

  const drain = (): void => {
    // A listener that reads while it is being told something finds everything drained already.
    if (isBusy || isStopped) return;
    isBusy = true;
    try {
      drainSpool();
      takeDue();
    } catch (error) {
      fault({ where: 'hub', reason: wordsOf(error) });
    } finally {
      isBusy = false;
    }
  };

  /** A turn of its own for what does not come by the spool; what waits there goes first. */
  const takeNow = (work: (next: Turn) => void): void => {
    drain();
    if (!turn(work)) throw new VigieError('io', 'The journal cannot be written.', 'See vigie doctor.');
  };

  const any = (id: string): Session | undefined => roster.get(id) ?? journal.recall(id);
  const find = (reference: string): string => {
    const found = findSession(reference, roster.live()) ?? journal.recall(reference);
    if (found) return keyOf(found);
    const past = onlyOne(reference, journal.named(reference, namedMax));
    if (past !== undefined) return past;
    throw new VigieError('not_found', `No session is called "${reference}".`, 'vigie ls shows those there are.');
  };

  const unwatch = spool.watch(drain);
  const endRetention = openRetention({ prune: () => journal.prune(retention), busy_ms: () => busy_ms, now });
  drain();

  return {
    drain,
    snapshot: () => ({
      schema: 1,
      home,
      seq: bus.seq(),
      sessions: Array.from(roster.live(), (session) => viewOf(session, nameOf(session.agent))),
    }),
    changesSince: (seq) => bus.since(seq),
    subscribe: (listener) => bus.subscribe(listener),
    find,
    session(id) {
      const session = any(id);
      return session && viewOf(session, nameOf(session.agent));
    },
    live: (id) => roster.get(id),
    why(id) {
      const session = any(id);
      return session && whyOf(session, nameOf(session.agent), journal.eventsOf(id, whyEvents));
    },
    history: (id, before, limit) => journal.history(id, before, limit),
    async forget(what, isSure) {
      drain();
      const sessions = 'session' in what ? [find(what.session)] : journal.within(what.folder);
      const events = sessions.reduce((sum, id) => sum + journal.countOf(id), 0);
      if (!isSure || sessions.length === 0) return { sessions, events };
      takeNow((next) => {
        for (const id of sessions) if (roster.get(id)) next.leave(id, 'forgotten');
      });
      await wipe(sessions, journal);
      return { sessions, events };
    },
    heard: () => journal.heard(),
    user(kind, references) {
      drain();
      const sessions = references.map(find).flatMap((id) => any(id) ?? []);
      takeNow((next) => {
        for (const { agent, session, host } of sessions)
          takeEvent({ kind, agent, session, host, source: 'user', at_ms: now() }, 'user', next);
      });
    },
    report(report) {
      let mapped: Mapped | undefined;
      takeNow((next) => {
        mapped = takeReport(report, next);
      });
      return mapped ?? { events: [], faults: [], ignored: true };
    },
    tap(listener) {
      taps.add(listener);
      return () => taps.delete(listener);
    },
    events(events) {
      takeNow((next) => {
        for (const event of events) takeEvent(event, event.source, next);
      });
    },
    fault,
    health: () => ({ version, pid: process.pid, started_ms, seq: bus.seq(), spool: spool.status(), faults: journal.faults() }),
    stop() {
      if (isStopped) return;
      unwatch();
      drain();
      timers.stop();
      endRetention();
      isStopped = true;
      journal.close();
    },
  };
};

/** Reports written together; more only make the turn longer, not the write cheaper. */
const reportsPerTurn = 256;
/** More than this waits for the next notification: a flood shall not keep readers out. */
const scansMax = 20;
/** Names told where several sessions of history fit. */
const namedMax = 20;
const whyEvents = 20;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
