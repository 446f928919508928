// `npm run bench:truth`: plays every recording through relay, spool and hub, and prints how far what is shown agrees with what a person
// saw. `--json` prints JSON, `--keep` keeps better counts as the baseline; other words choose recordings by the beginning of their names.

import { join } from 'node:path';
import { isBuilt } from './build.mjs';
import { installPackages, root, run, say, suitableNode } from './node.mjs';

const node = suitableNode();
installPackages(node);
if (!isBuilt()) {
  say('building (about 10 s) …');
  if ((await run(node, [join(root, 'scripts', 'build.mjs')])) !== 0) process.exit(1);
}
const typescript = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
process.exit(await run(node, [...typescript, join(root, 'bench', 'truth.ts'), ...process.argv.slice(2)]));
