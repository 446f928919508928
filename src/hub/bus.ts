// The numbered changes of the list, and who listens. Nobody has a queue of his own: the latest changes are kept once, and a reader that
// comes back with the last number it saw gets what it missed, or learns that it needs a snapshot. So a slow reader costs no memory.

import type { ListChange, ListEntry } from '../domain/list.ts';

/** Changes kept at least for readers that come back; at most twice as many. */
export const keptMax = 2_048;

export type Listener = (changes: readonly ListChange[]) => void;

export interface Bus {
  /** Number of the last change. */
  seq(): number;
  /** Numbers the entries and tells every listener, one after the other; one that throws is reported and hurts no other. */
  publish(entries: readonly ListEntry[]): void;
  /** The changes after `seq`; undefined when they are no longer kept, or when the number is not one of this bus. */
  since(seq: number): readonly ListChange[] | undefined;
  /** Returns the unsubscribe. A listener must not block. */
  subscribe(listener: Listener): () => void;
}

/** @param first number of the last change that was made before */
export const createBus = (first: number, onError: (error: unknown) => void): Bus => {
  const listeners = new Set<Listener>();
  let kept: ListChange[] = [];
  let seq = first;
  const untold: (readonly ListChange[])[] = [];

  const tell = (listener: Listener, changes: readonly ListChange[]): void => {
    try {
      listener(changes);
    } catch (error) {
      onError(error);
    }
  };

  return {
    seq: () => seq,
    publish(entries) {
      if (entries.length === 0) return;
      const changes = entries.map((entry): ListChange => ({ ...entry, seq: ++seq }));
      kept.push(...changes);
      if (kept.length > 2 * keptMax) kept = kept.slice(-keptMax);
      // A listener may publish, leave or bring another; all still hear everything in order.
      untold.push(changes);
      if (untold.length > 1) return;
      for (; untold[0]; untold.shift()) for (const listener of listeners) tell(listener, untold[0]);
    },
    since(known) {
      if (!Number.isSafeInteger(known) || known > seq) return undefined;
      const missed = seq - known;
      if (missed === 0) return [];
      return missed <= kept.length ? kept.slice(-missed) : undefined;
    },
    subscribe(listener) {
      // Wrapped, so that one function may listen twice and leave once.
      const own: Listener = (changes) => listener(changes);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
};
