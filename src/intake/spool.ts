// The folder where reports wait for the hub (architecture, section 5; docs/spool.md). Relays and plugins write there, only the hub deletes.

import { readdirSync, unlinkSync } from 'node:fs';
import { sep } from 'node:path';
import type { Report } from '../agentfile/report.ts';
import type { Fault } from '../domain/fault.ts';
import type { SpoolStatus } from '../domain/health.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import { errorCode, errorText } from '../host/system-error.ts';
import type { Arrival, Rank } from './arrival-order.ts';
import { inOrder } from './arrival-order.ts';
import { watchFolder } from './folder-watch.ts';
import type { Header } from './header.ts';
import type { PlaceOf } from './place-claim.ts';
import { countQuarantined, setAside } from './quarantine.ts';
import type { Entry } from './spool-file.ts';
import { entryOf, payloadBytesMax, readSpoolFile } from './spool-file.ts';

export interface SpoolOptions {
  folder: string;
  /** Where files go that can't be read, each with its reason beside it. */
  quarantine: string;
  /** Order of events that were born in one moment. */
  rank: Rank;
  placeOf: PlaceOf;
  now?: () => number;
}

/** A file that waits; `file` is its name for `remove`, and unlike that of the disk it never comes again. */
export interface Waiting {
  file: string;
  report: Report;
}

/** None of these throws. */
export interface Spool {
  /**
   * The oldest whole files in their order, at most 500, and whether more wait behind them; faults are what could not be taken. The same
   * come again until they are removed.
   */
  scan(): { waiting: Waiting[]; more?: true; faults: Fault[] };
  /** Deletes what is safely written down elsewhere. */
  remove(files: readonly string[]): void;
  /** Calls back whenever a scan is due: on notification, and every 10 s (every second while there are no notifications). */
  watch(onChange: () => void): () => void;
  status(): SpoolStatus;
}

const filesMax = 500;
/** Bytes read in one scan; one file is read whatever its size. */
const scanBytesMax = 64 * 1024 * 1024;
/** All waiting files together; beyond it the oldest are given up. */
const spoolBytesMax = 256 * 1024 * 1024;
const spoolAgeMaxMs = 7 * 24 * 60 * 60_000;
/** A file that nobody has written to for this long will not become whole. */
const settledMs = 10_000;
/** A writer's own time counts when it is no further from the file's than this. */
const clockToleranceMs = 60_000;

