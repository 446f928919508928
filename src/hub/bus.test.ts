import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListChange, ListEntry } from '../domain/list.ts';
import { createBus, keptMax } from './bus.ts';

const gone = (id: string): ListEntry => ({ type: 'gone', data: { id, reason: 'ended' } });
const numbers = (changes: readonly ListChange[] | undefined): number[] | undefined => changes?.map(({ seq }) => seq);
const ignore = (): void => {};

describe('bus', () => {
  it('numbers changes on from the last, and tells each batch once', () => {
    const bus = createBus(100, ignore);
    const heard: number[][] = [];
    bus.subscribe((changes) => heard.push(changes.map(({ seq }) => seq)));
    bus.publish([gone('a'), gone('b')]);
    bus.publish([]);
    bus.publish([gone('c')]);
    expect(heard).toEqual([[101, 102], [103]]);
    expect(bus.seq()).toBe(103);
  });

  it('gives what came after a number, or nothing for a number that it can not answer for', () => {
    const bus = createBus(100, ignore);
    bus.publish([gone('a'), gone('b')]);
    expect(numbers(bus.since(100))).toEqual([101, 102]);
    expect(numbers(bus.since(101))).toEqual([102]);
    expect(numbers(bus.since(102))).toEqual([]);
    expect(bus.since(99)).toBeUndefined();
    expect(bus.since(103)).toBeUndefined();
    expect(bus.since(Number.NaN)).toBeUndefined();
  });

  it('keeps the latest changes only', () => {
    const bus = createBus(0, ignore);
    for (let at = 0; at < 5 * keptMax; at++) bus.publish([gone('a')]);
    expect(numbers(bus.since(4 * keptMax))).toHaveLength(keptMax);
    expect(bus.since(2 * keptMax)).toBeUndefined();
  });

  it('has no gap and no double for any reader who comes and goes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), fc.nat(60), (sizes, known) => {
        const bus = createBus(10, ignore);
        for (const size of sizes) bus.publish(Array.from({ length: size }, () => gone('a')));
        const from = Math.min(10 + known, bus.seq());
        expect(numbers(bus.since(from))).toEqual(Array.from({ length: bus.seq() - from }, (_, at) => from + at + 1));
      }),
    );
  });

  it('lets no listener hurt another', () => {
    const errors: unknown[] = [];
    const bus = createBus(0, (error) => errors.push(error));
    const heard: string[] = [];
    bus.subscribe(() => {
      throw new Error('broken');
    });
    bus.subscribe(() => heard.push('second'));
    bus.publish([gone('a')]);
    expect(heard).toEqual(['second']);
    expect(errors).toEqual([new Error('broken')]);
  });

  it('stops telling whoever left, also when that is while it is told', () => {
    const bus = createBus(0, ignore);
    const heard: string[] = [];
    const leave = bus.subscribe(() => {
      heard.push('first');
      leaveOther();
      leave();
    });
    const leaveOther = bus.subscribe(() => heard.push('other'));
    bus.publish([gone('a')]);
    bus.publish([gone('b')]);
    expect(heard).toEqual(['first']);
  });

  it('keeps the order for all when a listener publishes', () => {
    const bus = createBus(0, ignore);
    const heard: number[] = [];
    bus.subscribe(([change]) => {
      if (change?.seq === 1) bus.publish([gone('b')]);
    });
    bus.subscribe((changes) => heard.push(...changes.map(({ seq }) => seq)));
    bus.publish([gone('a')]);
    expect(heard).toEqual([1, 2]);
  });
});
