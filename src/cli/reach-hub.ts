// The hub that verbs speak to: the running one, or one started for them.

import { delimiter, join } from 'node:path';
import type { Client } from '../api/client.ts';
import { ensureHub } from '../api/start-hub.ts';
import type { Paths } from '../host/folders.ts';
import { pathsFor } from '../host/folders.ts';
import type { LauncherPaths } from '../host/launchers.ts';
import { packageRoot } from '../host/package-root.ts';

/** What starts the hub in the background, and what launchers run. */
const ownProgram = (): string => join(packageRoot(), 'dist', 'vigie.js');

/** What the launchers of this very program hold. */
export const launcherPaths = ({ spool, socket }: Paths): LauncherPaths => {
  const { VIGIE_HOME: home } = process.env;
  return { spool, socket, node: process.execPath, program: ownProgram(), home };
};

/** How a person calls this program: by its name when the launchers' folder is on the PATH, else by the launcher's path. */
export const callName = ({ PATH = '' }: NodeJS.ProcessEnv): string => {
  const { bin } = pathsFor();
  return PATH.split(delimiter).includes(bin) ? 'vigie' : join(bin, 'vigie');
};

/** A client of a hub that answers; starts one where none runs. Throws VigieError `hub_away`. */
export const reachHub = (): Promise<Client> =>
  ensureHub({ paths: pathsFor(), version: __VIGIE_VERSION__, command: [process.execPath, ownProgram(), 'up'] });
