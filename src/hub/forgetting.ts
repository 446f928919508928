// Forgetting for good what a person wants forgotten, in steps, so that reports that come in meanwhile are taken.

import { setImmediate as nextTask } from 'node:timers/promises';
import { VigieError } from '../domain/error.ts';
import type { Journal } from './journal.ts';

/** One session, as in `Hub.find`, or all whose latest folder is this one (absolute) or below it. */
export type Forgettable = { session: string } | { folder: string };

export interface Forgotten {
  /** Ids of the sessions. */
  sessions: string[];
  /** How many events they had. */
  events: number;
}

/**
 * The last step writes the whole file anew: about a second for each 150 MB, in which reports wait in the spool.
 * Throws VigieError `io` when the journal can't be written.
 */
export const wipe = async (sessions: readonly string[], journal: Pick<Journal, 'forgetSome' | 'wipeSome'>): Promise<void> => {
  try {
    for (const id of sessions) while (journal.forgetSome(id)) await nextTask();
    while (journal.wipeSome()) await nextTask();
  } catch (error) {
    throw new VigieError(
      'io',
      `Not all of it could be forgotten: ${error instanceof Error ? error.message : String(error)}.`,
      'Writing the journal anew needs as much room on the disk as it has now. Make room, and forget again.',
    );
  }
};
