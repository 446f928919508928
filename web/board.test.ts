import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { sampleView } from '../test/browser/sample-view.ts';
import type { StreamMessage } from '../src/api/contract.ts';
import type { Board } from './board.ts';
import { emptyBoard, foldMessages, snapshotOf } from './board.ts';

const change = (seq: number, session: string, title = ''): StreamMessage => ({
  type: 'change',
  seq,
  data: sampleView({ session, title }),
});
const gone = (seq: number, session: string): StreamMessage => ({
  type: 'gone',
  seq,
  data: { id: `claude:${session}`, reason: 'ended' },
});
const snapshot = (seq: number, ...sessions: string[]): StreamMessage => ({
  type: 'snapshot',
  seq,
  data: { schema: 1, seq, sessions: sessions.map((session) => sampleView({ session })), home: '/home/dev' },
});
const titles = (board: Board): Record<string, string | null> =>
  Object.fromEntries([...board.rows].map(([id, row]) => [id, row.view.title]));

describe('the board', () => {
  it('takes a snapshot, changes and goodbyes in their order', () => {
    const board = foldMessages(emptyBoard, [
      snapshot(7, 'a', 'b'),
      change(8, 'b', 'Sort imports'),
      gone(9, 'a'),
      change(10, 'c'),
    ]);
    expect(board.seq).toBe(10);
    expect(board.home).toBe('/home/dev');
    expect(titles(board)).toEqual({ 'claude:b': 'Sort imports', 'claude:c': '' });
  });

  it('turns the ring a quarter per change, and not for a snapshot', () => {
    const board = foldMessages(emptyBoard, [snapshot(1, 'a'), change(2, 'a'), change(3, 'a'), snapshot(3, 'a')]);
    expect(board.rows.get('claude:a')?.turns).toBe(2);
  });

  it('passes over what it has heard already', () => {
    const board = foldMessages(emptyBoard, [snapshot(5, 'a'), change(6, 'a', 'new')]);
    expect(titles(foldMessages(board, [change(4, 'a', 'old'), gone(6, 'a')]))).toEqual({ 'claude:a': 'new' });
  });

  it('believes a snapshot with a lower number: that hub has lost its journal', () => {
    const board = foldMessages(foldMessages(emptyBoard, [snapshot(900, 'a')]), [snapshot(2, 'b'), change(3, 'b', 'on')]);
    expect(board.seq).toBe(3);
    expect(titles(board)).toEqual({ 'claude:b': 'on' });
  });

  it('keeps the identity of rows that did not change', () => {
    const before = foldMessages(emptyBoard, [snapshot(1, 'a', 'b')]);
    const after = foldMessages(before, [change(2, 'b')]);
    expect(after.rows.get('claude:a')).toBe(before.rows.get('claude:a'));
    expect(after.rows.get('claude:b')).not.toBe(before.rows.get('claude:b'));
    expect(foldMessages(after, [])).toBe(after);
  });

  it('is the same however messages are cut into chunks', () => {
    const sessions = fc.constantFrom('a', 'b', 'c');
    const kinds = fc.array(fc.tuple(fc.constantFrom('change', 'gone', 'snapshot'), sessions), { maxLength: 30 });
    fc.assert(
      fc.property(kinds, fc.nat(30), (said, cut) => {
        const messages = said.map(([kind, session], index) =>
          kind === 'change'
            ? change(index + 1, session)
            : kind === 'gone'
              ? gone(index + 1, session)
              : snapshot(index + 1, session),
        );
        const whole = foldMessages(emptyBoard, messages);
        const inTwo = foldMessages(foldMessages(emptyBoard, messages.slice(0, cut)), messages.slice(cut));
        expect([...inTwo.rows]).toEqual([...whole.rows]);
      }),
      { numRuns: 200 },
    );
  });

  it('can be said again to a tab that comes later', () => {
    const board = foldMessages(emptyBoard, [snapshot(3, 'a'), change(4, 'b', 'x')]);
    const copy = foldMessages(emptyBoard, [snapshotOf(board, 4)]);
    expect(titles(copy)).toEqual(titles(board));
    expect(copy.home).toBe('/home/dev');
    expect(copy.seq).toBe(4);
  });
});
