// One sentence that stands at the foot of the page for a while: what came of something that a person asked for.

import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { Jumped } from '../src/api/contract.ts';
import { lineOf } from './line.ts';

export interface Notice {
  /** Empty when nothing is to be shown. */
  readonly shown: ReadonlySignal<string>;
  show: (sentence: string) => void;
}

/** Long enough to read two lines twice. */
const shown_ms = 8000;

export const createNotice = (): Notice => {
  const shown = signal('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    shown,
    show(sentence) {
      shown.value = sentence;
      clearTimeout(timer);
      timer = setTimeout(() => (shown.value = ''), shown_ms);
    },
  };
};

/** What came of a jump, in one sentence: certain, probable, or why not. */
export const jumpWords = (outcome: Jumped): string => {
  if (!outcome.ok) return `No way there: ${lineOf(outcome.why)}.`;
  const what = lineOf(outcome.what);
  return outcome.certain ? `${what.charAt(0).toUpperCase()}${what.slice(1)}.` : `Probably: ${what}.`;
};
