// What happened, for good: events, sessions, faults and tokens. The journal outlives its file: a damaged one is set aside, never
// deleted, and a new one begun in its place.

import { existsSync, renameSync } from 'node:fs';
import { dirname, join, parse, sep } from 'node:path';
import type { Event } from '../domain/event.ts';
import type { Fault, FaultCount } from '../domain/fault.ts';
import type { HistoryEvent } from '../domain/list.ts';
import type { Session } from '../domain/session.ts';
import { isDamage } from './sqlite.ts';
import type { Batch, Position, Store } from './store.ts';
import { openStore } from './store.ts';

export interface Retention {
  /** Events older than this go. */
  days: number;
  /** Events go, the oldest first, while the journal uses more than this. */
  bytes: number;
}

export interface Journal {
  /** How far it had come when it was opened. */
  position(): Position;
  /** Sessions that were live when last written. */
  live(): Session[];
  /** Any session by its key, live or ended. Does not throw. */
  recall(key: string): Session | undefined;
  /** When each agent was last heard, in epoch milliseconds, as far back as sessions are kept. Does not throw. */
  heard(): ReadonlyMap<string, number>;
  /** The latest events of a session, newest first. Does not throw. */
  eventsOf(key: string, limit: number): (Event & { seq: number })[];
  /** Events before that number, newest first, each with the id of its session: of one session, or of all. Does not throw. */
  history(key: string | undefined, before: number, limit: number): HistoryEvent[];
  /** Ids of sessions, live or ended, that begin so or whose session id does: at most `some`. Does not throw. */
  named(start: string, some: number): string[];
  /** Ids of sessions, live or ended, that last worked in this folder or below it. Does not throw. */
  within(folder: string): string[];
  /** How many events of a session there are. Does not throw. */
  countOf(key: string): number;
  /** Events whose prompt, message or reply holds all these words, newest first. Does not throw. */
  search(words: string, limit: number): (Event & { seq: number })[];
  /**
   * Writes a batch, all or nothing. `anew` says that the file was damaged and a new one begun: then only this batch is in it.
   * Throws when nothing was written: disk full, no right to write.
   */
  append(batch: Batch): 'written' | 'anew';

  /** Counts a fault, and says how often it was seen by now; it is written with the next batch. */
  count(fault: Fault): number;
  /** Whether faults were counted that no batch has written yet. */
  unwritten(): boolean;
  /** Latest first. */
  faults(): FaultCount[];

  addToken(hash: string, expires_ms: number): void;
  hasToken(hash: string): boolean;
  clearTokens(): void;
  /** Small things to remember, by name. */
  remembered(name: string): string | undefined;
  remember(name: string, value: string): void;

  /** Drops what is over the bounds, a bounded number of the oldest events; true when more is left to drop. Does not throw. */
  prune(keep: Retention): boolean;
  /** One step of forgetting a session for good: some of its events, the session with the last of them. True when more is left. */
  forgetSome(key: string): boolean;
  /** One step of making what was forgotten unreadable in the file. True when more is left; the last one writes the file anew. */
  wipeSome(): boolean;
  /** Bytes that it uses. Does not throw. */
  bytes(): number;
  close(): void;
}

