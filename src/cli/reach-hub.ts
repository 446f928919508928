// The hub that verbs speak to: the running one, or one started for them.

import { delimiter, join } from 'node:path';
import type { Client } from '../api/client.ts';
import { openClient } from '../api/client.ts';
import { VigieError } from '../domain/error.ts';
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

/** A client of a hub that answers and is no older than this program; starts one where none runs. Throws VigieError `hub_away`. */
export const reachHub = async (): Promise<Client> => {
  const { ensureHub } = await import('../api/start-hub.ts');
  return ensureHub({ paths: pathsFor(), version: __VIGIE_VERSION__, command: [process.execPath, ownProgram(), 'up'] });
};

/** The same for verbs with a single question: asked at once, so that a running hub answers in one round. */
export const askHub = async <T>(ask: (client: Client) => Promise<T>): Promise<T> => {
  const client = openClient(pathsFor());
  try {
    const answer = await ask(client);
    if (client.version() === __VIGIE_VERSION__) return answer;
  } catch (error) {
    if (!(error instanceof VigieError) || error.code !== 'hub_away') throw error;
  }
  return ask(await reachHub());
};
