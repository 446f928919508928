// Leaves a report in the spool from Node, for when no hub answers.

import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spoolFile } from './header.ts';

/** Past this many waiting files nothing more is left, as with the relay. */
const filesMax = 4_000;
let count = 0;

/**
 * Never throws.
 * @param fields as in docs/spool.md: `agent`, `event`, `cwd`, …
 * @returns whether it was left: false where the folder is missing, full or not to be written
 */
export const deposit = (folder: string, fields: Readonly<Record<string, string>>, payload: Uint8Array): boolean => {
  const name = `node-${process.pid}-${(count += 1)}-${Date.now()}`;
  try {
    if (readdirSync(folder).length >= filesMax) return false;
    writeFileSync(join(folder, `.${name}`), spoolFile({ pid: String(process.pid), ...fields }, payload), {
      flag: 'wx',
      mode: 0o600,
    });
    renameSync(join(folder, `.${name}`), join(folder, name));
    return true;
  } catch {
    removed(join(folder, `.${name}`));
    return false;
  }
};

const removed = (file: string): void => {
  try {
    rmSync(file, { force: true });
  } catch {
    // There is not even a folder: then there is nothing to remove.
  }
};
