// A session counts as seen when its row, or its page at the side, has had focus for a second in a window that a person has before them.

import { computed, effect, signal } from '@preact/signals';
import type { Store } from './store.ts';

const glance_ms = 1000;

interface Sight {
  /** The person wants this one back as unseen: looking on does not change that. */
  keepUnseen: (id: string) => void;
}

/** @param onSeen called once for each session that was seen */
export const watchSight = (store: Pick<Store, 'row'>, onSeen: (id: string) => void): Sight => {
  const attended = signal<string | undefined>(undefined);
  const kept = signal<string | undefined>(undefined);
  const look = (): void => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-session]')?.dataset.session;
    const isBeforeEyes = document.visibilityState === 'visible' && document.hasFocus();
    attended.value = isBeforeEyes ? focused : undefined;
    if (focused !== kept.value) kept.value = undefined;
  };
  // While focus moves, the active element is the body for a moment.
  const lookSoon = (): void => queueMicrotask(look);
  for (const type of ['focusin', 'focusout', 'visibilitychange'] as const) document.addEventListener(type, lookSoon);
  for (const type of ['focus', 'blur'] as const) addEventListener(type, lookSoon);

  const unseen = computed(() => {
    const id = attended.value;
    return id !== undefined && id !== kept.value && store.row(id).value?.view.attention ? id : undefined;
  });
  effect(() => {
    const id = unseen.value;
    if (id === undefined) return undefined;
    const timer = setTimeout(() => onSeen(id), glance_ms);
    return () => clearTimeout(timer);
  });
  return { keepUnseen: (id) => void (kept.value = id) };
};
