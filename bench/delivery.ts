// From the moment a report lies in the folder to the moment a subscriber has read what became of it: through the whole hub, and through
// a program that only watches and pushes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHubProcess } from './hub-process.ts';
import type { BenchOptions, Row } from './row.ts';
import { rowOf } from './row.ts';
import { inTurns, median, percentile } from './sample.ts';
import { inScratch } from './scratch.ts';
import type { Sent } from './workload.ts';
import { asSpoolFile, openingOf, toolOf } from './workload.ts';

const connect = (socketPath: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path, agent: false, headers: { host: 'localhost' } }, resolve)
      .on('error', reject)
      .end();
  });

/** Connects as soon as somebody listens. */
const stream = async (socketPath: string, path: string): Promise<IncomingMessage> => {
  for (let tries = 0; ; tries++)
    try {
      return (await connect(socketPath, path)).setEncoding('utf8');
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(50);
    }
};

/** Leaves a whole file in a folder. @returns when it was there */
const put = (folder: string, name: string, sent: Sent): number => {
  writeFileSync(join(folder, `.${name}`), asSpoolFile(sent));
  const began = performance.now();
  renameSync(join(folder, `.${name}`), join(folder, name));
  return began;
};

export const delivery = ({ quick }: BenchOptions): Promise<Row[]> => inScratch((folder) => measure(folder, quick ? 100 : 1_000));

const measure = async (folder: string, rounds: number): Promise<Row[]> => {
  const bareFolder = join(folder, 'bare');
  const bareSocket = join(folder, 'bare.sock');
  mkdirSync(bareFolder);
  const hub = await startHubProcess(join(folder, 'home'));
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'watch-and-push.mjs'), bareFolder, bareSocket], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const hubStream = await stream(hub.paths.socket, '/api/stream');
    const bareStream = await stream(bareSocket, '/');
    let number = 0;

    /** Milliseconds from the file to the subscriber, after a pause of a length that nothing can be in step with. */
    const deliver = (into: string, from: IncomingMessage) => async (): Promise<number> => {
      // One tool is at work at a time, as with real agents.
      put(into, `end-${number}`, toolOf(1, number, 'PostToolUse'));
      await sleep(10 + Math.random() * 20);
      number += 1;
      const [name, mark] = [`bench-${number}`, `make check-${number}`];
      const heard = new Promise<number>((resolve) => {
        let text = '';
        const listen = (chunk: string): void => {
          text += chunk;
          if (!text.includes(mark)) return;
          from.off('data', listen);
          resolve(performance.now());
        };
        from.on('data', listen);
      });
      const began = put(into, name, toolOf(1, number));
      return (await heard) - began;
    };
    for (const [at, opening] of openingOf(1).entries())
      writeFileSync(join(hub.paths.spool, `opening-${at}`), asSpoolFile(opening));
    const { ours, floor } = await inTurns(
      { ours: deliver(hub.paths.spool, hubStream), floor: deliver(bareFolder, bareStream) },
      rounds,
    );
    hubStream.destroy();
    bareStream.destroy();
    const row = (name: string, take: (samples: number[]) => number, at_most?: number): Row =>
      rowOf(
        { bench: 'delivery', name, value: take(ours), unit: 'ms', against: { name: 'bare watch and push', value: take(floor) } },
        at_most === undefined ? undefined : { at_most },
      );
    return [
      row('report to subscriber, median', median, 2),
      row('report to subscriber, 99 of 100', (samples) => percentile(samples, 0.99)),
    ];
  } finally {
    await hub.stop();
    bare.kill();
    if (bare.exitCode === null) await once(bare, 'exit');
  }
};
