// Every version of a config file that we replaced or go back to, named by its content: the same bytes are kept once, and none is ever overwritten.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../host/atomic-file.ts';
import { makePrivateFolder } from '../host/private-folder.ts';

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export interface Backups {
  /** Where the bytes of a hash lie. */
  pathOf(hash: string): string;
  /** Keeps bytes with the mode of their file. @returns their hash. Throws VigieError; then nothing may be written over them. */
  keep(bytes: Buffer, mode: number): string;
  /** Undefined where they are gone or no longer what they were. */
  read(hash: string): Buffer | undefined;
  /** Lets go of old ones that nobody needs for going back. */
  prune(needed: ReadonlySet<string>, now: number): void;
}

const keptMs = 90 * 24 * 60 * 60 * 1000;

export const openBackups = (folder: string): Backups => {
  const pathOf = (hash: string): string => join(folder, hash);
  const read = (hash: string): Buffer | undefined => {
    try {
      const bytes = readFileSync(pathOf(hash));
      return hashOf(bytes) === hash ? bytes : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    pathOf,
    keep(bytes, mode) {
      const hash = hashOf(bytes);
      if (read(hash)) return hash;
      makePrivateFolder(folder);
      writeAtomically(pathOf(hash), bytes, mode & 0o777);
      return hash;
    },
    read,
    prune(needed, now) {
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (!needed.has(name) && now - (statSync(pathOf(name), { throwIfNoEntry: false })?.mtimeMs ?? now) > keptMs)
          rmSync(pathOf(name), { force: true });
    },
  };
};
