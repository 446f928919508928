// Read verbs start the hub when none runs; a newer program replaces an older hub. Relays never come here.

import type { Paths } from '../host/folders.ts';
import type { Client } from './client.ts';

export interface EnsureHubOptions {
  paths: Paths;
  version: string;
  /** Command line that runs the hub in the foreground, as in `[process.execPath, 'dist/vigie.js', 'up']`. */
  command: readonly [string, ...string[]];
}

/** A client of a hub that answers. Throws VigieError `hub_away` when none could be started within 10 s. */
export const ensureHub = (_options: EnsureHubOptions): Promise<Client> => Promise.reject(new Error('not built yet'));
