// `npm run bench`: measures side by side in one run and prints one table, or JSON with `--json`. Other words choose benches by name.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages, root, run, say, suitableNode } from './node.mjs';

const node = suitableNode();
if (node !== process.execPath) process.exit(await run(node, process.argv.slice(1)));
installPackages(node);

const { rolldown } = await import('rolldown');
const folder = join(root, 'node_modules', '.cache', 'vigie-bench');
const bundle = await rolldown({ input: { all: join(root, 'bench', 'all.ts') }, platform: 'node', cwd: root });
mkdirSync(folder, { recursive: true });
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'part-[hash].mjs' });
await bundle.close();
const { benches } = await import(pathToFileURL(join(folder, 'all.mjs')));

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith('--'));
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  say(`no bench is called ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

const rows = [];
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  say(`measuring ${name} …`);
  rows.push(...(await benches[name]()));
}
rmSync(folder, { recursive: true, force: true });

const figure = (number) => number.toFixed(2);
const goal = ({ against, at_most, ratio, met }) =>
  `${met ? 'met' : 'MISSED'}: ${figure(ratio)} × ${against} (at most ${figure(at_most)})`;
if (words.includes('--json')) console.log(JSON.stringify(rows, null, 2));
else {
  const cells = rows.map((row) => [
    row.bench,
    row.name,
    figure(row.median_ms),
    figure(row.p90_ms),
    figure(row.ratio),
    row.goals.map(goal).join('; '),
  ]);
  const table = [['bench', 'contender', 'median ms', 'p90 ms', '× floor', 'goals'], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)));
  for (const line of table)
    console.log(
      line
        .map((cell, column) => (column >= 2 && column <= 4 ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
        .join('  ')
        .trimEnd(),
    );
}
