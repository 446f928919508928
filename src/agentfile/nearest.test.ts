import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventTarget, eventTargets } from './event-target.ts';
import { nearest } from './nearest.ts';

describe('nearest', () => {
  it.each([
    ['strat', 'start'],
    ['needs_yuo', 'needs-you'],
    ['NeedYou', 'needs-you'],
    ['promt', 'prompt'],
    ['tooldone', 'tool-done'],
    ['ignroe', 'ignore'],
  ])('takes %s for %s', (word, meant) => {
    expect(nearest(word, eventTargets)).toBe(meant);
  });

  it('offers nothing where nothing is near', () => {
    expect(nearest('heartbeat', eventTargets)).toBeUndefined();
    expect(nearest('', eventTargets)).toBeUndefined();
  });

  it('finds each word itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...eventTargets), (word) => {
        expect(nearest(word, eventTargets)).toBe(word);
      }),
    );
  });
});

describe('eventTarget', () => {
  it('folds case and separators, and knows no surface’s event', () => {
    const spelling = fc.constantFrom(...eventTargets).chain((target) =>
      fc.tuple(
        fc.constant(target),
        fc
          .array(fc.constantFrom('', '-', '_', ' '), { minLength: target.length, maxLength: target.length })
          .map((between) =>
            Array.from(
              target.replaceAll('-', ''),
              (letter, at) => `${at % 2 ? letter.toUpperCase() : letter}${between[at]}`,
            ).join(''),
          ),
      ),
    );
    fc.assert(
      fc.property(spelling, ([target, text]) => {
        expect(eventTarget(target === 'ignore' ? 'IGNORE' : text)).toBe(target);
      }),
    );
    expect(eventTarget('seen')).toBeUndefined();
    expect(eventTarget('Un-seen')).toBeUndefined();
    expect(eventTarget('done!')).toBeUndefined();
  });
});
