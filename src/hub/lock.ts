// One hub per user, by an OS lock: a SQLite file held in an exclusive transaction. It is free again the moment its holder is gone,
// kill -9 included, and never depends on whether a socket is there. Nothing else may open this file: closing any handle to it lets go
// of a POSIX lock.

import { dirname } from 'node:path';
import { VigieError } from '../domain/error.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import { busy, DatabaseSync, sqliteCode } from './sqlite.ts';

export interface Lock {
  release(): void;
}

/** The lock, or undefined when another process holds it. Only its holder unlinks and binds sockets. Throws VigieError. */
export const acquireLock = (path: string): Lock | undefined => {
  makePrivateFolder(dirname(path));
  let file;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if (sqliteCode(error) === busy) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new VigieError('io', `Cannot take the hub's lock ${path}: ${reason}`, 'Check that this folder is yours and writable.');
  }
  const held = file;
  return { release: () => held.close() };
};
