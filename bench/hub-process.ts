// The built hub in a home of its own, as people run it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../src/api/client.ts';
import { openClient } from '../src/api/client.ts';
import type { Paths } from '../src/host/folders.ts';
import { pathsFor, surroundings } from '../src/host/folders.ts';

export const program = join(import.meta.dirname, '..', 'dist', 'vigie.js');

export interface HubProcess {
  pid: number;
  paths: Paths;
  client: Client;
  /** What a command needs to find this hub, and nothing else of ours. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

const startMs = 60_000;

export const startHubProcess = async (home: string): Promise<HubProcess> => {
  const env = { PATH: process.env.PATH, HOME: home, VIGIE_HOME: home };
  const paths = pathsFor({ ...surroundings(), env, home });
  mkdirSync(paths.config, { recursive: true, mode: 0o700 });
  mkdirSync(paths.state, { mode: 0o700 });
  writeFileSync(paths.configFile, '[page]\nport = 0\n[notifications]\nenabled = false\n', { mode: 0o600 });
  const child = spawn(process.execPath, [program, 'up'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const client = openClient(paths);
  const until = Date.now() + startMs;
  while (!(await client.health().catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('the hub does not come up');
    await sleep(50);
  }
  return {
    pid: child.pid ?? 0,
    paths,
    client,
    env,
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
