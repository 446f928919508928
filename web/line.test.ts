import { describe, expect, it } from 'vitest';
import { lineOf } from './line.ts';

describe('a line of an agent', () => {
  it('holds no control and no bidi mark, and one line only', () => {
    expect(lineOf('a\u202egnp.exe\u0000\r\n\tb\u2028c')).toBe('agnp.exe bc');
  });

  it('is cut to what a row can show, never inside a character', () => {
    const line = lineOf('😀'.repeat(100_000));
    expect(line.length).toBeLessThanOrEqual(241);
    expect(line.isWellFormed()).toBe(true);
    expect(line.endsWith('…')).toBe(true);
  });
});
