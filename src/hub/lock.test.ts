import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { acquireLock } from './lock.ts';

const folder = (): string => mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'lock-'));

it('is held once, and free again after its release', () => {
  const path = join(folder(), 'state', 'hub.lock');
  const first = acquireLock(path);
  expect(first).toBeDefined();
  expect(acquireLock(path)).toBeUndefined();
  expect(acquireLock(path)).toBeUndefined();
  first?.release();
  const second = acquireLock(path);
  expect(second).toBeDefined();
  second?.release();
});

it('says what is wrong with a place where no lock can be', () => {
  const path = join(folder(), 'hub.lock');
  mkdirSync(path);
  expect(() => acquireLock(path)).toThrow(`Cannot take the hub's lock ${path}`);
});
