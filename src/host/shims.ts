// Shims: shell files under the names of Gnista's, tma's and Coucou's own programs, so that what was written for those speaks to Vigie.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './atomic-file.ts';
import type { Paths, Surroundings } from './folders.ts';
import { shellQuoted } from './launchers.ts';
import { packageRoot } from './package-root.ts';

export const shimNames = ['gnista', 'tma', 'coucou'] as const;
export type ShimName = (typeof shimNames)[number];

interface ShimFile {
  /** File in `relay/shims/`. */
  template: string;
  /** Absolute path. */
  path: string;
}

/** Where Coucou keeps its relay, under which name, on this system. */
const coucouPlace = ({ env, home, platform }: Surroundings): { folder: string; name: string } => {
  if (platform === 'darwin') return { folder: join(home, 'Library', 'Application Support', 'NotchBuddy'), name: 'nb-hook' };
  if (platform === 'win32')
    return { folder: join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Coucou', 'bin'), name: 'coucou-hook' };
  return { folder: join(home, '.local', 'share', 'coucou', 'bin'), name: 'coucou-hook' };
};

/** @param folder in place of where the program is looked for: the launchers' folder, and Coucou's own */
export const shimFiles = (name: ShimName, { bin }: Pick<Paths, 'bin'>, where: Surroundings, folder?: string): ShimFile[] => {
  if (name === 'coucou') {
    const place = coucouPlace(where);
    return [{ template: 'coucou-hook', path: join(folder ?? place.folder, place.name) }];
  }
  const names = name === 'tma' ? ['tma', 'tma-hook'] : [name];
  return names.map((each) => ({ template: each, path: join(folder ?? bin, each) }));
};

/** What stands in every shim and in nothing else. */
const mark = '\n# A shim of Vigie for ';

type Stands = 'nothing' | 'ours' | 'other';

const standingAt = (path: string): Stands => {
  if (!existsSync(path)) return 'nothing';
  return readFileSync(path, 'latin1').slice(0, 1_024).includes(mark) ? 'ours' : 'other';
};

/** Where the real program is kept while the shim stands in its place. */
export const keptPath = (path: string): string => `${path}.before-vigie`;

export type ShimOutcome = 'written' | 'replaced' | 'refused';

/**
 * @param bin the launchers' folder, which the shim calls
 * @param replace a program that is not ours is moved aside, not refused
 * @returns `refused` where a real program stands, or one is kept beside already. Throws what the file system throws.
 */
export const installShim = ({ template, path }: ShimFile, bin: string, replace: boolean): ShimOutcome => {
  const stands = standingAt(path);
  const isReal = stands === 'other';
  if (isReal && (!replace || existsSync(keptPath(path)))) return 'refused';
  const text = readFileSync(join(packageRoot(), 'relay', 'shims', template), 'utf8').replace('@bin@', () => shellQuoted(bin));
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  if (isReal) renameSync(path, keptPath(path));
  writeAtomically(path, text, 0o700);
  return isReal ? 'replaced' : 'written';
};

export type ShimRemoval = 'removed' | 'restored' | 'absent' | 'refused';

/** Takes a shim away and puts back what was kept. @returns `refused` for a program that is not ours. Throws what the file system throws. */
export const removeShim = ({ path }: Pick<ShimFile, 'path'>): ShimRemoval => {
  const stands = standingAt(path);
  if (stands === 'other') return 'refused';
  if (stands === 'nothing') return 'absent';
  if (existsSync(keptPath(path))) {
    renameSync(keptPath(path), path);
    return 'restored';
  }
  rmSync(path);
  return 'removed';
};
