// A folder of its own for one bench, gone when it is over.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const usual = (): string => process.env.TMPDIR ?? (existsSync('/var/tmp') ? '/var/tmp' : tmpdir());

/**
 * Memory, where Linux has a folder in it. Before ext4 makes a file it looks at every neighbour that was deleted in the last minutes: where
 * a bench has just tidied up, that takes up to 1 ms a file, longer than what is measured.
 */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : usual();

export const inScratch = async <T>(work: (folder: string) => Promise<T>, where = usual()): Promise<T> => {
  const folder = mkdtempSync(join(where, 'vigie-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
