import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Group } from './arrangement.ts';
import { layOut } from './viewport.ts';

const measure = { head: 40, row: 30 };
const groupsOf = (...sizes: number[]): Group[] =>
  sizes.map((size, index) => ({
    key: String(index),
    name: `g${index}`,
    where: '',
    ids: Array.from({ length: size }, (_, at) => `${index}.${at}`),
  }));
const ids = (groups: Group[], top: number, height: number, keep?: string): string[] =>
  layOut(groups, measure, { top, height }, keep).flatMap((shown) => shown.rows.map((row) => row.id));

describe('what is laid out', () => {
  it('is a short list whole', () => {
    expect(ids(groupsOf(100, 50), 0, 10).length).toBe(150);
  });

  it('is of a long list what is in sight, a screenful around it, and the kept row', () => {
    // Rows 100 to 104 are in sight: 40 + 100 × 30 = 3040.
    const shown = ids(groupsOf(1000), 3040, 150, '0.900');
    expect(shown[0]).toBe('0.95');
    expect(shown.at(-2)).toBe('0.109');
    expect(shown.at(-1)).toBe('0.900');
    expect(shown.length).toBe(16);
  });

  it('knows what stands above each group', () => {
    const [first, second] = layOut(groupsOf(10, 5, 200), measure, { top: 400, height: 100 });
    expect([first?.group.name, first?.groupsAbove, first?.rowsAbove]).toEqual(['g0', 0, 0]);
    expect([second?.group.name, second?.groupsAbove, second?.rowsAbove]).toEqual(['g1', 1, 10]);
  });

  it('misses no row that touches the window, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(120), { minLength: 3, maxLength: 8 }),
        fc.nat(20_000),
        fc.integer({ min: 1, max: 900 }),
        (sizes, top, height) => {
          const groups = groupsOf(...sizes);
          const shown = new Set(ids(groups, top, height));
          const missed: string[] = [];
          let y = 0;
          for (const group of groups) {
            y += measure.head;
            for (const id of group.ids) {
              if (y + measure.row > top && y < top + height && !shown.has(id)) missed.push(id);
              y += measure.row;
            }
          }
          expect(missed).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
