// The page while it has much to show: a thousand sessions, of which two hundred a second change, in a real browser.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openChromium } from '../test/browser/chromium.ts';
import { startHubProcess } from './hub-process.ts';
import type { BenchOptions, Row } from './row.ts';
import { rowOf } from './row.ts';
import { percentile } from './sample.ts';
import { inScratch } from './scratch.ts';
import type { Sent } from './workload.ts';
import { asSpoolFile, openingOf, toolOf } from './workload.ts';

const sessions = 1_000;
const eventsPerSecond = 200;
const tick_ms = 50;
const slowFrame_ms = 50;

/** Milliseconds between the frames that a page draws in that time. The script is the browser's, so it is text here. */
const framesOf = (page: Page, ms: number): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const frames = [];
    const began = performance.now();
    let last = began;
    const frame = (now) => {
      if (now > last) frames.push(now - last);
      last = Math.max(last, now);
      if (now - began < ${ms}) requestAnimationFrame(frame);
      else resolve(frames);
    };
    requestAnimationFrame(frame);
  })`);

/** Sessions in an order that no list has; each begins and ends one tool call after the other. */
const nextOf = (at: number): Sent => {
  const round = Math.floor(at / sessions);
  return toolOf(1 + ((at * 7) % sessions), Math.floor(round / 2), round % 2 === 0 ? 'PreToolUse' : 'PostToolUse');
};

export const page = ({ quick }: BenchOptions): Promise<Row[]> =>
  inScratch(async (folder) => {
    const seconds = quick ? 5 : 20;
    const hub = await startHubProcess(join(folder, 'home'));
    const browser = await openChromium();
    const stop = new AbortController();
    try {
      for (let session = 1; session <= sessions; session++)
        for (const [at, sent] of openingOf(session).entries())
          writeFileSync(join(hub.paths.spool, `s${session}-${at}`), asSpoolFile(sent));
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const bare = await context.newPage();
      const shown = await context.newPage();
      await shown.goto((await hub.client.ticket()).url);
      await shown.locator('.row').first().waitFor({ timeout: 30_000 });

      /** Reports at the pace that is asked, whatever else the machine does. */
      let sent = 0;
      const feed = async (): Promise<void> => {
        const began = performance.now();
        while (!stop.signal.aborted) {
          await sleep(tick_ms);
          for (; sent < ((performance.now() - began) / 1000) * eventsPerSecond; sent++)
            writeFileSync(join(hub.paths.spool, `t${sent}`), asSpoolFile(nextOf(sent)));
        }
      };
      const feeding = feed();
      // The page does show what comes.
      await shown.locator('.row', { hasText: 'make check-' }).first().waitFor({ timeout: 30_000 });
      const floor: number[] = [];
      const ours: number[] = [];
      for (let turn = 0; turn < 2; turn++) {
        await bare.bringToFront();
        floor.push(...(await framesOf(bare, (seconds * 1000) / 4)));
        await shown.bringToFront();
        ours.push(...(await framesOf(shown, (seconds * 1000) / 2)));
      }
      stop.abort();
      await feeding;
      const slow = (frames: readonly number[]): number => (frames.filter((ms) => ms > slowFrame_ms).length / frames.length) * 100;
      const name = `${sessions} sessions, ${eventsPerSecond} events/s`;
      const p99 = percentile(ours, 0.99);
      return [
        rowOf({ bench: 'page', name: `${name}: 99 of 100 frames within`, value: p99, unit: 'ms' }, { at_most: slowFrame_ms }),
        rowOf({
          bench: 'page',
          name: 'the same',
          value: p99,
          unit: 'ms',
          against: { name: 'an empty page', value: percentile(floor, 0.99) },
        }),
        rowOf({ bench: 'page', name: `frames over ${slowFrame_ms} ms`, value: slow(ours), unit: '%' }, { at_most: 1 }),
        rowOf({ bench: 'page', name: `frames over ${slowFrame_ms} ms, an empty page`, value: slow(floor), unit: '%' }),
      ];
    } finally {
      stop.abort();
      await browser.close();
      await hub.stop();
    }
  });
