import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleView } from '../test/browser/sample-view.ts';
import type { StreamMessage } from '../src/api/contract.ts';
import type { SessionView } from '../src/domain/view.ts';
import { createStore } from './store.ts';

const opened = () => {
  const due: (() => void)[] = [];
  const store = createStore({ schedule: (show) => void due.push(show) });
  let seq = 0;
  const hear = (...views: SessionView[]): void =>
    store.receive(views.map((data): StreamMessage => ({ type: 'change', seq: ++seq, data })));
  const lose = (id: string): void => store.receive([{ type: 'gone', seq: ++seq, data: { id, reason: 'ended' } }]);
  const frame = (): void => due.splice(0).forEach((show) => show());
  return { store, hear, lose, frame, due };
};
const view = (session: string, set: Partial<SessionView> = {}): SessionView => sampleView({ session, state: 'working', ...set });

describe('the store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows what came in once a frame', () => {
    const { store, hear, frame, due } = opened();
    hear(view('a'), view('b'));
    hear(view('a', { tool: 'Bash' }));
    expect(due.length).toBe(1);
    expect(store.known.value).toBe(false);
    expect(store.seq()).toBe(3);
    frame();
    expect(store.order.value).toEqual(['claude:a', 'claude:b']);
    expect(store.row('claude:a').value?.view.tool).toBe('Bash');
    expect(store.counts.value.working).toBe(2);
  });

  it('touches the row of the session that changed, and no other, and does not sort anew', () => {
    const { store, hear, frame } = opened();
    hear(view('a'), view('b'));
    frame();
    const [groups, other] = [store.groups.value, store.row('claude:b').value];
    hear(view('a', { tool: 'Edit', since_ms: 99 }));
    frame();
    expect(store.groups.value).toBe(groups);
    expect(store.row('claude:b').value).toBe(other);
    expect(store.row('claude:a').value?.view.tool).toBe('Edit');
  });

  it('lets nothing move while somebody points at it, and keeps the room of what is gone', () => {
    const { store, hear, lose, frame } = opened();
    hear(view('a', { started_ms: 2 }), view('b', { started_ms: 1 }), view('c'));
    frame();
    store.hold(10_000);
    hear(view('b', { state: 'blocked' }));
    lose('claude:c');
    frame();
    expect(store.order.value).toEqual(['claude:a', 'claude:b', 'claude:c']);
    expect(store.row('claude:b').value?.view.state).toBe('blocked');
    expect(store.row('claude:c').value).toBeUndefined();
    expect(store.counts.value['needs-you']).toBe(1);
    store.release();
    expect(store.order.value).toEqual(['claude:b', 'claude:a']);
  });

  it('lets a pointer that rests go', () => {
    const { store, hear, frame } = opened();
    hear(view('a', { started_ms: 2 }), view('b', { started_ms: 1 }));
    frame();
    store.hold(10_000);
    hear(view('b', { state: 'blocked' }));
    frame();
    vi.advanceTimersByTime(6000);
    store.hold(10_000);
    vi.advanceTimersByTime(9000);
    expect(store.order.value[0]).toBe('claude:a');
    vi.advanceTimersByTime(1000);
    expect(store.order.value[0]).toBe('claude:b');
  });

  it('sorts a flood no more often than four times a second', () => {
    const { store, hear, frame } = opened();
    hear(view('a', { started_ms: 2 }), view('b', { started_ms: 1 }), view('c', { started_ms: 0 }));
    frame();
    hear(view('b', { state: 'blocked', since_ms: 9 }));
    frame();
    hear(view('c', { state: 'blocked', since_ms: 5 }));
    frame();
    expect(store.order.value).toEqual(['claude:a', 'claude:b', 'claude:c']);
    vi.advanceTimersByTime(250);
    expect(store.order.value).toEqual(['claude:c', 'claude:b', 'claude:a']);
    vi.advanceTimersByTime(250);
    hear(view('a', { state: 'blocked', since_ms: 1 }));
    frame();
    expect(store.order.value[0]).toBe('claude:a');
  });

  it('sorts at once for who asks for another tab or filter', () => {
    const { store, hear, frame } = opened();
    hear(view('a', { title: 'Rates' }), view('b', { state: 'blocked' }));
    frame();
    store.hold(10_000);
    store.look({ tab: 'needs-you' });
    expect(store.order.value).toEqual(['claude:b']);
    store.look({ tab: 'all', filter: 'rates' });
    expect(store.order.value).toEqual(['claude:a']);
  });

  it('knows since when the hub is away', () => {
    const { store } = opened();
    vi.setSystemTime(1000);
    store.setLink('away');
    vi.setSystemTime(5000);
    store.setLink('away');
    expect(store.awaySince.value).toBe(1000);
    store.setLink('live');
    expect(store.awaySince.value).toBeUndefined();
  });
});
