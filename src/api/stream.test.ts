import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListChange } from '../domain/list.ts';
import { createBus } from '../hub/bus.ts';
import type { Outgoing } from './stream.ts';
import { streamTo } from './stream.ts';

const pingMs = 30_000;

/** As much of a hub as a stream needs. */
const scene = () => {
  const bus = createBus(10, () => {});
  const listeners = new Set<object>();
  return {
    hub: {
      snapshot: () => ({ schema: 1 as const, seq: bus.seq(), sessions: [], home: '/home/dev' }),
      changesSince: (seq: number) => bus.since(seq),
      subscribe: (listener: (changes: readonly ListChange[]) => void) => {
        const leave = bus.subscribe(listener);
        listeners.add(leave);
        return () => {
          listeners.delete(leave);
          leave();
        };
      },
    },
    change: (id: string, times = 1) => {
      for (let at = 0; at < times; at++) bus.publish([{ type: 'gone', data: { id, reason: 'ended' } }]);
    },
    listeners: () => listeners.size,
  };
};

/** A response whose reader is as slow as the test wants: while it is full, it takes one more write and then nothing. */
const fakeResponse = () => {
  const emitter = new EventEmitter();
  let written: string[] = [];
  let isFull = false;
  let head: unknown;
  const response = {
    writableNeedDrain: false,
    destroyed: false,
    socket: null,
    on: (event: string, listener: () => void) => emitter.on(event, listener),
    writeHead: (status: number, headers: unknown) => (head = [status, headers]),
    write(text: string) {
      written.push(text);
      response.writableNeedDrain = isFull;
      return !isFull;
    },
    end: () => response.destroy(),
    destroy() {
      response.destroyed = true;
      emitter.emit('close');
    },
  };
  return {
    outgoing: response as unknown as Outgoing,
    head: () => head,
    /** What came since the last look. */
    took: (): string[] => written.splice(0),
    fill: () => (isFull = true),
    drain: () => {
      isFull = false;
      response.writableNeedDrain = false;
      emitter.emit('drain');
    },
    isOpen: () => !response.destroyed,
    leave: () => response.destroy(),
  };
};

const open = (hub: ReturnType<typeof scene>['hub'], since?: number, until = new AbortController().signal) => {
  const response = fakeResponse();
  streamTo(response.outgoing, hub, { since, until, pingMs, headers: { 'X-Door': 'shut' } });
  return response;
};
const gone = (seq: number, id: string): string => `id: ${seq}\nevent: gone\ndata: {"id":"${id}","reason":"ended"}\n\n`;
const snapshot = (seq: number): string =>
  `id: ${seq}\nevent: snapshot\ndata: {"schema":1,"seq":${seq},"sessions":[],"home":"/home/dev"}\n\n`;
const ping = ': ping\n\n';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('stream', () => {
  it('begins with a snapshot, then tells each change at once', () => {
    const { hub, change } = scene();
    const { took, head } = open(hub);
    expect(head()).toEqual([
      200,
      { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Door': 'shut' },
    ]);
    expect(took()).toEqual([snapshot(10)]);
    change('a');
    expect(took()).toEqual([gone(11, 'a')]);
    change('b');
    expect(took()).toEqual([gone(12, 'b')]);
  });

  it('resumes after the number that the reader has', () => {
    const { hub, change } = scene();
    change('a', 3);
    expect(open(hub, 11).took()).toEqual([gone(12, 'a') + gone(13, 'a')]);
    expect(open(hub, 13).took()).toEqual([ping]);
  });

  it.each([
    ['of another journal', 99],
    ['too old', 3],
    ['no number', Number.NaN],
  ])('gives a snapshot for a number that is %s', (_, since) => {
    expect(open(scene().hub, since).took()).toEqual([snapshot(10)]);
  });

  it('gathers what a slow reader missed into one write, or a snapshot when it is too much', () => {
    const { hub, change } = scene();
    const { took, fill, drain } = open(hub);
    fill();
    change('a');
    change('b');
    change('c');
    expect(took()).toEqual([snapshot(10), gone(11, 'a')]);
    drain();
    expect(took()).toEqual([gone(12, 'b') + gone(13, 'c')]);
    fill();
    change('d');
    change('e', 5_000);
    expect(took()).toEqual([gone(14, 'd')]);
    drain();
    expect(took()).toEqual([snapshot(5_014)]);
  });

  it('pings a reader who waits', () => {
    const { took } = open(scene().hub);
    took();
    vi.advanceTimersByTime(pingMs);
    expect(took()).toEqual([ping]);
  });

  it('lets go of a reader who takes nothing for a whole ping', () => {
    const { hub, change, listeners } = scene();
    const { fill, isOpen } = open(hub);
    fill();
    change('a');
    vi.advanceTimersByTime(pingMs);
    expect([isOpen(), listeners()]).toEqual([true, 1]);
    vi.advanceTimersByTime(pingMs);
    expect([isOpen(), listeners()]).toEqual([false, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps a slow reader who goes on taking', () => {
    const { hub, change, listeners } = scene();
    const { fill, drain } = open(hub);
    for (let at = 0; at < 6; at++) {
      fill();
      change('a');
      vi.advanceTimersByTime(pingMs - 1);
      drain();
    }
    expect(listeners()).toBe(1);
  });

  it('leaves nothing behind when the reader leaves or the hub stops', () => {
    const { hub, listeners } = scene();
    const stop = new AbortController();
    const first = open(hub);
    const second = open(hub, undefined, stop.signal);
    first.leave();
    expect(listeners()).toBe(1);
    stop.abort();
    expect([second.took(), second.isOpen(), listeners()]).toEqual([[snapshot(10)], false, 0]);
    const late = open(hub, undefined, stop.signal);
    expect([late.took(), late.isOpen(), listeners()]).toEqual([[], false, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
