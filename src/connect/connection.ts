// Carries a plan out: everything checked, then everything backed up, then written down, then done; undone where it can't be done whole.
// Its caller holds the lock, so no other process of ours is at it.

import { mkdirSync, rmdirSync, rmSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { VigieError } from '../domain/error.ts';
import { errorText } from '../host/system-error.ts';
import type { Backups } from './backups.ts';
import { hashOf } from './backups.ts';
import type { ConfigFile } from './config-file.ts';
import { leftovers, readConfigFile, replaceFile } from './config-file.ts';
import type { Entry } from './ledger.ts';
import { isFor, readLedger, writeLedger } from './ledger.ts';
import type { Intent, Placement, Plan } from './plan.ts';
import { isChange, isSame, planFor } from './plan.ts';

export interface Workplace {
  /** `ledger.json` */
  ledger: string;
  backups: Backups;
  now: () => number;
}

/** A file that is not to be touched. */
export interface Left {
  file: string;
  why: string;
}

export interface Plans {
  plans: Plan[];
  /** Files that stay as they are while the agent is connected all the same. */
  left: Left[];
}

/** What is to happen to the files of one agent; a file that can't be edited stops them all. Touches nothing. Throws VigieError for our own ledger. */
export const planAll = (
  placements: readonly Placement[],
  intent: Intent,
  { ledger, backups }: Workplace,
): Plans | { refused: Left } => {
  const entries = readLedger(ledger);
  const plans: Plan[] = [];
  const left: Left[] = [];
  for (const placement of placements) {
    const plan = planFor(placement, intent, entries.find(isFor(placement)), backups);
    if (!('refused' in plan)) plans.push(plan);
    else if (plan.isMinor === true) left.push({ file: placement.file, why: plan.refused });
    else return { refused: { file: placement.file, why: plan.refused } };
  }
  return { plans, left };
};

/** Others may come in this often before we give up. */
const attemptsMax = 10;

/**
 * Does for one agent what `planAll` says now, which may be more than a person was shown: others may have written since.
 * Throws VigieError where it can't be done; then what was done is undone.
 */
export const carryOut = (placements: readonly Placement[], intent: Intent, workplace: Workplace): Plans | { refused: Left } => {
  const { ledger, backups, now } = workplace;
  const planned = planAll(placements, intent, workplace);
  if ('refused' in planned) return planned;
  for (const plan of planned.plans) sweep(plan, backups);
  const before = readLedger(ledger);
  const entries = new Map(planned.plans.map((plan) => [plan, before.find(isFor(plan.placement))]));
  const plans = planned.plans.filter((plan) => isChange(plan) || isNews(plan, intent, entries.get(plan)));
  if (plans.length === 0) return planned;

  for (const plan of plans) backUp(plan, backups);
  const intended = plans.map((plan) => intendedEntry(plan, intent, entries.get(plan), now()));
  writeLedger(ledger, [...withoutPlans(before, plans), ...intended]);

  const done = [...plans];
  try {
    for (const [index, plan] of plans.entries()) {
      const entry = intended[index];
      if (entry) done[index] = write(plan, intent, entry, workplace);
    }
  } catch (error) {
    const isAsBefore = done.map(takeBack).every(Boolean);
    if (isAsBefore) writeLedger(ledger, before);
    for (const { folders } of intended) removeFolders(folders);
    throw error instanceof VigieError
      ? error
      : new VigieError('io', errorText(error), isAsBefore ? 'Nothing was changed.' : 'See how it stands: vigie connect --check');
  }

  const finished = intent.isWanted ? done.flatMap((plan, index) => finishedEntry(plan, intended[index]) ?? []) : [];
  if (!intent.isWanted) for (const { folders } of intended) removeFolders(folders);
  writeLedger(ledger, [...withoutPlans(before, plans), ...finished]);
  backups.prune(new Set([...before, ...finished].flatMap(({ bare }) => bare ?? [])), now());
  return {
    plans: planned.plans.map((plan) => done.find(({ placement }) => placement === plan.placement) ?? plan),
    left: planned.left,
  };
};

const withoutPlans = (entries: readonly Entry[], plans: readonly Plan[]): Entry[] =>
  entries.filter((entry) => !plans.some(({ placement }) => isFor(placement)(entry)));

/** Whether the ledger has to say something new though the file stays as it is. */
const isNews = ({ events, declined }: Plan, { isWanted }: Intent, entry: Entry | undefined): boolean => {
  if (!isWanted) return entry !== undefined;
  return (
    !entry ||
    entry.pending === true ||
    entry.events.join('\n') !== events.join('\n') ||
    entry.declined.join('\n') !== declined.join('\n')
  );
};

const privateMode = 0o600;

const modeOf = ({ target }: ConfigFile): number => statSync(target, { throwIfNoEntry: false })?.mode ?? privateMode;

/** A process of ours was killed at its work. What it left may hold what somebody else wrote just then. */
const sweep = ({ file }: Plan, backups: Backups): void => {
  for (const leftover of leftovers(file.target)) {
    backups.keep(readFileSync(leftover), modeOf(file));
    rmSync(leftover, { force: true });
  }
};

const backUp = ({ file, bare }: Plan, backups: Backups): void => {
  for (const bytes of [file.bytes, bare]) if (bytes) backups.keep(bytes, modeOf(file));
};

/** What the ledger says while the file may or may not have been written. */
const intendedEntry = (
  { placement, file, after, bare, events, declined }: Plan,
  { isWanted }: Intent,
  entry: Entry | undefined,
  at_ms: number,
): Entry => {
  const { agent, file: path, part, project } = placement;
  const bareHash = bare ? hashOf(bare) : null;
  const known = entry && entry.bare === bareHash ? entry.after : [];
  const folders = [...missingFolders(dirname(file.target)), ...(entry?.folders ?? [])];
  return {
    agent,
    file: path,
    part,
    ...(project !== undefined && { project }),
    after: isWanted && after ? [...new Set([...known, hashOf(after)])] : known,
    bare: bareHash,
    folders: [...new Set(folders)],
    events: isWanted ? events : (entry?.events ?? []),
    declined: isWanted ? declined : (entry?.declined ?? []),
    pending: true,
    at_ms,
  };
};

const finishedEntry = ({ after }: Plan, intended: Entry | undefined): Entry | undefined => {
  if (!intended || !after) return undefined;
  const { pending: _, ...entry } = intended;
  return { ...entry, after: [hashOf(after)] };
};

/** Writes, planning anew as often as somebody else was quicker. @returns the plan that was done */
const write = (first: Plan, intent: Intent, intended: Entry, { ledger, backups }: Workplace): Plan => {
  let plan = first;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (!isChange(plan)) return plan;
    if (plan.after)
      for (const folder of missingFolders(dirname(plan.file.target)).toReversed()) mkdirSync(folder, { mode: 0o700 });
    if (replaceFile(plan.file, plan.after, plan.placement.mode)) return plan;
    const entries = readLedger(ledger);
    const next = planFor(plan.placement, intent, { ...intended, pending: false, declined: plan.declined, events: [] }, backups);
    if ('refused' in next)
      throw new VigieError(
        'refused',
        `${plan.placement.file}: ${next.refused}`,
        'Somebody else wrote to it just now. Try again.',
      );
    plan = next;
    backUp(plan, backups);
    Object.assign(intended, intendedEntry(plan, intent, intended, intended.at_ms));
    writeLedger(
      ledger,
      entries.map((entry) => (isFor(intended)(entry) ? intended : entry)),
    );
  }
  throw new VigieError('refused', `${plan.placement.file} is being written to all the time`, 'Try again when that is over.');
};

/** Puts a file back as it was before this run, if it was written at all. False where somebody else has written since, or it can't be done. */
const takeBack = ({ placement, file, after }: Plan): boolean => {
  const now = readConfigFile(placement.file);
  if ('refused' in now) return false;
  if (isSame(now.bytes, file.bytes)) return true;
  try {
    return isSame(now.bytes, after) && replaceFile(now, file.bytes, placement.mode);
  } catch {
    return false;
  }
};

/** The innermost first. */
const missingFolders = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false }) || folder === dirname(folder) ? [] : [folder, ...missingFolders(dirname(folder))];

/** Those that hold nothing any more. */
const removeFolders = (folders: readonly string[]): void => {
  for (const folder of folders)
    try {
      rmdirSync(folder);
    } catch {
      // Somebody uses it by now, or it is gone.
    }
};
