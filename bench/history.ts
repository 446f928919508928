// How fast reports are written down, and what the hub's memory holds, while history grows to a million events. The hub runs in a process
// of its own (fixtures/growing-hub.ts), taking turns with a program that only parses and inserts.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BenchOptions, Row } from './row.ts';
import { rowOf } from './row.ts';
import { median } from './sample.ts';
import { inScratch } from './scratch.ts';

/** What the process prints at its end. Speeds are in events per second, one sample per slice. */
export interface Growth {
  spool: number[];
  steps: { events: number; journal: number[]; bare: number[]; heap_mb: number }[];
  /** Heap at the end, with so many sessions live. */
  heaps: { sessions: number; heap_mb: number }[];
}

export const history = ({ quick }: BenchOptions): Promise<Row[]> =>
  inScratch(async (folder) => {
    const steps = quick ? [10_000, 50_000] : [10_000, 100_000, 1_000_000];
    const flags = ['--expose-gc', '--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
    const child = spawn(
      process.execPath,
      [...flags, join(import.meta.dirname, 'fixtures', 'growing-hub.ts'), ...steps.map(String)],
      { env: { ...process.env, VIGIE_HOME: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (status !== 0) throw new Error(`the growing hub ended with ${String(status)}`);
    return rowsOf(JSON.parse(said));
  });

const count = (events: number): string => (events >= 1_000_000 ? `${events / 1_000_000} M` : `${events / 1_000} k`);

const rowsOf = ({ spool, steps, heaps }: Growth): Row[] => {
  const unit = 'events/s';
  const [first, ...later] = steps;
  const last = steps.at(-1);
  const before = steps.at(-2);
  if (!first || !last || !before) throw new Error('too few steps');
  const bare = { name: 'bare parse and insert', value: median(steps.flatMap((step) => step.bare)) };
  const speedAt = (step: Growth['steps'][number]): { name: string; value: number } => ({
    name: `at ${count(step.events)} events`,
    value: median(step.journal),
  });
  return [
    rowOf({ bench: 'ingest', name: 'spool to journal', value: median(spool), unit, against: bare }),
    rowOf(
      {
        bench: 'ingest',
        name: 'report to journal, full-text index on',
        value: median(steps.flatMap((step) => step.journal)),
        unit,
        against: bare,
      },
      { at_least: 1 / 6 },
    ),
    ...later.map((step) =>
      rowOf(
        {
          bench: 'ingest',
          name: `the same, ${speedAt(step).name}`,
          // The machine's own ups and downs are taken out by what the bare program did in the same turns.
          value: (speedAt(step).value * median(first.bare)) / median(step.bare),
          unit,
          against: speedAt(first),
        },
        step === last ? { at_least: 0.8 } : undefined,
      ),
    ),
    ...steps.map((step) =>
      rowOf(
        {
          bench: 'heap',
          name: `10 sessions, ${count(step.events)} events`,
          value: step.heap_mb,
          unit: 'MB',
          ...(step === last && { against: { name: `${count(before.events)} events`, value: before.heap_mb } }),
        },
        // Below a hundred thousand the engine's own caches still grow.
        step === last && before.events >= 100_000 ? { at_most: 1.05 } : undefined,
      ),
    ),
    ...heaps.map(({ sessions, heap_mb }) =>
      rowOf({ bench: 'heap', name: `${sessions} sessions, ${count(last.events)} events`, value: heap_mb, unit: 'MB' }),
    ),
  ];
};
