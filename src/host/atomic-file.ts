// Writing a file so that it is either the old one or the new one, whatever happens in between.
// Own code: write-file-atomic 7 ignores short writes, so on a full disk it puts half a file in place of a whole one.

import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { VigieError } from '../domain/error.ts';
import { errorText } from './system-error.ts';

/** As many links in a row as Linux follows. */
const linksMax = 40;

/** Where a chain of symbolic links ends, whether or not something is there. Replacing that leaves the links as they are. */
export const linkTarget = (path: string): string => {
  let target = resolve(path);
  for (let links = 0; links < linksMax; links += 1) {
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new VigieError('io', `too many symbolic links at ${path}`, 'Look for links that point at each other.');
};

/**
 * Writes a new file beside `target`, down to the disk, ready to take its place: with its owner and, without `mode`, its mode; 0600 where there
 * is no target. @returns its path. Throws what the system says; then nothing is left behind.
 */
export const writeBeside = (target: string, data: string | Uint8Array, mode?: number): string => {
  const beside = `${target}.vigie-${randomBytes(6).toString('hex')}.tmp`;
  try {
    const before = statSync(target, { throwIfNoEntry: false });
    const file = openSync(beside, 'wx', 0o600);
    try {
      writeFileSync(file, data);
      if (before && (before.uid !== process.getuid?.() || before.gid !== process.getgid?.()))
        giveTo(file, before.uid, before.gid);
      fchmodSync(file, mode ?? (before ? before.mode & 0o7777 : 0o600));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return beside;
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
};

/**
 * Writes beside the file and renames; links stay links, an existing file keeps its owner and, without `mode`, its mode.
 * Throws VigieError `io`; then the file is as it was.
 * @param mode for a file that must have it; a new file gets 0600 otherwise
 */
export const writeAtomically = (path: string, data: string | Uint8Array, mode?: number): void => {
  const target = linkTarget(path);
  let beside: string | undefined;
  try {
    beside = writeBeside(target, data, mode);
    renameSync(beside, target);
  } catch (error) {
    if (beside !== undefined) rmSync(beside, { force: true });
    throw new VigieError('io', `cannot write ${path}: ${errorText(error)}`, 'Check the disk and the rights of its folder.');
  }
};

const giveTo = (file: number, uid: number, gid: number): void => {
  try {
    fchownSync(file, uid, gid);
  } catch {
    // Only root may give a file away. For everybody else it becomes their own, as with any editor.
  }
};