/** Kinds of faults kept; the one not seen for longest makes room. */
const faultsMax = 200;
/** Events dropped in one step: some milliseconds. */
const stepEvents = 100;
/** Pages of the index merged in one step. */
const stepPages = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** Opens or makes the journal. Throws VigieError for one of a newer Vigie, or what the file system throws. */
export const openJournal = (path: string, now: () => number = Date.now): Journal => {
  const faults = new Map<string, FaultCount>();
  const changed = new Set<string>();

  const count = ({ where, reason }: Fault): number => {
    const key = `${where}\n${reason}`;
    const known = faults.get(key);
    const seen = { where, reason, first_ms: known?.first_ms ?? now(), last_ms: now(), count: (known?.count ?? 0) + 1 };
    // Set anew, so that the map stays in the order of last sight.
    faults.delete(key);
    faults.set(key, seen);
    changed.add(key);
    const oldest = faults.size > faultsMax ? faults.entries().next().value : undefined;
    if (oldest) {
      faults.delete(oldest[0]);
      changed.delete(oldest[0]);
      read((file) => file.dropFault(oldest[1]), undefined);
    }
    return seen.count;
  };

  /** Opens the file and reads what the hub needs at once, so that damage shows here. */
  const open = (): Store => {
    const file = openStore(path);
    try {
      file.live();
      for (const fault of file.faults().sort((a, b) => a.last_ms - b.last_ms))
        faults.set(`${fault.where}\n${fault.reason}`, fault);
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  };
  const beginAnew = (damage: unknown): Store => {
    const aside = setAside(path, now());
    count({
      where: 'journal',
      reason: `it was damaged (${damage instanceof Error ? damage.message : String(damage)}) and was set aside as ${aside}; history begins anew`,
    });
    return open();
  };
  let store: Store;
  const replace = (damage: unknown): void => {
    try {
      store.close();
    } catch {
      // A damaged file may refuse its last checkpoint; it is let go all the same.
    }
    for (const key of faults.keys()) changed.add(key);
    store = beginAnew(damage);
  };
  const read = <T>(work: (file: Store) => T, otherwise: T): T => {
    try {
      return work(store);
    } catch (error) {
      if (isDamage(error)) replace(error);
      else count({ where: 'journal', reason: `cannot be read: ${error instanceof Error ? error.message : String(error)}` });
      return otherwise;
    }
  };

  try {
    store = open();
  } catch (error) {
    if (!isDamage(error)) throw error;
    store = beginAnew(error);
  }

  const write = (batch: Batch): void => {
    store.append(
      batch,
      [...changed].flatMap((key) => faults.get(key) ?? []),
    );
    changed.clear();
  };

  return {
    // A new journal counts changes from the time of day: no number of an older one is ever taken for one of its own.
    position: () => store.position() ?? { seq: 0, change: now(), files: [] },
    live: () => read((file) => file.live(), []),
    recall: (key) => read((file) => file.recall(key), undefined),
    heard: () => read((file) => file.heard(), new Map<string, number>()),
    eventsOf: (key, limit) => read((file) => file.eventsOf(key, limit), []),
    history: (key, before, limit) => read((file) => file.history(key, before, limit), []),
    named: (start, some) => (start === '' ? [] : read((file) => file.keysLike(start, some), [])),
    within: (folder) => read((file) => file.keysIn(folder, sep), []),
    countOf: (key) => read((file) => file.countOf(key), 0),
    search(words, limit) {
      const terms = words.split(/\s+/u).filter((word) => word !== '');
      const query = terms.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
      return query === '' ? [] : read((file) => file.search(query, limit), []);
    },
    append(batch) {
      try {
        write(batch);
        return 'written';
      } catch (error) {
        if (!isDamage(error)) throw error;
        replace(error);
        write(batch);
        return 'anew';
      }
    },

    count,
    unwritten: () => changed.size > 0,
    faults: () => [...faults.values()].toReversed(),

    addToken: (hash, expires_ms) => {
      store.clearTokens(now());
      store.addToken(hash, expires_ms);
    },
    hasToken: (hash) => read((file) => (file.tokenExpiry(hash) ?? 0) > now(), false),
    clearTokens: () => store.clearTokens(Number.MAX_SAFE_INTEGER),
    remembered: (name) => read((file) => file.meta(name), undefined),
    remember: (name, value) => store.putMeta(name, value),

    prune(keep) {
      const before_ms = now() - keep.days * dayMs;
      const due = (file: Store): number => {
        const { seq, old } = file.oldest(stepEvents, before_ms);
        return file.bytes() > keep.bytes ? seq : old;
      };
      return read((file) => {
        const last = due(file);
        if (last === 0) return false;
        file.dropUpTo(last);
        return due(file) > 0;
      }, false);
    },
    forgetSome: (key) => store.dropSomeOf(key, stepEvents),
    wipeSome() {
      if (store.mergeWords(stepPages)) return true;
      store.vacuum();
      return false;
    },
    bytes: () => read((file) => file.bytes(), 0),
    close: () => store.close(),
  };
};

const sides = ['', '-wal', '-shm'];

/** Renames the file and its side files together, so that SQLite's own tools can still open what is left. Gives the new name. */
const setAside = (path: string, now_ms: number): string => {
  const { name, ext } = parse(path);
  const stamp = new Date(now_ms).toISOString().replaceAll(/[:.]/gu, '-');
  const aside = `${name}.damaged-${stamp}${ext}`;
  for (const side of sides) if (existsSync(path + side)) renameSync(path + side, join(dirname(path), aside + side));
  return aside;
};
