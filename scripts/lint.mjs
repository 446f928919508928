// Lint, format and types; exits 1 with every complaint.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, suitableNode, withNode } from './node.mjs';
import { breaches } from './rooms.mjs';

const node = suitableNode();
const bin = (name) => join(root, 'node_modules', '.bin', name);
const run = (name, ...args) => spawnSync(bin(name), args, { cwd: root, stdio: 'inherit', env: withNode(node) }).status === 0;

const rooms = breaches();
for (const line of rooms) console.error(`rooms: ${line}`);
const passed = [
  rooms.length === 0,
  run('oxlint', '--type-aware', '--deny-warnings', 'src', 'web', 'test', 'bench', 'scripts'),
  run('oxfmt', '--check', 'src', 'web', 'test', 'bench', 'scripts'),
  run('tsc', '-p', 'tsconfig.json'),
  run('tsc', '-p', 'web/tsconfig.json'),
];
process.exit(passed.every(Boolean) ? 0 : 1);
