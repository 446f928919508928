// What is to happen to one file: worked out from its bytes and from what we did before, checked by a second parser, and not yet done.

import { isDeepStrictEqual } from 'node:util';
import type { Backups } from './backups.ts';
import { hashOf } from './backups.ts';
import type { ConfigFile } from './config-file.ts';
import { bytesOf, readConfigFile, textOf } from './config-file.ts';
import type { Format, Refusal, Standing } from './format.ts';
import type { Entry } from './ledger.ts';

/** A file of an agent, and what may stand in it. */
export interface Placement {
  agent: string;
  /** Absolute path, as the agent knows it. */
  file: string;
  /** The agent file's own words for it, by which it is found again. */
  part: string;
  project: string | undefined;
  format: Format;
  /** Of a new file. */
  mode: number;
  /** The file is ours alone: it goes when nothing but our own is left. */
  isOwn: boolean;
}

export interface Plan {
  placement: Placement;
  file: ConfigFile;
  /** What the file becomes; undefined where it goes, the same bytes where nothing is to do. */
  after: Buffer | undefined;
  /** The file without us; undefined where there is none. */
  bare: Buffer | undefined;
  events: string[];
  declined: string[];
}

export interface Intent {
  /** Connects; false takes everything of ours out. */
  isWanted: boolean;
  /** Also the hooks that a person took out. */
  allEvents: boolean;
}

export const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one && other ? one.equals(other) : one === other;

export const isChange = ({ file, after }: Plan): boolean => !isSame(file.bytes, after);

/** Touches nothing. A refusal says why the file is not to be touched. */
export const planFor = (
  placement: Placement,
  { isWanted, allEvents }: Intent,
  entry: Entry | undefined,
  backups: Backups,
): Plan | Refusal => {
  const file = readConfigFile(placement.file);
  if ('refused' in file) return file;
  try {
    const { format } = placement;
    const found = format.find(file.text);
    if ('refused' in found) return found;
    const declined = isWanted && !allEvents ? declinedEvents(format, found, entry) : [];
    const events = isWanted ? format.events.filter((event) => !declined.includes(event)) : [];
    const bare = bareOf(placement, file, found, entry, backups);
    if (bare && 'refused' in bare) return bare;
    const plan = { placement, file, bare, events, declined };
    if (!isWanted) return { ...plan, after: bare };
    if (isExactly(found, events)) return { ...plan, after: file.bytes };
    const after = format.put(textOf(bare), events);
    if (typeof after !== 'string') return after;
    const broken = mistakeIn(format, file.text, after, events);
    return broken ?? { ...plan, after: bytesOf(after, file) };
  } catch (error) {
    if (error instanceof RangeError) return { refused: 'it is nested too deeply' };
    throw error;
  }
};

/** Hooks that we had put there and that are gone while others of ours still stand: a person's choice, as one that lost all of them is not. */
const declinedEvents = ({ events }: Format, found: readonly Standing[], entry: Entry | undefined): string[] => {
  if (!entry || entry.pending) return entry?.declined ?? [];
  const stands = new Set(found.map(({ event }) => event));
  const removed = found.length > 0 ? entry.events.filter((event) => !stands.has(event)) : [];
  const all = new Set([...entry.declined, ...removed]);
  return events.filter((event) => all.has(event) && !stands.has(event));
};

const isExactly = (found: readonly Standing[], events: readonly string[]): boolean =>
  found.length === events.length &&
  found.every(({ isCurrent }) => isCurrent) &&
  isDeepStrictEqual(new Set(found.map(({ event }) => event)), new Set(events));

/** The very bytes from before us while the file is as we left it, else what is left when ours is taken out of it. */
const bareOf = (
  { format, isOwn }: Placement,
  file: ConfigFile,
  found: readonly Standing[],
  entry: Entry | undefined,
  backups: Backups,
): Buffer | Refusal | undefined => {
  if (!file.bytes) return undefined;
  const kept = entry?.bare === null || entry === undefined ? undefined : backups.read(entry.bare);
  if (entry?.after.includes(hashOf(file.bytes))) {
    if (entry.bare === null) return undefined;
    if (kept) return kept;
  }
  if (found.length === 0) return file.bytes;
  const bare = format.without(file.text, textOf(kept));
  if (typeof bare !== 'string') return bare;
  const broken = mistakeIn(format, file.text, bare, []);
  if (broken) return broken;
  const wasMade = isOwn || entry?.bare === null;
  return wasMade && format.isBlank(bare) ? undefined : bytesOf(bare, file);
};

/** Another parser must find in the new text what it finds in the old one, and of ours exactly what was asked for. */
const mistakeIn = (format: Format, before: string, after: string, events: readonly string[]): Refusal | undefined => {
  const found = format.find(after);
  if ('refused' in found) return { refused: `what it would become can't be read (${found.refused})` };
  if (!isExactly(found, events)) return { refused: 'our hooks can not be told apart in it' };
  try {
    if (isDeepStrictEqual(format.foreign(before), format.foreign(after))) return undefined;
    return { refused: 'it can not be edited without touching what is not ours' };
  } catch (error) {
    return { refused: `it can't be read: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}` };
  }
};
