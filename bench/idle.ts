// What the hub costs while nothing happens: how often it wakes up, and for how long, as Linux counts it.

import { spawn } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HubProcess } from './hub-process.ts';
import { startHubProcess } from './hub-process.ts';
import type { BenchOptions, Row } from './row.ts';
import { rowOf } from './row.ts';
import { median } from './sample.ts';
import { inScratch } from './scratch.ts';
import { asSpoolFile, openingOf } from './workload.ts';

interface Cost {
  /** Times that any thread of it went to sleep of itself. */
  wakeUps: number;
  cpu_ms: number;
}

interface Watched {
  /** Seconds between wake-ups, the median; what happens within half a second is one. */
  gap_s: number;
  /** Percent of a core. */
  cpu: number;
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

const look_ms = 250;

const watched = async ({ pid }: HubProcess, seconds: number): Promise<Watched> => {
  const before = costSoFar(pid);
  const began = performance.now();
  const woken: number[] = [];
  let last = before;
  let lastWoken = Number.NEGATIVE_INFINITY;
  while (performance.now() - began < seconds * 1000) {
    await sleep(look_ms);
    const now = costSoFar(pid);
    if (now.wakeUps > last.wakeUps) {
      if (performance.now() - lastWoken > 2.5 * look_ms) woken.push(performance.now());
      lastWoken = performance.now();
    }
    last = now;
  }
  const gaps = woken.slice(1).map((moment, at) => (moment - (woken[at] ?? 0)) / 1000);
  return { gap_s: gaps.length > 0 ? median(gaps) : seconds, cpu: (last.cpu_ms - before.cpu_ms) / (seconds * 10) };
};

const sessions = 20;

/** One hub, settled. */
const settled = async (home: string, settle_ms: number, prepare: (hub: HubProcess) => Promise<void>): Promise<HubProcess> => {
  const hub = await startHubProcess(home);
  await prepare(hub);
  await sleep(settle_ms);
  return hub;
};

export const idle = ({ quick }: BenchOptions): Promise<Row[]> =>
  inScratch(async (folder) => {
    if (process.platform !== 'linux') return [];
    const seconds = quick ? 32 : 60;
    // What starting leaves to be done, tidying of memory above all, is over by then.
    const settle_ms = quick ? 12_000 : 25_000;
    const agent = join(folder, 'claude');
    copyFileSync('/bin/sleep', agent);
    const agents = Array.from({ length: sessions }, () => spawn(agent, ['600'], { stdio: 'ignore' }));
    const hubs: HubProcess[] = [];
    try {
      // Both at once: neither does enough to be in the other's way.
      hubs.push(
        ...(await Promise.all([
          settled(join(folder, 'none'), settle_ms, async () => {}),
          settled(join(folder, 'twenty'), settle_ms, async (hub) => {
            for (const [at, { pid }] of agents.entries())
              for (const [step, sent] of openingOf(at + 1).entries())
                writeFileSync(join(hub.paths.spool, `s${at}-${step}`), asSpoolFile(sent, { ppid: String(pid) }));
            const living = (await hub.client.snapshot()).sessions.filter(({ place }) => place.pid !== null).length;
            if (living !== sessions) throw new Error(`${living} of ${sessions} sessions have a process`);
          }),
        ])),
      );
      const [none, twenty] = await Promise.all(hubs.map((hub) => watched(hub, seconds)));
      if (!none || !twenty) throw new Error('a hub is missing');
      const live = `${sessions} live sessions`;
      return [
        // A look comes up to a quarter of a second late.
        rowOf({ bench: 'idle', name: 'no session, between wake-ups', value: none.gap_s, unit: 's' }, { at_least: 9.5 }),
        rowOf({ bench: 'idle', name: 'no session, of a core', value: none.cpu, unit: '%' }),
        rowOf({ bench: 'idle', name: `${live}, between wake-ups`, value: twenty.gap_s, unit: 's' }),
        rowOf({ bench: 'idle', name: `${live}, of a core`, value: twenty.cpu, unit: '%' }, { at_most: 0.2 }),
      ];
    } finally {
      for (const agent of agents) agent.kill();
      await Promise.all(hubs.map((hub) => hub.stop()));
    }
  });
