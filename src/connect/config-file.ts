// A config file of somebody else: read as it is, and replaced only while it still is what was read.

import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linkTarget, writeBeside } from '../host/atomic-file.ts';
import { errorCode, errorText } from '../host/system-error.ts';
import type { Refusal } from './format.ts';

export interface ConfigFile {
  /** As the agent knows it. */
  path: string;
  /** Where its links end. */
  target: string;
  /** Undefined where there is no file. */
  bytes: Buffer | undefined;
  /** Without its byte order mark; empty where there is no file. */
  text: string;
  hasMark: boolean;
}

const bytesMax = 16 * 1024 * 1024;
const mark = '\uFEFF';

export const readConfigFile = (path: string): ConfigFile | Refusal => {
  try {
    const target = linkTarget(path);
    const info = statSync(target, { throwIfNoEntry: false });
    if (!info) return withoutFile(path, target);
    if (info.isDirectory()) return { refused: 'it is a folder' };
    if (!info.isFile()) return { refused: 'it is no plain file' };
    if (info.size > bytesMax) return { refused: `it is larger than ${bytesMax / 1024 / 1024} MB` };
    if ((info.mode & 0o222) === 0) return { refused: 'it is read-only' };
    accessSync(target, constants.R_OK | constants.W_OK);
    return configFileOf(path, target, readFileSync(target));
  } catch (error) {
    return { refused: `it cannot be read: ${errorText(error)}` };
  }
};

/** A new file may go where a link points to, but not into a folder that is not there: its disk may be away. */
const withoutFile = (path: string, target: string): ConfigFile | Refusal => {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLink && !statSync(dirname(target), { throwIfNoEntry: false })?.isDirectory())
    return { refused: `it is a link to ${target}, whose folder is not there` };
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    const info = lstatSync(folder, { throwIfNoEntry: false });
    if (info && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { refused: `${folder} is not a folder` };
    if (info || folder === dirname(folder)) break;
  }
  return { path, target, bytes: undefined, text: '', hasMark: false };
};

const configFileOf = (path: string, target: string, bytes: Buffer): ConfigFile | Refusal => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasMark = text.startsWith(mark);
    return { path, target, bytes, text: hasMark ? text.slice(mark.length) : text, hasMark };
  } catch {
    return { refused: 'it is not valid UTF-8' };
  }
};

/** A text as it is written to this file. */
export const bytesOf = (text: string, { hasMark }: Pick<ConfigFile, 'hasMark'>): Buffer =>
  Buffer.from(hasMark ? mark + text : text, 'utf8');

/** The text of bytes that were once in a file. */
export const textOf = (bytes: Buffer | undefined): string => {
  const text = bytes?.toString('utf8') ?? '';
  return text.startsWith(mark) ? text.slice(mark.length) : text;
};

/**
 * Puts `after` in the place of what was read, or takes the file away where it is undefined. False when somebody else has written since:
 * then the file is as they left it. A writer that puts a new file there by rename between our last look and our own rename is not noticed
 * (docs/connect.md); one that writes into the file itself always is. Throws what the system says; then the file is as it was.
 * @param mode of a new file
 */
export const replaceFile = ({ target, bytes }: ConfigFile, after: Buffer | undefined, mode: number): boolean => {
  const beside = after && writeBeside(target, after, bytes ? undefined : mode);
  let held: string | undefined;
  try {
    if (!bytes) return beside === undefined || putNew(beside, target);
    held = hold(target);
    if (!isStill(target, bytes)) return false;
    if (beside === undefined) unlinkSync(target);
    else renameSync(beside, target);
    if (held === undefined || isStill(held, bytes)) return true;
    // Somebody wrote into the old file while it left. That very file goes back to its place.
    renameSync(held, target);
    return false;
  } finally {
    for (const left of [beside, held]) if (left !== undefined) removeIfPossible(left);
  }
};

const removeIfPossible = (file: string): void => {
  try {
    rmSync(file, { force: true });
  } catch {
    // The next run finds it among the leftovers.
  }
};

const isStill = (file: string, bytes: Buffer): boolean => {
  try {
    return readFileSync(file).equals(bytes);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
};

/** A second name for the file, so that it can be looked at once more when it has lost its first. Undefined where the disk has no such thing. */
const hold = (target: string): string | undefined => {
  const name = `${target}.vigie-${randomBytes(6).toString('hex')}.tmp`;
  try {
    linkSync(target, name);
    return name;
  } catch {
    return undefined;
  }
};

/** Never over a file that came there since. */
const putNew = (beside: string, target: string): boolean => {
  try {
    linkSync(beside, target);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (statSync(target, { throwIfNoEntry: false })) return false;
    renameSync(beside, target);
    return true;
  }
};

/** Files that a process of ours left beside this one when it was killed. Only for one who holds the lock. */
export const leftovers = (target: string): string[] => {
  try {
    const beginning = `${basename(target)}.vigie-`;
    return readdirSync(dirname(target))
      .filter((name) => name.startsWith(beginning) && /^[0-9a-f]+\.tmp$/u.test(name.slice(beginning.length)))
      .map((name) => join(dirname(target), name));
  } catch {
    return [];
  }
};
