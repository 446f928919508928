// `npm run test:agents`: real agents against a real hub, with a stand-in for their model servers. Installs the pinned agents into a
// folder of their own, then runs the vitest project `agents` with a clean environment; as root on Linux in a sandbox, whose network is
// loopback only. Words after `--` go to vitest. Ends with `N passed, N failed`.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { isBuilt } from './build.mjs';
import { installPackages, npm, root, run, say, suitableNode } from './node.mjs';

const clis = join(root, 'test', 'agents', 'clis');
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether every agent that is pinned for this platform lies there in its version. */
const areInstalled = () => {
  const stamp = join(clis, 'node_modules', '.package-lock.json');
  if (!existsSync(stamp)) return false;
  const [wanted, installed] = [packagesOf(join(clis, 'package-lock.json')), packagesOf(stamp)];
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
};

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;

const node = suitableNode();
installPackages(node);
if (!areInstalled()) {
  say('installing the agents into test/agents/clis/ (about 400 MB) …');
  npm(node, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], clis);
}
if (!isBuilt()) {
  say('building …');
  if ((await run(node, [join(root, 'scripts', 'build.mjs')])) !== 0) process.exit(1);
}

if (!has('tmux')) {
  say('tmux is missing: the agents are driven in it (apt-get install tmux)');
  process.exit(1);
}
const scratch = mkdtempSync(join(tmpdir(), 'vigie-agents-'));
const isSandboxed = process.platform === 'linux' && process.getuid() === 0 && has('unshare') && has('ip');
if (!isSandboxed) say('not root on Linux with unshare and ip: the agents run with a clean environment, but without a sandbox');

const report = 'report.json';
const folder = isSandboxed ? '/tmp' : scratch;
const vitest = [
  node,
  join(root, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--project=agents',
  '--reporter=verbose',
  '--reporter=json',
  `--outputFile.json=${join(folder, report)}`,
  ...process.argv.slice(2),
];
// npm's tarball of Node may lie anywhere, and the sandbox hides most places.
const kept = [root, ...(relative(root, node).startsWith('..') ? [dirname(dirname(node))] : [])];
const [command, ...words] = isSandboxed
  ? [join(root, 'test', 'agents', 'sandbox.sh'), scratch, ...kept, '--', ...vitest]
  : vitest;
const { status } = spawnSync(command, words, {
  cwd: root,
  stdio: 'inherit',
  env: {
    PATH: [dirname(node), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(delimiter),
    VIGIE_ROOT: root,
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
    USER: 'dev',
    LOGNAME: 'dev',
  },
});

let counts = { passed: 0, failed: 1 };
try {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(join(scratch, report), 'utf8'));
  // A file that fails before its first test counts too.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  counts = { passed: numPassedTests, failed: numFailedTests + broken };
} catch (error) {
  say(`no test report: ${error.message}`);
}
rmSync(scratch, { recursive: true, force: true });
if (status !== 0 && counts.failed === 0) counts.failed = 1;
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
