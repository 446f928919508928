import * as fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { setTomlKey, writeTomlValue } from './toml-edit.ts';

describe('setTomlKey', () => {
  it.each([
    ['a value in place, comment kept', 'a = 1 # one\r\nb = 2\r\n', ['a'], '5', 'a = 5 # one\r\nb = 2\r\n'],
    [
      'after the last key of its table',
      '[page]\nport = 1 # p\n\n[x]\n',
      ['page', 'host'],
      '"h"',
      '[page]\nport = 1 # p\nhost = "h"\n\n[x]\n',
    ],
    ['the indent of its neighbour', '[page]\n  port = 1\n', ['page', 'host'], '2', '[page]\n  port = 1\n  host = 2\n'],
    ['into an empty table', '[page] # here\n[x]\n', ['page', 'port'], '2', '[page] # here\nport = 2\n[x]\n'],
    ['into an empty text', '', ['page', 'port'], '2', '[page]\nport = 2\n'],
    ['a new table at the end', 'a = 1\n', ['page', 'port'], '2', 'a = 1\n\n[page]\nport = 2\n'],
    ['a new table after a last line without an end', 'a = 1', ['page', 'port'], '2', 'a = 1\n\n[page]\nport = 2\n'],
    [
      'a top key before the first table and its comment',
      '# top\n\n# page\n[page]\n',
      ['a'],
      '2',
      '# top\n\na = 2\n\n# page\n[page]\n',
    ],
    ['a top key after the others, no end of line added', 'a = 1', ['b'], '2', 'a = 1\nb = 2'],
    ['into an inline table', 'page = { port = 1 }\n', ['page', 'host'], '2', 'page = { port = 1, host = 2 }\n'],
    ['inside an inline table', 'page = { port = 1 }\n', ['page', 'port'], '2', 'page = { port = 2 }\n'],
    ['into an empty inline table', 'page = {}\n', ['page', 'port'], '2', 'page = { port = 2 }\n'],
    ['beside a dotted key', 'page.host = 1\n', ['page', 'port'], '2', 'page.host = 1\npage.port = 2\n'],
    [
      'beside a dotted key inside a table',
      '[agents]\na.x = 1\n[z]\n',
      ['agents', 'a', 'y'],
      '2',
      '[agents]\na.x = 1\na.y = 2\n[z]\n',
    ],
    ['a quoted key', '["my page"]\n"a b" = 1\n', ['my page', 'a b'], '2', '["my page"]\n"a b" = 2\n'],
    ['behind a byte order mark', '\uFEFFa = 1\n', ['a'], '2', '\uFEFFa = 2\n'],
    ['after a value of many lines', 'a = [\n 1,\n] # c\n[t]\n', ['b'], '2', 'a = [\n 1,\n] # c\nb = 2\n[t]\n'],
  ] as const)('sets %s', (_, text, path, literal, expected) => {
    expect(setTomlKey(text, path, literal)).toBe(expected);
  });

  it('touches nothing where a table would have to replace a value', () => {
    expect(setTomlKey('page = 1\n', ['page', 'port'], '2')).toBeUndefined();
    expect(setTomlKey('[[page]]\nport = 1\n', ['page', 'port'], '2')).toBeUndefined();
  });

  it('throws for a text that is no TOML', () => {
    expect(() => setTomlKey('a = = 1', ['a'], '2')).toThrow(/TOML/u);
  });

  it('keeps every byte outside one stretch and reads as intended', () => {
    const key = fc.constantFrom('a', 'b', 'page', 'port', 'x-y');
    const value = fc.oneof(
      fc.integer().map(String),
      fc.boolean().map(String),
      fc.constantFrom('"t"', "'t'", '[1, 2]', '{ n = 1 }'),
    );
    const comment = fc.constantFrom('', ' # note', '  #');
    const line = fc.oneof(
      fc.tuple(key, value, comment).map(([k, v, c]) => `${k} = ${v}${c}`),
      fc.tuple(key, key, value).map(([k, l, v]) => `${k}.${l} = ${v}`),
      fc.tuple(key, comment).map(([k, c]) => `[${k}]${c}`),
      fc.tuple(key, key).map(([k, l]) => `[${k}.${l}]`),
      fc.constantFrom('', '# a comment', '   '),
    );
    const newline = fc.constantFrom('\n', '\r\n');
    const text = fc
      .tuple(fc.array(line, { maxLength: 8 }), newline, fc.boolean(), fc.constantFrom('', '\uFEFF'))
      .map(([lines, end, ends, mark]) => mark + lines.join(end) + (ends ? end : ''))
      .filter((candidate) => {
        try {
          parse(candidate.replace('\uFEFF', ''));
          return true;
        } catch {
          return false;
        }
      });
    fc.assert(
      fc.property(text, fc.array(key, { minLength: 1, maxLength: 3 }), value, (before, path, literal) => {
        const after = setTomlKey(before, path, literal);
        fc.pre(after !== undefined);
        const found = path.reduce<unknown>((table, step) => Reflect.get(Object(table), step), parse(after.replace('\uFEFF', '')));
        expect(found).toEqual(parse(`v = ${literal}`).v);
        // What is common at both ends leaves the stretch of the old text that is gone: a value at most, no comment and no line end.
        let start = 0;
        while (start < before.length && before[start] === after[start]) start++;
        const room = Math.min(before.length, after.length) - start;
        let end = 0;
        while (end < room && before.at(-1 - end) === after.at(-1 - end)) end++;
        expect(before.slice(start, before.length - end)).not.toMatch(/[\n#]/u);
      }),
      { numRuns: 300 },
    );
  });
});

describe('writeTomlValue', () => {
  it.each([
    ['5m', '"5m"'],
    ['a"b\n', '"a\\"b\\n"'],
    [5, '5'],
    [true, 'true'],
  ] as const)('writes %j', (value, expected) => {
    expect(writeTomlValue(value)).toBe(expected);
  });
});
