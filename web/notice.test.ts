import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNotice, jumpWords } from './notice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  [{ ok: true, level: 'exact', certain: true, what: 'selected tmux pane %1 (work:2)' }, 'Selected tmux pane %1 (work:2).'],
  [{ ok: true, level: 'rule', certain: false, what: 'opened editor://x' }, 'Probably: opened editor://x.'],
  [{ ok: false, why: 'process 7 is gone\u001b[31m\n' }, 'No way there: process 7 is gone[31m.'],
] as const)('says what came of %j', (outcome, words) => {
  expect(jumpWords(outcome)).toBe(words);
});

it('stands for a while, counted from the latest sentence', () => {
  const notice = createNotice();
  notice.show('one');
  vi.advanceTimersByTime(7000);
  notice.show('two');
  vi.advanceTimersByTime(7000);
  expect(notice.shown.value).toBe('two');
  vi.advanceTimersByTime(1000);
  expect(notice.shown.value).toBe('');
});
