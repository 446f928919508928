import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleView } from '../test/browser/sample-view.ts';
import type { SessionView } from '../src/domain/view.ts';
import { newsBetween, newsWords } from './announcement.ts';
import type { Board } from './board.ts';
import { emptyBoard } from './board.ts';
import { createVoice } from './voice.ts';

const boardOf = (...views: SessionView[]): Board => ({
  seq: 1,
  rows: new Map(views.map((view) => [view.id, { view, turns: 0 }])),
  home: undefined,
});
const working = sampleView({ state: 'working' });
const asks = sampleView({ state: 'blocked', detail: 'permission', tool: 'Bash', input: 'rm -rf /', attention: true });
const news = (before: Board, after: Board) => newsBetween(before, after, new Set([...before.rows.keys(), ...after.rows.keys()]));

describe('news', () => {
  it('is what came to need an eye, and never the command itself', () => {
    const [item] = news(boardOf(working), boardOf(asks));
    expect(item?.sentence).toBe('claude in harbor-api asks to run a command');
    expect(newsWords(item ? [item] : [], 3)).toBe('claude in harbor-api asks to run a command. 3 need you.');
  });

  it('is not what was there when the page opened, nor a step, nor what is known', () => {
    expect(news(emptyBoard, boardOf(asks))).toEqual([]);
    expect(news(boardOf(working), boardOf({ ...working, tool: 'Bash' }))).toEqual([]);
    expect(news(boardOf(asks), boardOf({ ...asks, heard_ms: 5 }))).toEqual([]);
    expect(news(boardOf(asks), boardOf())).toEqual([]);
  });

  it('says a burst as one sentence', () => {
    const views = ['a', 'b', 'c', 'd'].map((session) => sampleView({ session, state: 'working' }));
    const after = views.map((view, index) =>
      index < 2
        ? { ...view, state: 'blocked' as const }
        : { ...view, state: 'idle' as const, done: index === 2, failed: index === 3 },
    );
    expect(newsWords(news(boardOf(...views), boardOf(...after)), 2)).toBe('2 sessions need you, 1 is done, 1 failed.');
    expect(newsWords([], 2)).toBe('');
  });
});

describe('the voice', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits a second for more, and says the last word of each session', () => {
    const voice = createVoice();
    voice.news(news(boardOf(working), boardOf(asks)), 1);
    vi.advanceTimersByTime(900);
    voice.news(news(boardOf(asks), boardOf({ ...working, state: 'idle', attention: true, done: true })), 0);
    expect(voice.said.value).toBe('');
    vi.advanceTimersByTime(100);
    expect(voice.said.value).toBe('claude in harbor-api is done.');
  });

  it('says the same sentence twice in a way that is heard twice', () => {
    const voice = createVoice();
    voice.say('The hub is away.');
    const first = voice.said.value;
    voice.say('The hub is away.');
    expect(voice.said.value).not.toBe(first);
    expect(voice.said.value.trim()).toBe('The hub is away.');
  });
});
