// What is said aloud to a person who does not see the list. Steps and ages never are.

import type { SessionView } from '../src/domain/view.ts';
import type { Board } from './board.ts';
import { whoOf } from './naming.ts';
import type { Shape } from './shape.ts';
import { shapeOf } from './shape.ts';
import { stepOf } from './step.ts';

/** A session that came to need a person's eye. */
export interface News {
  readonly id: string;
  readonly shape: Shape;
  /** *claude in harbor-api asks to run a command* */
  readonly sentence: string;
}

const worthSaying: ReadonlySet<Shape> = new Set(['blocked', 'done', 'failed']);

/** What became worth saying between two boards; nothing for the first one, which is not news. */
export const newsBetween = (before: Board, after: Board, changed: Iterable<string>): News[] => {
  if (before.seq === undefined) return [];
  const news: News[] = [];
  for (const id of changed) {
    const row = after.rows.get(id);
    if (!row) continue;
    const old = before.rows.get(id);
    const shape = shapeOf(row.view);
    if (!worthSaying.has(shape) || (old && shapeOf(old.view) === shape)) continue;
    news.push({ id, shape, sentence: `${whoOf(row.view)} ${deedWords(row.view, shape)}` });
  }
  return news;
};

/** Never the command itself: a reader is told that, not read out to. */
const deedWords = (view: SessionView, shape: Shape): string => {
  if (shape === 'done') return 'is done';
  if (shape === 'failed') return 'failed';
  if (view.detail === 'question') return 'asks a question';
  if (view.detail === 'plan') return 'shows a plan';
  const says = stepOf(view, 0).says;
  if (says === 'Asks to run') return 'asks to run a command';
  if (says === 'Asks to edit' || says === 'Asks to read') return `${says.toLowerCase()} a file`;
  return 'needs you';
};

/** One sentence for all that happened within a second. `waiting`: how many need a person now. */
export const newsWords = (news: readonly News[], waiting: number): string => {
  const latest = [...new Map(news.map((item) => [item.id, item])).values()];
  const count = (shape: Shape): number => latest.filter((item) => item.shape === shape).length;
  const parts =
    latest.length <= 2
      ? latest.map((item) => item.sentence)
      : [
          countWords(count('blocked'), 'session needs you', 'sessions need you'),
          countWords(count('done'), 'is done', 'are done'),
          countWords(count('failed'), 'failed', 'failed'),
        ].filter(Boolean);
  if (parts.length === 0) return '';
  const total = latest.length <= 2 && waiting > 0 ? ` ${needWords(waiting)}.` : '';
  return `${parts.join(', ')}.${total}`;
};

const countWords = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** *3 need you* */
export const needWords = (waiting: number): string => countWords(waiting, 'needs you', 'need you');
