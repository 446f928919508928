import { describe, expect, it } from 'vitest';
import { someSession } from '../session.fixture.ts';
import { isIn, parseTimeout, parseUntil } from './wait.ts';

describe('--until', () => {
  it('takes states, done and failed', () => {
    expect([...parseUntil('idle, blocked,failed')]).toEqual(['idle', 'blocked', 'failed']);
    expect(() => parseUntil('blokced')).toThrow(
      expect.objectContaining({ message: '--until: blokced is no state', hint: 'Did you mean blocked?' }),
    );
    expect(() => parseUntil('idle,')).toThrow('a state is missing');
  });

  it('counts done and failed as idle, not the other way round', () => {
    const done = someSession({ attention: true, done: true });
    expect(isIn(done, new Set(['idle']))).toBe(true);
    expect(isIn(done, new Set(['done']))).toBe(true);
    expect(isIn(done, new Set(['failed', 'working']))).toBe(false);
    expect(isIn(someSession(), new Set(['done']))).toBe(false);
  });
});

it('--timeout takes seconds', () => {
  expect(['0', '1.5', '90'].map(parseTimeout)).toEqual([0, 1500, 90_000]);
  for (const wrong of ['', 'soon', '-1', '5m']) expect(() => parseTimeout(wrong)).toThrow('no number of seconds');
});
