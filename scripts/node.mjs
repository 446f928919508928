// Finds a Node that Vigie runs on. Written for old Nodes too: where the one at hand is older than the floor, Node 22 is fetched as an
// npm package into `.node/` (a binary inside the package, no install script).

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const floor = [22, 16];
const fetched = '22.23.5';

/** Prints one line about something that takes a while. */
export const say = (line) => process.stderr.write(`vigie: ${line}\n`);

const isEnough = (version) => {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > floor[0] || (major === floor[0] && minor >= floor[1]);
};

/** Path of npm's own program, to be run by a Node of our choice. */
const npmProgram = () => {
  if (process.env.npm_execpath?.endsWith('.js') && existsSync(process.env.npm_execpath)) return process.env.npm_execpath;
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return existsSync(beside) ? beside : undefined;
};

/** Runs npm with the given Node; throws where it fails. */
export const npm = (node, words, where = root) => {
  const program = npmProgram();
  const [command, args] = program ? [node, [program, ...words]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', words];
  const run = spawnSync(command, args, {
    cwd: where,
    stdio: ['ignore', 2, 2],
    env: withNode(node),
    shell: !program && process.platform === 'win32',
  });
  if (run.status !== 0) throw new Error(`npm ${words.join(' ')} failed with status ${run.status}`);
};

/** The path of a Node at or above the floor; fetches one where there is none. */
export const suitableNode = () => {
  if (isEnough(process.version)) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(root, '.node');
  const path = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(path)) {
    say(
      `this is Node ${process.version}, Vigie needs ${floor.join('.')} or later: fetching Node ${fetched} into .node/ (about 10 s) …`,
    );
    npm(process.execPath, [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      `${name}@${fetched}`,
    ]);
  }
  return path;
};

/** An environment in which `node` is the given one. */
export const withNode = (node, env = process.env) => ({
  ...env,
  PATH: `${dirname(node)}${delimiter}${join(root, 'node_modules', '.bin')}${delimiter}${env.PATH ?? ''}`,
});

/** Installs the locked packages where they are missing or of another lock file. */
export const installPackages = (node) => {
  const stamp = join(root, 'node_modules', '.package-lock.json');
  const current = () => {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const installed = JSON.parse(readFileSync(stamp, 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
    );
  };
  if (existsSync(stamp) && current()) return;
  // npm would empty the folder at the other end of the link.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error('node_modules is a link to the packages of another checkout: remove the link first');
  say('installing packages (about 20 s) …');
  npm(node, ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
};

/** Runs a program of Node's to its end and gives its exit status; signals are passed on. */
export const run = (node, args, { env = {}, cwd = root } = {}) =>
  new Promise((resolve) => {
    const child = spawn(node, args, { cwd, stdio: 'inherit', env: { ...withNode(node), ...env } });
    const pass = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
