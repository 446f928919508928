// `npm run bench -- [--quick] [--json] [BENCH…]`: one table, every figure beside what was measured with it in the same run.

import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benches } from './all.ts';
import type { Row } from './row.ts';
import { tableOf } from './row.ts';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0)
  throw new Error(`no bench is called ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`);

const load = (): number => Number((loadavg()[0] ?? 0).toFixed(1));
const machine = {
  cores: availableParallelism(),
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  memory_gb: Math.round(totalmem() / 2 ** 30),
  platform: process.platform,
  node: process.version,
  /** Others at work on the machine slow everything, and make ratios less sure. */
  load_before: load(),
};

const rows: Row[] = [];
for (const [name, measure] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  process.stderr.write(`vigie: measuring ${name} …\n`);
  try {
    rows.push(...(await measure({ quick: values.quick })));
  } catch (error) {
    // The others' figures took minutes, and stand.
    console.error(error);
    process.exitCode = 1;
  }
}
if (values.json) console.log(JSON.stringify({ schema: 1, quick: values.quick, machine, rows }, null, 2));
else {
  const { cores, cpu, memory_gb, platform, node, load_before } = machine;
  console.log(tableOf(rows));
  console.log(
    `\n${cores} cores (${cpu}), ${memory_gb} GB, ${platform}, Node ${node}; load ${load_before} before and ${load()} after`,
  );
}
