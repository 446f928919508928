import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePath, readPath } from './path.ts';

describe('parsePath', () => {
  it.each([
    ['$', []],
    ['$.tool.name', ['tool', 'name']],
    ['$.workspace_roots[0]', ['workspace_roots', 0]],
    ["$['my key'].x-y[12]['it\\'s \\\\ here']", ['my key', 'x-y', 12, "it's \\ here"]],
    ['$.größe', ['größe']],
  ])('reads %s', (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  it.each([
    '',
    'session',
    '.session',
    '$session',
    '$.',
    '$..a',
    '$.*',
    '$[*]',
    '$[-1]',
    '$[01]',
    '$[0:2]',
    '$[?(@.a)]',
    '$["a"]',
    "$['']",
    "$['a",
    '$.a b',
    ' $.a',
    '$.a ',
    '$.a[0',
    '$.1a',
    `$.${'a'.repeat(600)}`,
  ])('refuses %j', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });

  it('never throws, and reads back every path it can write', () => {
    const step = fc.oneof(fc.nat({ max: 999_999_999 }), fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.string(), (path, any) => {
        const text = path.map((one) => (typeof one === 'number' ? `[${one}]` : `['${one.replace(/['\\]/gu, '\\$&')}']`)).join('');
        expect(parsePath(`$${text}`)).toEqual(path);
        expect(() => parsePath(any)).not.toThrow();
      }),
    );
  });
});

describe('readPath', () => {
  const value = { tool: { name: 'Bash' }, roots: ['/a', null], flag: false };

  it('finds what stands there', () => {
    expect(readPath(['tool', 'name'], value)).toBe('Bash');
    expect(readPath(['roots', 0], value)).toBe('/a');
    expect(readPath(['flag'], value)).toBe(false);
    expect(readPath([], value)).toBe(value);
  });

  it('finds nothing past the end, inside other types, or on the prototype', () => {
    expect(readPath(['roots', 2], value)).toBeUndefined();
    expect(readPath(['roots', 'length'], value)).toBeUndefined();
    expect(readPath(['tool', 0], value)).toBeUndefined();
    expect(readPath(['tool', 'name', 0], value)).toBeUndefined();
    expect(readPath(['roots', 1, 'x'], value)).toBeUndefined();
    expect(readPath(['constructor', 'name'], value)).toBeUndefined();
    expect(readPath(['__proto__', 'toString'], value)).toBeUndefined();
  });

  it('walks every way into any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (any) => {
        const walk = (here: unknown, path: (string | number)[]): void => {
          expect(readPath(path, any)).toBe(here);
          if (Array.isArray(here)) for (const [at, inner] of here.entries()) walk(inner, [...path, at]);
          else if (typeof here === 'object' && here !== null)
            for (const [key, inner] of Object.entries(here)) walk(inner, [...path, key]);
        };
        walk(any, []);
      }),
    );
  });
});
