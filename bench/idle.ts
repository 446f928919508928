// What the hub costs while nothing happens: how often it wakes up, and for how long, as Linux counts it.

import { spawn } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HubProcess } from './hub-process.ts';
import { startHubProcess } from './hub-process.ts';
import type { BenchOptions, Row } from './row.ts';
import { rowOf } from './row.ts';
import { inScratch } from './scratch.ts';
import { asSpoolFile, openingOf } from './workload.ts';

interface Cost {
  /** Times that any thread of it went to sleep of itself. */
  wakeUps: number;
  cpu_ms: number;
}

const costSoFar = (pid: number): Cost => {
  let wakeUps = 0;
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    wakeUps += Number(/^voluntary_ctxt_switches:\s+(\d+)/mu.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]);
    nanoseconds += Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ', 1)[0]);
  }
  return { wakeUps, cpu_ms: nanoseconds / 1e6 };
};

const watched = async ({ pid }: HubProcess, seconds: number): Promise<Cost> => {
  const before = costSoFar(pid);
  await sleep(seconds * 1000);
  const after = costSoFar(pid);
  return { wakeUps: after.wakeUps - before.wakeUps, cpu_ms: after.cpu_ms - before.cpu_ms };
};

const sessions = 20;

export const idle = ({ quick }: BenchOptions): Promise<Row[]> =>
  inScratch(async (folder) => {
    if (process.platform !== 'linux') return [];
    const seconds = quick ? 10 : 60;
    // What starting leaves to be done, tidying of memory above all, is over by then.
    const settle_ms = quick ? 3_000 : 20_000;
    const hub = await startHubProcess(join(folder, 'home'));
    const agent = join(folder, 'claude');
    copyFileSync('/bin/sleep', agent);
    const agents = Array.from({ length: sessions }, () => spawn(agent, ['600'], { stdio: 'ignore' }));
    try {
      await sleep(settle_ms);
      const none = await watched(hub, seconds);
      for (const [at, { pid }] of agents.entries())
        for (const [step, sent] of openingOf(at + 1).entries())
          writeFileSync(join(hub.paths.spool, `s${at}-${step}`), asSpoolFile(sent, { ppid: String(pid) }));
      const living = (await hub.client.snapshot()).sessions.filter(({ place }) => place.pid !== null).length;
      if (living !== sessions) throw new Error(`${living} of ${sessions} sessions have a process`);
      await sleep(settle_ms);
      const twenty = await watched(hub, seconds);
      const cpu = ({ cpu_ms }: Cost): number => (cpu_ms / (seconds * 1000)) * 100;
      const every = ({ wakeUps }: Cost): number => seconds / wakeUps;
      return [
        rowOf({ bench: 'idle', name: 'no session, between wake-ups', value: every(none), unit: 's' }, { at_least: 10 }),
        rowOf({ bench: 'idle', name: 'no session, of a core', value: cpu(none), unit: '%' }),
        rowOf({ bench: 'idle', name: `${sessions} live sessions, between wake-ups`, value: every(twenty), unit: 's' }),
        rowOf({ bench: 'idle', name: `${sessions} live sessions, of a core`, value: cpu(twenty), unit: '%' }, { at_most: 0.2 }),
      ];
    } finally {
      for (const agent of agents) agent.kill();
      await hub.stop();
    }
  });
