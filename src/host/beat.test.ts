import { expect, it } from 'vitest';
import { untilBeat } from './beat.ts';

it.each([
  [10_000, 1_900_000_000_000, 10_000],
  [10_000, 1_900_000_000_001, 9_999],
  [10_000, 1_900_000_009_999.7, 1],
  [30_000, 1_900_000_010_000, 10_000],
])('of %d ms at %d is in %d ms', (period_ms, now_ms, ms) => expect(untilBeat(period_ms, now_ms)).toBe(ms));

it('of a period falls on that of its multiple', () => {
  const now_ms = 1_900_000_012_345;
  expect((now_ms + untilBeat(30_000, now_ms)) % 10_000).toBe(0);
});
