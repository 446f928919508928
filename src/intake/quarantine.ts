// Files that could not be taken, kept for a while with their reasons so that somebody can find out why.

import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Beyond either the oldest go. */
const filesMax = 100;
const bytesMax = 64 * 1024 * 1024;

const reasonSuffix = '.reason';

/**
 * Moves a file, a link or whatever it is there without opening it, and writes why beside it. Never throws.
 * @returns whether it is away
 */
export const setAside = (path: string, quarantine: string, reason: string, now_ms: number): boolean => {
  const name = `${Math.floor(now_ms)}-${basename(path)
    .replace(/[^\w+-]/gu, '_')
    .slice(0, 128)}`;
  try {
    renameSync(path, join(quarantine, name));
    writeFileSync(join(quarantine, `${name}${reasonSuffix}`), `${reason}\n`, { mode: 0o600 });
    prune(quarantine);
    return true;
  } catch {
    return false;
  }
};

const namesIn = (quarantine: string): string[] => readdirSync(quarantine).filter((name) => !name.endsWith(reasonSuffix));

const prune = (quarantine: string): void => {
  let bytes = 0;
  // Names begin with the time, so they sort by it.
  for (const [index, name] of namesIn(quarantine).toSorted().toReversed().entries()) {
    bytes += lstatSync(join(quarantine, name), { throwIfNoEntry: false })?.size ?? 0;
    if (index < filesMax && bytes <= bytesMax) continue;
    rmSync(join(quarantine, name), { recursive: true, force: true });
    rmSync(join(quarantine, `${name}${reasonSuffix}`), { force: true });
  }
};

export const countQuarantined = (quarantine: string): number => {
  try {
    return namesIn(quarantine).length;
  } catch {
    return 0;
  }
};
