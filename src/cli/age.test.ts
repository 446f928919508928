import { expect, it } from 'vitest';
import { age, ageInWords } from './age.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

it('is short', () => {
  expect([-5, 999, 59_999, minute, 59 * minute, hour, 47 * hour, 2 * day].map(age)).toEqual([
    '0s',
    '0s',
    '59s',
    '1m',
    '59m',
    '1h',
    '47h',
    '2d',
  ]);
});

it('reads well in a sentence', () => {
  expect([-5, 1_000, minute, 5 * minute, hour, 3 * day].map(ageInWords)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute',
    '5 minutes',
    '1 hour',
    '3 days',
  ]);
});
