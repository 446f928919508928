// Read verbs start the hub when none runs; a newer program replaces an older hub. Relays never come here.

import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { VigieError } from '../domain/error.ts';
import type { Paths } from '../host/folders.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import type { Client } from './client.ts';
import { openClient } from './client.ts';
import type { Health } from './contract.ts';

export interface EnsureHubOptions {
  paths: Paths;
  version: string;
  /** Command line that runs the hub in the foreground, as in `[process.execPath, 'dist/vigie.js', 'up']`. */
  command: readonly [string, ...string[]];
}

/** Most of a second on an idle machine; one that is busy building may need far longer. */
const startMs = 20_000;
const pollMs = 20;

/** A client of a hub that answers, and is no older than this program. Throws VigieError `hub_away` when none comes up within 20 s. */
export const ensureHub = async ({ paths, version, command }: EnsureHubOptions): Promise<Client> => {
  const client = openClient(paths);
  if (await makeWay(client, version)) return client;
  const child = await startDetached(paths, command);
  for (const until = Date.now() + startMs; Date.now() < until; await sleep(pollMs)) {
    if (await healthOf(client)) return client;
    // One that leaves in peace found that another is starting.
    if (child.failed())
      throw new VigieError('hub_away', `The hub did not start. ${child.said()}`.trim(), `Its log: ${paths.hubLog}`);
  }
  throw new VigieError('hub_away', `The hub does not answer after 20 s. ${child.said()}`.trim(), `Its log: ${paths.hubLog}`);
};

/** The hub that runs and may stay; undefined when there is none, an older one having been stopped. */
export const makeWay = async (client: Client, version: string): Promise<Health | undefined> => {
  const running = await healthOf(client);
  if (!running || !isNewer(version, running.version)) return running;
  await client.stop();
  return undefined;
};

const healthOf = async (client: Client): Promise<Health | undefined> => {
  try {
    return await client.health();
  } catch (error) {
    if (error instanceof VigieError && error.code === 'hub_away') return undefined;
    throw error;
  }
};

/** Compares `1.10.0` with `1.9.3` number by number. */
export const isNewer = (version: string, than: string): boolean => {
  const numbers = (text: string): number[] => text.split(/[.+-]/u, 3).map(Number);
  const [ours, theirs] = [numbers(version), numbers(than)];
  const at = ours.findIndex((number, index) => number !== theirs[index]);
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0);
};

const startDetached = async (paths: Paths, [program, ...args]: readonly [string, ...string[]]) => {
  // Seldom needed, and not for nothing: most verbs find a hub.
  const { spawn } = await import('node:child_process');
  makePrivateFolder(paths.state);
  const log = openSync(paths.hubLog, 'a', 0o600);
  const before = statSync(paths.hubLog).size;
  let status: number | null = 0;
  try {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], cwd: paths.state, windowsHide: true });
    child.on('exit', (code) => (status = code));
    child.on('error', () => (status = null));
    child.unref();
  } finally {
    closeSync(log);
  }
  return {
    failed: () => status !== 0,
    /** What it wrote for a person, between the lines of its log. */
    said: () =>
      readFileSync(paths.hubLog)
        .subarray(before)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('{'))
        .join('\n')
        .slice(0, saidMax),
  };
};

const saidMax = 2_000;
