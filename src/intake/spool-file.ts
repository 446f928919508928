// One file of the spool: what it is, whether it is whole, and what it says.

import type { BigIntStats } from 'node:fs';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { errorCode, errorText } from '../host/system-error.ts';
import type { Header } from './header.ts';
import { endsWithTrailer, headerBytesMax, parseHeader, trailer } from './header.ts';

/** A longer payload is left out and its report comes without: what the header tells still counts. */
export const payloadBytesMax = 16 * 1024 * 1024;

const writableName = /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,127}$/u;

/** What the folder tells of a file. */
export interface Entry {
  name: string;
  /** Unlike the name, this never comes again. */
  file: string;
  /** Epoch milliseconds with a fraction: of its birth, or of its last change where the file system keeps no births. */
  born_ms: number;
  changed_ms: number;
  size: number;
  /** Why it is not to be opened. */
  refusal: string | undefined;
}

/** Undefined when it is gone meanwhile. */
export const entryOf = (path: string, name: string): Entry | undefined => {
  const info = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!info) return undefined;
  const changed = Number(info.mtimeNs) / 1e6;
  const born = info.birthtimeNs > 0n && info.birthtimeNs <= info.mtimeNs ? Number(info.birthtimeNs) / 1e6 : changed;
  const file = `${name}@${info.ino}.${info.birthtimeNs}.${info.mtimeNs}`;
  return { name, file, born_ms: born, changed_ms: changed, size: Number(info.size), refusal: refusalOf(info, name) };
};

const refusalOf = (info: BigIntStats, name: string): string | undefined => {
  if (info.isSymbolicLink()) return 'it is a symbolic link';
  if (!info.isFile()) return 'it is no file';
  if (process.getuid && info.uid !== BigInt(process.getuid())) return 'it belongs to another user';
  return name.startsWith('.') || writableName.test(name) ? undefined : 'its name is none that a writer would give it';
};

export type SpoolContent =
  | { header: Header; payload: Uint8Array; isCut: boolean }
  /** Not whole yet: somebody may still be writing. */
  | 'growing'
  | { reason: string };

/**
 * Reads it. Without a trailer a settled file counts if its payload is one JSON object.
 * @param isSettled nobody has written to it for a while
 */
export const readSpoolFile = (path: string, isSettled: boolean): SpoolContent => {
  let bytes: { start: Uint8Array; end: Uint8Array; isCut: boolean };
  try {
    bytes = readBounded(path);
  } catch (error) {
    return { reason: `it can not be opened (${errorCode(error) ?? errorText(error)})` };
  }
  const isWhole = endsWithTrailer(bytes.end);
  if (!isWhole && !isSettled) return 'growing';
  const parsed = parseHeader(bytes.start);
  if ('reason' in parsed) return parsed;
  const { header, payloadStart } = parsed;
  if (bytes.isCut) return isWhole ? { header, payload: new Uint8Array(), isCut: true } : { reason: 'its writing was cut short' };
  const rest = bytes.start.subarray(payloadStart);
  if (isWhole) return { header, payload: rest.subarray(0, rest.length - trailer.length), isCut: false };
  const payload = withoutPartOfTrailer(rest);
  return isObject(payload) ? { header, payload, isCut: false } : { reason: 'its writing was cut short' };
};

const readBounded = (path: string): { start: Uint8Array; end: Uint8Array; isCut: boolean } => {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const info = fstatSync(file);
    if (!info.isFile()) throw new Error('it is no file');
    const isCut = info.size > payloadBytesMax + headerBytesMax + trailer.length;
    const start = readAt(file, 0, isCut ? headerBytesMax + 1 : info.size);
    return { start, end: isCut ? readAt(file, info.size - trailer.length, trailer.length) : start, isCut };
  } finally {
    closeSync(file);
  }
};

const readAt = (file: number, position: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, position + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
};

/** JSON holds no NUL, so what follows one is the trailer's beginning. */
const withoutPartOfTrailer = (bytes: Uint8Array): Uint8Array => {
  const nul = bytes.lastIndexOf(0);
  const isPart = nul >= 0 && bytes.subarray(nul).every((byte, index) => byte === trailer[index]);
  return isPart ? bytes.subarray(0, nul) : bytes;
};

const isObject = (payload: Uint8Array): boolean => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};
