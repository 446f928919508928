// Writes docs/cli.md from the definitions that `vigie help` reads. A test says when it is stale.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { root } from './node.mjs';

if (!isBuilt()) await build();
const { status, stdout } = spawnSync(process.execPath, [join(root, 'dist', 'vigie.js'), 'help', '--markdown'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(1);
writeFileSync(join(root, 'docs', 'cli.md'), stdout);
