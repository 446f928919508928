import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLastLine } from './child-last-line.ts';

const lastOf = (...chunks: (string | Uint8Array)[]): string => {
  const last = createLastLine();
  const read = last.reader();
  for (const chunk of chunks) read(Buffer.from(chunk));
  return last.text();
};

describe('the last line', () => {
  it.each<[string, string[], string]>([
    ['of nothing is empty', [], ''],
    ['of blank lines is empty', ['\n \n\t\n'], ''],
    ['may be whole', ['one\ntwo\n'], 'two'],
    ['may lack its end', ['one\ntwo'], 'two'],
    ['is that before blank ones', ['one\n\n  \n'], 'one'],
    ['comes in pieces', ['o', 'ne\nt', 'w', 'o\n'], 'two'],
    ['is the last state of a progress bar', ['10 %\r50 %\r100 %'], '100 %'],
    ['has Windows line ends', ['one\r\ntwo\r\n'], 'two'],
    ['has no colours', ['\u001B[1;32mpassed\u001B[0m 12\u001B[K\n'], 'passed 12'],
    ['has no links', ['\u001B]8;;http://x.test\u0007link\u001B]8;;\u0007\n'], 'link'],
    ['has no marks that turn text around', ['a\u202Eb\u0000c\n'], 'abc'],
  ])('%s', (_, chunks, line) => {
    expect(lastOf(...chunks)).toBe(line);
  });

  it('is that of the stream which spoke last, unless it had nothing to say', () => {
    const last = createLastLine();
    const [out, err] = [last.reader(), last.reader()];
    out(Buffer.from('out\n'));
    err(Buffer.from('err\n'));
    expect(last.text()).toBe('err');
    out(Buffer.from('more'));
    expect(last.text()).toBe('more');
    err(Buffer.from(''));
    expect(last.text()).toBe('err');
    const quiet = last.reader();
    quiet(Buffer.from('\n'));
    expect(last.text()).toBe('err');
  });

  it('loses its beginning when it is too long, never half a character', () => {
    const long = lastOf('x'.repeat(9), 'é'.repeat(5_000));
    expect(long).toBe('é'.repeat(2_048));
    expect(lastOf('🙂'.repeat(2_000), 'a')).toBe(`${'🙂'.repeat(1_023)}a`);
  });

  it('does not depend on where the pieces begin', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '🙂', ' ', '\u001B[1m') }), { maxLength: 5 });
    fc.assert(
      fc.property(lines, fc.array(fc.nat(200), { maxLength: 8 }), (texts, cuts) => {
        const bytes = Buffer.from(texts.join('\n'));
        const borders = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
        const chunks = borders.slice(1).map((border, index) => bytes.subarray(borders[index], border));
        expect(lastOf(...chunks)).toBe(lastOf(bytes));
      }),
    );
  });
});
