// The hub that verbs speak to: the running one, or one started for them.

import { join } from 'node:path';
import type { Client } from '../api/client.ts';
import { ensureHub } from '../api/start-hub.ts';
import { pathsFor } from '../host/folders.ts';
import { packageRoot } from '../host/package-root.ts';

/** The built program: what launchers run, and what starts the hub in the background. */
export const ownProgram = (): string => join(packageRoot(), 'dist', 'vigie.js');

/** A client of a hub that answers; starts one where none runs. Throws VigieError `hub_away`. */
export const reachHub = (): Promise<Client> =>
  ensureHub({ paths: pathsFor(), version: __VIGIE_VERSION__, command: [process.execPath, ownProgram(), 'up'] });