/** Makes the folders. Throws VigieError when they can't be this user's alone. */
export const openSpool = ({ folder, quarantine, rank, placeOf, now = Date.now }: SpoolOptions): Spool => {
  makePrivateFolder(folder);
  makePrivateFolder(quarantine);
  // Not `join`: these are the hub's hottest lines, and it parses both paths anew each time.
  const pathOf = ({ name }: Pick<Entry, 'name'>): string => folder + sep + name;
  const handedOut = new Map<string, Entry>();
  /** Neither to be read again nor possible to be got rid of. */
  const stuck = new Set<string>();
  let dropped = 0;
  let watching: SpoolStatus['watching'] = 'poll';

  /** Oldest first; of one moment by their numbers, which go up while nobody takes them. */
  const entries = (): Entry[] =>
    readdirSync(folder)
      .map((name) => entryOf(pathOf({ name }), name))
      .filter((entry) => entry !== undefined)
      .toSorted((a, b) => a.born_ms - b.born_ms || Number(a.name) - Number(b.name) || 0);

  const discard = (entry: Entry): void => {
    try {
      // Its number may be another file's by now.
      if (entryOf(pathOf(entry), entry.name)?.file === entry.file) unlinkSync(pathOf(entry));
    } catch {
      stuck.add(entry.file);
    }
  };

  const refuse = (entry: Entry, reason: string, faults: Fault[]): undefined => {
    if (!setAside(pathOf(entry), quarantine, reason, now())) stuck.add(entry.file);
    faults.push({ where: 'spool', reason: `a file was set aside: ${reason}` });
  };

  /** Gives up what is too old, and the oldest of what is too much. */
  const withinBounds = (entries: Entry[], faults: Fault[]): Entry[] => {
    // One that is too much by itself goes alone, whatever its age: the others are not to make room for it.
    const isHuge = ({ size }: Entry): boolean => size > spoolBytesMax;
    let bytes = entries.reduce((sum, entry) => sum + (isHuge(entry) ? 0 : entry.size), 0);
    return entries.filter((entry) => {
      const isOld = now() - entry.born_ms > spoolAgeMaxMs;
      if (!isOld && !isHuge(entry) && bytes <= spoolBytesMax) return true;
      if (!isHuge(entry)) bytes -= entry.size;
      dropped += 1;
      discard(entry);
      faults.push({ where: 'spool', reason: isOld ? 'a file waited for more than 7 days' : 'more than 256 MiB waited' });
      return false;
    });
  };

  const take = (entry: Entry, faults: Fault[]): (Arrival & Waiting) | undefined => {
    const isSettled = Math.abs(now() - entry.changed_ms) > settledMs;
    if (entry.refusal !== undefined) return refuse(entry, entry.refusal, faults);
    // Plugins write under a name with a dot and rename.
    if (entry.name.startsWith('.')) return isSettled ? refuse(entry, 'its writing was cut short', faults) : undefined;
    const content = readSpoolFile(pathOf(entry), isSettled);
    if (content === 'growing') return undefined;
    if ('reason' in content) return refuse(entry, content.reason, faults);
    const { header, payload, isCut } = content;
    if (isCut)
      faults.push({
        where: `${header.agent} ${header.event}`,
        reason: `a payload of more than ${payloadBytesMax >> 20} MiB was left out`,
      });
    // Its writer may have ended it between the look and the reading: the time of its last change is part of what it is known by.
    const whole = entryOf(pathOf(entry), entry.name) ?? entry;
    handedOut.set(whole.file, whole);
    const born_ms = bornAt(header, entry);
    const report = reportOf(header, payload, Math.floor(Math.min(born_ms, now())));
    return { agent: report.agent, event: report.event, born_ms, pid: header.pid, file: whole.file, report };
  };

  const bornAt = (header: Header, entry: Entry): number =>
    header.at_ms !== undefined && Math.abs(header.at_ms - entry.born_ms) <= clockToleranceMs ? header.at_ms : entry.born_ms;

  const reportOf = (header: Header, payload: Uint8Array, at_ms: number): Report => ({
    agent: header.agent,
    event: header.event,
    payload,
    source: header.source,
    ...(header.custom && { custom: true }),
    at_ms,
    cwd: header.cwd,
    place: placeOf(header, at_ms),
    env: header.env,
  });

  const scan = (faults: Fault[]): { waiting: Waiting[]; more?: true } => {
    const arrivals: (Arrival & Waiting)[] = [];
    let more = false;
    let bytes = 0;
    for (const entry of withinBounds(entries(), faults)) {
      if (stuck.has(entry.file)) continue;
      more = arrivals.length >= filesMax || (bytes > 0 && bytes + entry.size > scanBytesMax);
      if (more) break;
      const arrival = take(entry, faults);
      if (!arrival) continue;
      bytes += entry.size;
      arrivals.push(arrival);
    }
    return { waiting: inOrder(arrivals, rank).map(({ file, report }) => ({ file, report })), ...(more && { more }) };
  };

  return {
    scan() {
      const faults: Fault[] = [];
      try {
        return { ...scan(faults), faults };
      } catch (error) {
        faults.push({
          where: 'spool',
          reason: `its folder can not be read: ${errorCode(error) ?? errorText(error)}`,
        });
        return { waiting: [], faults };
      }
    },
    remove(files) {
      for (const file of files) {
        const entry = handedOut.get(file);
        if (entry) discard(entry);
        handedOut.delete(file);
      }
    },
    watch: (onChange) =>
      watchFolder(folder, onChange, (how) => {
        watching = how;
      }),
    status: () => ({ waiting: countWaiting(folder), quarantined: countQuarantined(quarantine), watching, dropped }),
  };
};

const countWaiting = (folder: string): number => {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.')).length;
  } catch {
    return 0;
  }
};
