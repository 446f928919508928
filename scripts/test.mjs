// `npm test`: everything that a newcomer and CI run, in one command. Installs what is missing, then lint, format, types, and all tests.
// Ends with `N passed, N failed`. Words after `--` go to vitest, as in `npm test -- --project unit`.

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages, root, run, say, suitableNode } from './node.mjs';

/** The Debian packages that tests need: `name` or `name:program`, one a line; `#` starts a comment. */
const wanted = () =>
  readFileSync(join(root, 'test', 'debian-packages'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/u, '').trim())
    .filter(Boolean);

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const installDebianPackages = () => {
  const hasDpkg = succeeds('dpkg-query', ['--version']);
  const missing = hasDpkg
    ? wanted().filter(
        (name) => !spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' }).stdout.startsWith('install ok'),
      )
    : wanted();
  if (missing.length === 0) return;
  if (!hasDpkg || process.getuid?.() !== 0) {
    say(`not installed here, the tests that need them will fail: ${missing.join(' ')}`);
    return;
  }
  say(`installing Debian packages: ${missing.join(' ')} (about a minute) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words) => spawnSync('apt-get', ['-qq', ...words], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  apt('update');
  if (!apt('install', '-y', '--no-install-recommends', ...missing)) say('apt-get failed: the tests that need them will fail');
};

const node = suitableNode();
installPackages(node);
installDebianPackages();

const words = process.argv.slice(2);
const isWhole = words.length === 0;
const failedSteps = [];
if (isWhole) {
  say('lint, format, types …');
  if ((await run(node, [join(root, 'scripts', 'lint.mjs')])) !== 0) failedSteps.push('lint');
}
const { isBuilt } = await import('./build.mjs');
if (!isBuilt()) {
  say('building …');
  if ((await run(node, [join(root, 'scripts', 'build.mjs')])) !== 0) failedSteps.push('build');
}

const report = join(tmpdir(), `vigie-tests-${process.pid}.json`);
const vitest = [
  join(root, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];
const projects = ['--project', 'unit', '--project', 'integration', '--project', 'browser'];
const status = await run(node, [...vitest, ...(words.some((word) => word.startsWith('--project')) ? [] : projects), ...words]);

let counts = { passed: 0, failed: 0, skipped: 0 };
try {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that fails before its first test counts too.
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  counts = { passed: numPassedTests, failed: numFailedTests + brokenFiles, skipped: numPendingTests + numTodoTests };
} catch (error) {
  say(`no test report: ${error.message}`);
}
rmSync(report, { force: true });
counts.failed += failedSteps.length;
if (status !== 0 && counts.failed === 0) counts.failed = 1;
for (const step of failedSteps) say(`${step} failed`);
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
