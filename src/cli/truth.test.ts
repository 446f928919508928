import { describe, expect, it } from 'vitest';
import type { Graded, Shown } from '../../test/truth.ts';
import { agrees, createGrader, parseTruth } from '../../test/truth.ts';

const graded = (after: number, more: Partial<Graded>): Graded => ({
  after,
  session: 's',
  state: 'working',
  within_ms: 1_000,
  why: 'seen',
  ...more,
});
const shown = (more: Partial<Shown> = {}): Shown => ({
  state: 'working',
  detail: null,
  attention: false,
  done: false,
  failed: false,
  ...more,
});

describe('what is shown agrees with what was seen', () => {
  it.each<[Partial<Graded>, Shown | undefined, boolean]>([
    [{}, shown({ detail: 'tool' }), true],
    [{}, shown({ detail: 'background' }), false],
    [{ detail: 'background' }, shown({ detail: 'background' }), true],
    [{ detail: 'background' }, shown(), false],
    [{ state: 'blocked' }, shown({ state: 'blocked', detail: 'plan' }), true],
    [{ state: 'idle' }, shown({ state: 'idle', detail: 'error' }), false],
    [{ attention: true }, shown(), false],
    [{ state: 'ended' }, undefined, true],
    [{ state: 'ended' }, shown(), false],
    [{}, undefined, false],
  ])('%j, %j: %s', (one, now, same) => {
    expect(agrees(graded(1, one), now)).toBe(same);
  });
});

describe('the grader', () => {
  const times = new Map([1, 2, 3, 4, 5].map((line) => [line, line * 1_000]));
  const judge = (truths: Graded[], looks: readonly (readonly [number, number, Shown | undefined])[]) => {
    const grader = createGrader(truths, times);
    for (const [line, at_ms, now] of looks) grader.look(line, at_ms, new Map(now ? [['s', now]] : []));
    return grader.end();
  };

  it('counts what came', () => {
    const truths = [graded(1, {}), graded(2, { state: 'idle' }), graded(3, { state: 'ended' })];
    expect(
      judge(truths, [
        [1, 1_000, shown()],
        [2, 2_000, shown({ state: 'idle' })],
        [3, 3_000, undefined],
      ]),
    ).toEqual({ right: 3, mistakes: [] });
  });

  it('tells what did not come once, and again only when something else is shown in its place', () => {
    const { right, mistakes } = judge(
      [graded(1, {}), graded(2, { state: 'idle' })],
      [
        [1, 1_000, shown()],
        [2, 2_000, shown()],
        [3, 3_000, shown()],
        [4, 4_000, shown({ state: 'blocked' })],
      ],
    );
    expect([right, mistakes.map(({ kind, line, text }) => [kind, line, text])]).toEqual([
      1,
      [
        ['missing', 2, 'idle was seen, working is shown'],
        ['made_up', 4, 'blocked is shown, idle was seen'],
      ],
    ]);
  });

  it('lets go what nobody could see', () => {
    const flash = (until_ms: number) =>
      judge(
        [graded(1, {})],
        [
          [1, 1_000, shown()],
          [2, 2_000, shown({ state: 'idle' })],
          [3, until_ms, shown()],
        ],
      ).mistakes.length;
    expect([flash(2_249), flash(2_250)]).toEqual([0, 1]);
  });

  it('knows a session that nobody saw, and an end of what never was', () => {
    expect(judge([], [[1, 1_000, shown()]]).mistakes).toMatchObject([{ kind: 'made_up', line: 1 }]);
    expect(judge([graded(2, { state: 'ended' })], [[2, 2_000, undefined]])).toMatchObject({ right: 0 });
  });
});

it('the truth is read line by line, and a word that is none refused', () => {
  const line = { after: 1, session: 's', state: 'idle', why: 'seen' };
  expect(parseTruth(`${JSON.stringify(line)}\n\n`)).toEqual([{ ...line, within_ms: 1_000 }]);
  expect(() => parseTruth(JSON.stringify({ ...line, state: 'asleep' }))).toThrow('state');
});
