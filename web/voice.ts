// The one polite live region: bursts within a second become one sentence.

import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { News } from './announcement.ts';
import { newsWords } from './announcement.ts';

export interface Voice {
  /** What the live region holds. */
  readonly said: ReadonlySignal<string>;
  /** @param waiting how many sessions need a person by now */
  news: (news: readonly News[], waiting: number) => void;
  /** Says a sentence at once. */
  say: (sentence: string) => void;
}

const burst_ms = 1000;

export const createVoice = (): Voice => {
  const said = signal('');
  let heard: News[] = [];
  let waiting = 0;
  // A region that is given the text it holds says nothing: a space that is no word makes it another text.
  const say = (sentence: string): void => {
    if (sentence !== '') said.value = said.value === sentence ? `${sentence}\u00a0` : sentence;
  };
  return {
    said,
    news(news, waitingNow) {
      waiting = waitingNow;
      if (news.length === 0) return;
      if (heard.length === 0)
        setTimeout(() => {
          say(newsWords(heard, waiting));
          heard = [];
        }, burst_ms);
      heard.push(...news);
    },
    say,
  };
};
