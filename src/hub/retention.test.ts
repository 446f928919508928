import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstLookMs, lookMs, openRetention, patienceMs, pauseMs, quietMs } from './retention.ts';

let busy_ms = 0;
let left = 0;
let steps: number[] = [];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  busy_ms = 0;
  steps = [];
  const prune = (): boolean => {
    steps.push(Date.now() - 1_000_000);
    left -= 1;
    return left > 0;
  };
  stop = openRetention({ prune, busy_ms: () => busy_ms, now: Date.now });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('drops step by step with pauses between, then looks again in an hour', () => {
  left = 3;
  vi.advanceTimersByTime(firstLookMs + lookMs);
  expect(steps).toEqual([firstLookMs, firstLookMs + pauseMs, firstLookMs + 2 * pauseMs]);
  vi.advanceTimersByTime(2 * pauseMs);
  expect(steps).toHaveLength(4);
});

it('waits until the hub has nothing to do', () => {
  left = 1;
  busy_ms = 1_000_000 + firstLookMs - 100;
  vi.advanceTimersByTime(firstLookMs + quietMs - 1);
  expect(steps).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(steps).toEqual([firstLookMs + quietMs]);
});

it('goes on in the end where the hub always has something to do', () => {
  left = 2;
  busy_ms = Number.POSITIVE_INFINITY;
  vi.advanceTimersByTime(firstLookMs + patienceMs);
  expect(steps).toEqual([firstLookMs + patienceMs]);
  vi.advanceTimersByTime(pauseMs);
  expect(steps).toHaveLength(2);
});

it('does nothing once it is stopped', () => {
  stop();
  vi.advanceTimersByTime(10 * lookMs);
  expect(steps).toEqual([]);
});
