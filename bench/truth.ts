// The program of `npm run bench:truth`: judges recordings one after the other, prints what came of it, and minds the baseline.
// Usage: [--json] [--keep] [beginning of a recording's name]… ; ends with 1 when a count is worse than the baseline's.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { playMapped } from '../test/mapped-truth.ts';
import type { Baseline } from '../test/recordings.ts';
import { baselineFile, holds, readBaseline, recordingNames } from '../test/recordings.ts';
import type { Verdict } from './judge.ts';
import { judge } from './judge.ts';

const program = join(import.meta.dirname, '..', 'dist', 'vigie.js');
const words = process.argv.slice(2);
const beginnings = words.filter((word) => !word.startsWith('--'));
const names = recordingNames().filter((name) => beginnings.length === 0 || beginnings.some((word) => name.startsWith(word)));

const headings = ['agent', 'right', 'missing', 'made up', 'late', 'median ms', 'slowest ms', 'the first mistake'];
const row = ({ name, counts, mistakes, median_ms, slowest_ms }: Verdict): string[] => [
  name,
  ...[counts.right, counts.missing, counts.made_up, counts.late, median_ms, slowest_ms].map(String),
  mistakes[0] ?? '',
];

const print = (table: readonly string[][]): void => {
  const widths = headings.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  for (const line of table)
    process.stdout.write(
      `${line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : column < 7 ? cell.padStart(widths[column] ?? 0) : cell,
        )
        .join('  ')
        .trimEnd()}\n`,
    );
};

const verdicts: Verdict[] = [];
for (const name of names) {
  process.stderr.write(`vigie: playing ${name} …\n`);
  verdicts.push(await judge(name, program));
}

const baseline: Baseline = readBaseline();
const worse = verdicts.filter(({ name, counts }) => {
  const kept = baseline[name]?.hub;
  return !kept || !holds(counts, kept);
});
if (words.includes('--keep')) {
  for (const { name, counts } of verdicts) {
    const known = baseline[name];
    const mapped = playMapped(name).counts;
    baseline[name] = {
      hub: !known || holds(counts, known.hub) ? counts : known.hub,
      mapping: !known || holds(mapped, known.mapping) ? mapped : known.mapping,
    };
  }
  writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
}

if (words.includes('--json')) process.stdout.write(`${JSON.stringify(verdicts, null, 2)}\n`);
else {
  print([headings, ...verdicts.map(row)]);
  for (const { name, mistakes } of verdicts.filter((verdict) => worse.includes(verdict)))
    process.stdout.write(
      `\n${name} is worse than test/recordings/baseline.json:\n${mistakes.map((each) => `  ${each}\n`).join('')}`,
    );
}
process.exitCode = worse.length > 0 || verdicts.length === 0 ? 1 : 0;
