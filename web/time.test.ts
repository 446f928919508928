import { expect, it } from 'vitest';
import { ageWords, longAgeWords, roughAgeWords } from './time.ts';

const minute = 60_000;

it.each([
  [-500, '0s'],
  [0, '0s'],
  [48_900, '48s'],
  [minute, '1m'],
  [2 * minute + 14_000, '2m'],
  [59.9 * minute, '59m'],
  [60 * minute, '1h'],
  [25 * 60 * minute, '1d'],
])('an age of %d ms is written %s', (age, words) => {
  expect(ageWords(age)).toBe(words);
});

it('says nothing that changes by the second where nobody waits', () => {
  expect([-5, 0, 59_999].map(roughAgeWords)).toEqual(['now', 'now', 'now']);
  expect(roughAgeWords(minute)).toBe('1m');
});

it('writes the age of a sentence out', () => {
  expect([10_000, minute, 26 * minute, 61 * minute, 49 * 60 * minute].map(longAgeWords)).toEqual([
    'a moment',
    '1 minute',
    '26 minutes',
    '1 hour',
    '2 days',
  ]);
});
