import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arrival } from './arrival-order.ts';
import { inOrder } from './arrival-order.ts';

const ranks: Record<string, number> = { end: 0, start: 1, tool: 2, 'tool-done': 3 };
const rank = (_agent: string, event: string): number => ranks[event] ?? 9;
const arrival = (event: string, born_ms: number, pid: number | undefined, rest: Partial<Arrival> = {}): Arrival => ({
  agent: 'claude',
  event,
  born_ms,
  pid,
  file: event,
  ...rest,
});
const events = (arrivals: Arrival[]): string[] => inOrder(arrivals, rank).map(({ event }) => event);

describe('the order of reports', () => {
  it('is that of their births', () => {
    expect(events([arrival('c', 3, 1), arrival('a', 1.25, 3), arrival('b', 1.5, 2)])).toStrictEqual(['a', 'b', 'c']);
  });

  it('is that of their relays where births tie', () => {
    expect(events([arrival('end', 1, 103), arrival('start', 1, 101), arrival('tool', 1, 102)])).toStrictEqual([
      'start',
      'tool',
      'end',
    ]);
  });

  it('is that of cause and effect where process ids have wrapped, or are unknown', () => {
    expect(events([arrival('start', 1, 301), arrival('end', 1, 32_767)])).toStrictEqual(['end', 'start']);
    expect(events([arrival('tool-done', 1, undefined), arrival('tool', 1, 12)])).toStrictEqual(['tool', 'tool-done']);
  });

  it('is that of the numbers in their names where nothing else tells', () => {
    const tied = [arrival('x', 1, 5, { file: '10@1' }), arrival('x', 1, 5, { file: '9@1' })];
    expect(inOrder(tied, rank).map(({ file }) => file)).toStrictEqual(['9@1', '10@1']);
  });

  it('takes agents apart: their ids say nothing about each other', () => {
    const tied = [arrival('start', 1, 40_000), arrival('end', 1, 39_999), arrival('tool', 1, 7, { agent: 'codex' })];
    expect(events(tied)).toStrictEqual(['end', 'start', 'tool']);
  });

  it('loses none, doubles none, and does not depend on the order they were found in', () => {
    const some = fc.record({
      agent: fc.constantFrom('claude', 'codex'),
      event: fc.constantFrom(...Object.keys(ranks)),
      born_ms: fc.integer({ min: 0, max: 3 }),
      pid: fc.option(fc.constantFrom(1, 2, 3, 32_767), { nil: undefined }),
      file: fc.uuid(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(some, { selector: ({ file }) => file, maxLength: 20 }), (arrivals) => {
        const ordered = inOrder(arrivals, rank);
        expect(new Set(ordered)).toStrictEqual(new Set(arrivals));
        expect(ordered).toHaveLength(arrivals.length);
        expect(ordered.map(({ born_ms }) => born_ms)).toStrictEqual(
          arrivals.map(({ born_ms }) => born_ms).toSorted((a, b) => a - b),
        );
        expect(inOrder(arrivals.toReversed(), rank)).toStrictEqual(ordered);
      }),
    );
  });
});
