// What we did to whose files: enough to give the exact bytes back, and to tell a hook that a person took out from one that was lost.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { VigieError } from '../domain/error.ts';
import { writeAtomically } from '../host/atomic-file.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import { errorCode, errorText } from '../host/system-error.ts';

const entry = z.object({
  agent: z.string(),
  /** As the agent knows it. */
  file: z.string(),
  /** The agent file's own words for it, as in `.claude/settings.json`. */
  part: z.string(),
  /** The project that it belongs to; absent for the user's own. */
  project: z.string().optional(),
  /** Hashes of what we wrote, the last being the latest: while the file is one of them, `bare` is what it was without us. */
  after: z.array(z.string()),
  /** Hash of the file without us; null where there was none. */
  bare: z.string().nullable(),
  /** Folders that we made for it, the innermost first. */
  folders: z.array(z.string()),
  events: z.array(z.string()),
  /** Hooks that a person took out again. */
  declined: z.array(z.string()),
  /** Written down before the file is touched: what was to be done may or may not have been. */
  pending: z.boolean().optional(),
  at_ms: z.number(),
});
export type Entry = z.infer<typeof entry>;

const schema = z.object({ schema: z.literal(1), entries: z.array(entry) });

/** Empty where nothing was ever connected. Throws VigieError `invalid` for a file that we did not write so. */
export const readLedger = (file: string): Entry[] => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new VigieError('io', `cannot read ${file}: ${errorText(error)}`);
  }
  try {
    return schema.parse(JSON.parse(text)).entries;
  } catch {
    throw new VigieError('invalid', `${file} is damaged`, 'Move it away: hooks are then found by what stands in the configs.');
  }
};

/** Throws VigieError. */
export const writeLedger = (file: string, entries: readonly Entry[]): void => {
  makePrivateFolder(dirname(file));
  writeAtomically(file, `${JSON.stringify({ schema: 1, entries }, null, 2)}\n`, 0o600);
};

export const isFor =
  ({ agent, file }: Pick<Entry, 'agent' | 'file'>) =>
  (one: Entry): boolean =>
    one.agent === agent && one.file === file;
