import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, manyLines, oneLine } from './text.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('cutText', () => {
  it('cuts on a character border', () => {
    expect(cutText('ab😀c', 5)).toBe('ab');
    expect(cutText('ab😀c', 6)).toBe('ab😀');
    expect(cutText('é'.repeat(5_000))).toBe('é'.repeat(4_096));
  });

  it('never gives more bytes than asked, never half a character, and leaves what fits alone', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 40 }), (text, bytesMax) => {
        const cut = cutText(text, bytesMax);
        expect(bytes(cut)).toBeLessThanOrEqual(bytesMax);
        expect(text.toWellFormed().startsWith(cut)).toBe(true);
        expect(bytes(text.toWellFormed()) > bytesMax || cut === text.toWellFormed()).toBe(true);
      }),
    ));

  it('makes lone surrogates harmless', () => expect(cutText('a\ud800b')).toBe('a\ufffdb'));
});

describe('text for a screen', () => {
  it('loses escape sequences, bidi marks and line breaks in one line', () => {
    expect(oneLine(' a\u001b[31mred\u202e\u0000\r\n\tb\u2028c\u0007 ')).toBe('a[31mred bc');
  });

  it('keeps line feeds and tabs over several lines', () =>
    expect(manyLines('a\r\nb\rc\t\u001b]0;x\u0007')).toBe('a\nb\nc\t]0;x'));
});
