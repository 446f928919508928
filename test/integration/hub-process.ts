// A hub as a process of its own, with real folders, sockets and SQLite, for tests that kill it. Payloads are events as they are.
// Prints `up <url>`, or `taken` when another one holds the lock; that needs little of the program, so that many can race.

import { pathsFor } from '../../src/host/folders.ts';
import { acquireLock } from '../../src/hub/lock.ts';

const paths = pathsFor();
const lock = acquireLock(paths.lock);
if (lock) {
  const { runHub } = await import('./hub-body.ts');
  await runHub(paths);
  lock.release();
} else process.stdout.write('taken\n');
