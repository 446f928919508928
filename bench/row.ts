// One line of the table, and how contenders are measured: in turns, in one run, so that a machine that slows down slows all of them.

import { median } from './sample.ts';

/** A figure beside another of the same run, and what it must reach. */
export interface Row {
  bench: string;
  name: string;
  value: number;
  unit: string;
  /** What the ratio is to; null where the figure stands for itself. */
  against: string | null;
  against_value: number | null;
  ratio: number | null;
  /** In words, as in `≤ 2.2 ×`; null where nothing is asked. */
  target: string | null;
  met: boolean | null;
}

export interface BenchOptions {
  /** A sanity run: fewer samples and smaller figures. */
  quick: boolean;
}

/** Bounds of the ratio, or of the value itself where there is nothing against it. */
export interface Bound {
  at_most?: number;
  at_least?: number;
}

interface Figure {
  bench: string;
  name: string;
  value: number;
  unit: string;
  against?: { name: string; value: number };
}

export const rowOf = ({ bench, name, value, unit, against }: Figure, bound?: Bound): Row => {
  const ratio = against ? value / against.value : null;
  const judged = ratio ?? value;
  const { at_most = Number.POSITIVE_INFINITY, at_least = Number.NEGATIVE_INFINITY } = bound ?? {};
  return {
    bench,
    name,
    value,
    unit,
    against: against?.name ?? null,
    against_value: against?.value ?? null,
    ratio,
    target: bound ? targetOf(bound, against ? '×' : unit) : null,
    met: bound ? judged <= at_most && judged >= at_least : null,
  };
};

const targetOf = ({ at_most, at_least }: Bound, unit: string): string =>
  at_most === undefined ? `≥ ${share(at_least ?? 0)} ${unit}` : `≤ ${share(at_most)} ${unit}`;

/** A small share reads best as a fraction. */
const share = (value: number): string =>
  value > 0 && value < 0.5 && Number.isInteger(1 / value) ? `1/${1 / value}` : figure(value);

/** Three digits that count. */
export const figure = (value: number): string => {
  if (!Number.isFinite(value) || value === 0) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return String(Number(value.toFixed(Math.min(digits, 4))));
};

const titles = ['bench', 'what', 'figure', 'against', 'ratio', 'must be', ''];

/** The rows as a Markdown table, which reads well in a terminal too. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = rows.map(({ bench, name, value, unit, against, against_value, ratio, target, met }) => [
    bench,
    name,
    `${figure(value)} ${unit}`,
    against === null ? '' : `${against}: ${figure(against_value ?? 0)} ${unit}`,
    ratio === null ? '' : `${figure(ratio)} ×`,
    target ?? '',
    met === null ? '' : met ? 'met' : 'MISSED',
  ]);
  const widths = titles.map((title, at) => Math.max(3, title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(titles), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(line)].join('\n');
};

/** One way of doing the job. */
export interface Contender {
  name: string;
  /** Does it, once or `times` over; only this is timed. */
  run: () => void | Promise<void>;
  times?: number;
  /** What it has to reach; without any, it is set against the floor and asked nothing. */
  goals?: readonly Goal[];
}

export interface Goal {
  /** Name of another contender. */
  against: string;
  /** Its median over theirs. */
  at_most: number;
}

export interface Rounds {
  rounds: number;
  /** Rounds before those that count. */
  warmUp?: number;
  /** Cleans up after each turn, untimed. */
  after?: () => void;
}

/** @param contenders the floor first */
export const sideBySide = async (
  bench: string,
  contenders: readonly Contender[],
  { rounds, warmUp = 5, after = () => {} }: Rounds,
): Promise<Row[]> => {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { name, run, times: over = 1 } of contenders) {
      const started = performance.now();
      await run();
      const took = (performance.now() - started) / over;
      if (round >= 0) times.get(name)?.push(took);
      after();
    }
  }
  const medianOf = (name: string): number => median(times.get(name) ?? []);
  const floor = contenders[0]?.name ?? '';
  return contenders.flatMap(({ name, goals = [{ against: floor }] }) =>
    goals.map(({ against, ...bound }: { against: string; at_most?: number }) =>
      rowOf(
        {
          bench,
          name,
          value: medianOf(name),
          unit: 'ms',
          ...(name !== against && { against: { name: against, value: medianOf(against) } }),
        },
        'at_most' in bound ? bound : undefined,
      ),
    ),
  );
};
