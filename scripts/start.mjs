// `npm start`: installs and builds what is missing, then runs the hub in the foreground. Words after `--` go to `vigie up`.
// `npm start -- --demo` plays docs/demo.jsonl into a hub of its own, in a temporary VIGIE_HOME that is removed at the end.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from './build.mjs';
import { installPackages, root, run, say, suitableNode, withNode } from './node.mjs';

const program = join(root, 'dist', 'vigie.js');

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** A private home for one hub, on a port that is free now. */
const demoHome = async () => {
  const home = mkdtempSync(join(tmpdir(), 'vigie-demo-'));
  mkdirSync(join(home, 'config'), { mode: 0o700 });
  writeFileSync(join(home, 'config', 'config.toml'), `[page]\nport = ${await freePort()}\n`, { mode: 0o600 });
  return home;
};

/** Runs the hub, and the recording beside it once the hub says that it is up. Resolves to the hub's exit status. */
const runDemo = async (node, words) => {
  const home = await demoHome();
  const options = { cwd: root, env: { ...withNode(node), VIGIE_HOME: home } };
  const children = [];
  const start = (args, stdio) => {
    const child = spawn(node, [program, ...args], { ...options, stdio });
    children.push(child);
    return child;
  };
  const pass = (signal) => children.forEach((child) => child.kill(signal));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  const hub = start(['up', ...words], ['ignore', 'pipe', 'inherit']);
  hub.stdout.once('data', () => start(['replay', join(root, 'docs', 'demo.jsonl')], ['ignore', 'inherit', 'inherit']));
  // Hooks of agents would be told of a hub that is gone with its home in a moment.
  hub.stdout.on('data', (said) => process.stdout.write(String(said).replace(/^.* connect --all .*\n/mu, '')));
  const status = await new Promise((resolve) => {
    hub.once('exit', (code) => resolve(code ?? 1));
  });
  pass('SIGTERM');
  await Promise.all(
    children.map((child) => child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once('exit', resolve))),
  );
  rmSync(home, { recursive: true, force: true });
  return status;
};

// Where npm is killed its shell dies too, and neither tells us: then we have another parent.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 1_000).unref();

const node = suitableNode();
installPackages(node);
if (!isBuilt()) {
  say('building (about 10 s) …');
  const status = await run(node, [join(root, 'scripts', 'build.mjs')]);
  if (status !== 0) process.exit(status);
}
const words = process.argv.slice(2);
process.exit(
  words.includes('--demo')
    ? await runDemo(
        node,
        // A detached hub would outlive its home.
        words.filter((word) => word !== '--demo' && word !== '--detach'),
      )
    : await run(node, [program, 'up', ...words]),
);
