import { expect, it } from 'vitest';
import { isNewer } from './start-hub.ts';

it.each([
  ['1.0.0', '1.0.0', false],
  ['1.10.0', '1.9.3', true],
  ['1.9.3', '1.10.0', false],
  ['2.0.0', '1.9.9', true],
  ['1.0.1', '1.0.0', true],
  ['0.9.9', '1.0.0', false],
  ['1.0.0-beta', '1.0.0', false],
  ['1.0.0', 'unknown', false],
])('%s is newer than %s: %s', (ours, theirs, expected) => {
  expect(isNewer(ours, theirs)).toBe(expected);
});
