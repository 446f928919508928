import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonObject, surveyJson } from './json.ts';

const read = (text: string | Uint8Array): ReturnType<typeof readJsonObject> =>
  readJsonObject(typeof text === 'string' ? Buffer.from(text) : text);

describe('readJsonObject', () => {
  it.each([
    ['a plain object', '{"a":1}'],
    ['a byte order mark', '\uFEFF{"a":1}'],
    ['CRLF', '{\r\n"a":1\r\n}\r\n'],
    ['blanks around', ' \n {"a":1}\n\n'],
  ])('takes %s', (_, text) => {
    expect(read(text)).toEqual({ object: { a: 1 }, faults: [], mended: [] });
  });

  it.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['not JSON', 'is not JSON'],
    ['{"a":1', 'is not JSON'],
    ["{'a':1}", 'is not JSON'],
    ['{"a":"x\u0000y"}', 'is not JSON'],
    ['[{"a":1}]', 'is a list, not an object'],
    ['"text"', 'is not an object'],
    ['null', 'is not an object'],
    ['{"a":1}{"b":2}', 'holds more than one object'],
    ['{"a":1}\n{"b":2}\n', 'holds more than one object'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'is nested deeper than 200 levels'],
    [`{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, 'is nested deeper than 200 levels'],
    ['{'.repeat(100_000), 'is nested deeper than 200 levels'],
    // Counted to their end, these would take 3 GB and a minute.
    ['{'.repeat(16 * 1024 * 1024), 'is nested deeper than 200 levels'],
  ])('refuses %.30j', (text, fault) => {
    expect(read(text)).toEqual({ object: undefined, faults: [fault], mended: [] });
  });

  it('refuses what is larger than 64 MiB without reading it', () => {
    expect(read(new Uint8Array(64 * 1024 * 1024 + 1))).toMatchObject({ object: undefined, faults: ['is larger than 64 MiB'] });
  });

  it('reads on past invalid UTF-8 and a key that stands twice, and says so', () => {
    expect(read(Uint8Array.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]))).toMatchObject({
      object: { a: '\uFFFD' },
      faults: [expect.stringContaining('UTF-8')],
    });
    expect(read('{"a":1,"b":{"a":2},"\\u0061":3}')).toMatchObject({
      object: { a: 3 },
      faults: [expect.stringContaining('twice')],
    });
  });

  it('tells half a character from a whole one and from a written backslash', () => {
    expect(read(String.raw`{"a":"\ud83d"}`).mended).toHaveLength(1);
    expect(read(String.raw`{"a":"\udc00x"}`).mended).toHaveLength(1);
    expect(read(String.raw`{"a":"\ud83d\ude00"}`).mended).toEqual([]);
    expect(read(String.raw`{"a":"\\ud83d"}`).mended).toEqual([]);
    expect(read(String.raw`{"a":"\\\ud83d"}`).mended).toHaveLength(1);
  });

  it('keeps U+2028 and escaped NUL as they are', () => {
    expect(read('{"a":"x\u2028y","b":"\\u0000"}')).toEqual({ object: { a: 'x\u2028y', b: '\u0000' }, faults: [], mended: [] });
  });

  it('reads any object as JSON.parse does, and never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.uint8Array({ maxLength: 200 }),
        fc.string(),
        (object, bytes, text) => {
          const json = JSON.stringify(object);
          expect(read(json)).toEqual({ object: JSON.parse(json), faults: [], mended: [] });
          expect(() => [readJsonObject(bytes), surveyJson(text)]).not.toThrow();
        },
      ),
    );
  });
});
