// `npm run bench`: measures side by side in one run and prints one table. Words after `--` go to bench/run.ts.

import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { installPackages, root, run, say, suitableNode } from './node.mjs';

const node = suitableNode();
if (node !== process.execPath) process.exit(await run(node, process.argv.slice(1)));
installPackages(node);
if (!isBuilt()) {
  say('building …');
  await build();
}
// The benches are TypeScript, run as they are.
const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
process.exit(await run(node, [...flags, join(root, 'bench', 'run.ts'), ...process.argv.slice(2)]));
