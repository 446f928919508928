// Folders that are this user's alone: payloads, tokens and the socket live in them.

import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { VigieError } from '../domain/error.ts';
import { errorCode, errorText } from './system-error.ts';

/**
 * Makes the folder (and its parents) with mode 0700, or takes it as it is when it stands already; ours that others could enter is closed.
 * Throws VigieError `refused` when it is another user's or no folder, `io` when it can't be made. On Windows the profile folder's own
 * access list does the work.
 */
export const makePrivateFolder = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw notAFolder(path);
    throw new VigieError(
      'io',
      `cannot make the folder ${path}: ${errorText(error)}`,
      'Make it by hand, or free what is in the way.',
    );
  }
  const info = statSync(path);
  if (!info.isDirectory()) throw notAFolder(path);
  const user = process.getuid?.();
  if (user === undefined) return;
  if (info.uid !== user)
    throw new VigieError(
      'refused',
      `the folder ${path} belongs to user ${info.uid}, not to you (${user})`,
      'Move it away, or set VIGIE_HOME to a folder of your own.',
    );
  if ((info.mode & 0o077) !== 0) chmodSync(path, 0o700);
};

const notAFolder = (path: string): VigieError =>
  new VigieError('refused', `${path} is not a folder`, 'Move it away: Vigie needs a folder there.');
