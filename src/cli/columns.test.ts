import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fit, padTo, table, widthOf, wrap } from './columns.ts';

describe('text that fits', () => {
  it('counts as a terminal shows', () => {
    expect(['abc', '灯台', '🚢', 'é'].map(widthOf)).toEqual([3, 4, 2, 1]);
    expect(padTo('灯', 4)).toBe('灯  ');
  });

  it('cuts with an ellipsis, and only what is too long', () => {
    expect(fit('harbor-api', 10)).toBe('harbor-api');
    expect(fit('harbor-api', 7)).toBe('harbor…');
    expect(fit('灯台守', 4)).toBe('灯…');
    expect(fit('a b', 2)).toBe('a…');
    expect(fit('abc', 0)).toBe('');
  });

  it('never gets wider than it may, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, width) => {
        expect(widthOf(fit(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('breaks at blanks', () => {
    expect(wrap('who needs you first', 9)).toEqual(['who needs', 'you first']);
    expect(wrap('an incomprehensible word', 6)).toEqual(['an', 'incomprehensible', 'word']);
  });
});

describe('table', () => {
  const columns = [{ title: 'A' }, { title: 'WHAT', least: 4 }, { title: 'WHERE', least: 3, from: 20 }];
  const rows = [
    ['x', 'a long sentence here', 'far away'],
    ['yy', 'short', ''],
  ];

  it('is as wide as its content where there is room', () => {
    expect(table(columns, rows, Number.POSITIVE_INFINITY)).toEqual([
      'A   WHAT                  WHERE',
      'x   a long sentence here  far away',
      'yy  short',
    ]);
  });

  it('takes missing room from the widest', () => {
    expect(table(columns, rows, 24)).toEqual(['A   WHAT        WHERE', 'x   a long se…  far away', 'yy  short']);
  });

  it('leaves out a column on a narrow terminal', () => {
    expect(table(columns, rows, 14)).toEqual(['A   WHAT', 'x   a long se…', 'yy  short']);
  });

  it('is never wider than the terminal while its columns can shrink', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.string(), fc.string())),
        fc.integer({ min: 16, max: 100 }),
        (cells, width) => {
          const clean = cells.map((row) => row.map((text) => text.replace(/[^ -~]/gu, '')));
          for (const line of table(columns, clean, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  it('styles after cutting', () => {
    const lines = table(columns, rows, 24, (text, row, column) => (column === 1 && row === 0 ? `<${text}>` : text));
    expect(lines[1]).toBe('x   <a long se…>  far away');
  });
});
