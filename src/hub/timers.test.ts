import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event } from '../domain/event.ts';
import { createRoster } from '../domain/roster.ts';
import type { Rules } from '../domain/rules.ts';
import { defaultRules } from '../domain/rules.ts';
import type { Timers } from './timers.ts';
import { createTimers } from './timers.ts';

const start = 1_000_000_000;
const minute = 60_000;
let stop = (): void => {};

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Timers over a real roster; what is due is folded in as the hub does it. */
const scene = (rules: Partial<Rules> = {}) => {
  const rulesFor = (): Rules => ({ ...defaultRules, ...rules });
  const roster = createRoster({ rulesFor });
  const living = new Set<number>();
  const happened: string[] = [];
  let wakes = 0;
  const timers: Timers = createTimers({
    live: () => roster.live(),
    rulesFor,
    alive: (pid) => living.has(pid),
    now: Date.now,
    onDue: () => {
      wakes += 1;
      run();
    },
  });
  const run = (): void => {
    const { events, left } = timers.take();
    for (const event of events) {
      happened.push(`${event.session} ${event.kind} ${event.source} +${(event.at_ms - start) / 1000}`);
      apply(event);
    }
    for (const key of left) {
      happened.push(`${key} left`);
      roster.drop(key);
    }
  };
  const apply = (event: Event): void => {
    const { after } = roster.apply(event);
    if (after) timers.note([after]);
  };
  stop = () => timers.stop();
  run();
  return {
    living,
    happened,
    wakes: () => wakes,
    tell: (session: string, kind: Event['kind'], more: Partial<Event> = {}) =>
      apply({ agent: 'x', session, kind, source: 'hook', at_ms: Date.now(), ...more }),
  };
};

describe('timers', () => {
  it('wakes for nothing when there is no session', () => {
    const { wakes } = scene();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(24 * 60 * minute);
    expect(wakes()).toBe(0);
  });

  it('takes a silent working session to rest at its moment, and off the list at last', () => {
    const { tell, happened } = scene();
    tell('s', 'prompt');
    vi.advanceTimersByTime(4 * minute);
    tell('s', 'working');
    vi.advanceTimersByTime(5 * minute - 1);
    expect(happened).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(happened).toEqual(['s idle clock +540']);
    vi.advanceTimersByTime(12 * 60 * minute);
    expect(happened).toEqual(['s idle clock +540', 'x:s left']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never lets silence end a wait for a person', () => {
    const { tell, happened } = scene();
    tell('s', 'needs-you');
    vi.advanceTimersByTime(48 * 60 * minute);
    expect(happened).toEqual([]);
  });

  it('has one timer, whatever the number of sessions', () => {
    const { tell } = scene();
    for (let at = 0; at < 50; at++) tell(`s${at}`, 'prompt');
    expect(vi.getTimerCount()).toBe(1);
  });

  it('ends a session within 6 s of its process, and only that one', () => {
    const { tell, happened, living } = scene();
    living.add(7).add(8);
    tell('a', 'prompt', { place: { pid: 7 } });
    tell('b', 'prompt', { place: { pid: 8 } });
    vi.advanceTimersByTime(7 * minute);
    expect(happened).toEqual([]);
    living.delete(7);
    const from = Date.now();
    vi.advanceTimersByTime(6_000);
    expect(happened).toHaveLength(1);
    expect(happened[0]).toMatch(/^a end process \+/u);
    expect(Date.now() - from).toBeLessThanOrEqual(6_000);
  });

  it('looks every 5 s while there are live processes, and not at all once there are none', () => {
    const { tell, wakes, living } = scene({ idle_after_ms: 0 });
    living.add(7);
    tell('a', 'prompt', { place: { pid: 7 } });
    vi.advanceTimersByTime(minute);
    expect(wakes()).toBe(12);
    living.delete(7);
    vi.advanceTimersByTime(5_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not late after the machine slept', () => {
    const { tell, happened } = scene();
    tell('s', 'prompt');
    vi.setSystemTime(start + 8 * 60 * minute);
    vi.advanceTimersByTime(minute);
    expect(happened).toEqual(['s idle clock +300']);
  });
});
