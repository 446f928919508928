import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListChange } from '../domain/list.ts';
import { createBus } from '../hub/bus.ts';
import { streamOf } from './stream.ts';

const pingMs = 30_000;

/** As much of a hub as a stream needs. */
const scene = () => {
  const bus = createBus(10, () => {});
  let listeners = 0;
  return {
    hub: {
      snapshot: () => ({ schema: 1 as const, seq: bus.seq(), sessions: [], home: '/home/dev' }),
      changesSince: (seq: number) => bus.since(seq),
      subscribe: (listener: (changes: readonly ListChange[]) => void) => {
        listeners += 1;
        const leave = bus.subscribe(listener);
        return () => {
          listeners -= 1;
          leave();
        };
      },
    },
    change: (id: string, times = 1) => {
      for (let at = 0; at < times; at++) bus.publish([{ type: 'gone', data: { id, reason: 'ended' } }]);
    },
    listeners: () => listeners,
  };
};

const open = (hub: ReturnType<typeof scene>['hub'], since?: number, until = new AbortController().signal) => {
  let isDropped = false;
  const drop = (): void => void (isDropped = true);
  const reader = streamOf(hub, { since, until, pingMs, drop }).body?.getReader();
  return {
    read: async (): Promise<string | undefined> => {
      const chunk = await reader?.read();
      return chunk?.done ? undefined : new TextDecoder().decode(chunk?.value);
    },
    cancel: () => reader?.cancel(),
    isDropped: () => isDropped,
  };
};
const gone = (seq: number, id: string): string => `id: ${seq}\nevent: gone\ndata: {"id":"${id}","reason":"ended"}\n\n`;
const snapshot = (seq: number): string => `id: ${seq}\nevent: snapshot\ndata: {"schema":1,"seq":${seq},"sessions":[],"home":"/home/dev"}\n\n`;
const ping = ': ping\n\n';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('stream', () => {
  it('begins with a snapshot, then tells each change', async () => {
    const { hub, change } = scene();
    const { read } = open(hub);
    expect(await read()).toBe(snapshot(10));
    change('a');
    expect(await read()).toBe(gone(11, 'a'));
    const later = read();
    change('b');
    expect(await later).toBe(gone(12, 'b'));
  });

  it('resumes after the number that the reader has', async () => {
    const { hub, change } = scene();
    change('a', 3);
    expect(await open(hub, 11).read()).toBe(gone(12, 'a') + gone(13, 'a'));
    expect(await open(hub, 13).read()).toBe(ping);
  });

  it.each([
    ['of another journal', 99],
    ['too old', 3],
    ['no number', Number.NaN],
  ])('gives a snapshot for a number that is %s', async (_, since) => {
    expect(await open(scene().hub, since).read()).toBe(snapshot(10));
  });

  it('gathers what a slow reader missed into one chunk, or a snapshot when it is too much', async () => {
    const { hub, change } = scene();
    const { read } = open(hub);
    await read();
    change('a');
    change('b');
    change('c');
    expect(await read()).toBe(gone(11, 'a'));
    expect(await read()).toBe(gone(12, 'b') + gone(13, 'c'));
    change('d');
    change('e', 5_000);
    expect(await read()).toBe(gone(14, 'd'));
    expect(await read()).toBe(snapshot(5_014));
  });

  it('pings a reader who waits', async () => {
    const { hub } = scene();
    const { read } = open(hub);
    await read();
    const next = read();
    await vi.advanceTimersByTimeAsync(pingMs);
    expect(await next).toBe(ping);
  });

  it('lets go of a reader who takes nothing for a whole ping', async () => {
    const { hub, change, listeners } = scene();
    const { isDropped } = open(hub);
    change('a');
    await vi.advanceTimersByTimeAsync(pingMs);
    expect([isDropped(), listeners()]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(pingMs);
    expect([isDropped(), listeners()]).toEqual([true, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps a slow reader who goes on taking', async () => {
    const { hub, change, listeners } = scene();
    const { read } = open(hub);
    for (let at = 0; at < 6; at++) {
      change('a');
      await vi.advanceTimersByTimeAsync(pingMs - 1);
      await read();
    }
    expect(listeners()).toBe(1);
  });

  it('leaves nothing behind when the reader leaves or the hub stops', async () => {
    const { hub, listeners } = scene();
    const stop = new AbortController();
    const first = open(hub);
    const second = open(hub, undefined, stop.signal);
    await first.cancel();
    expect(listeners()).toBe(1);
    stop.abort();
    expect(await second.read()).toBe(snapshot(10));
    expect(await second.read()).toBeUndefined();
    expect(listeners()).toBe(0);
    expect(await open(hub, undefined, stop.signal).read()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
