// How a state looks and what it is called: shape first, colour second, and always a word.

import type { SessionView } from '../src/domain/view.ts';

export type Shape = 'blocked' | 'working' | 'background' | 'done' | 'failed' | 'idle' | 'unknown';

export const shapeOf = (view: Pick<SessionView, 'state' | 'detail' | 'done' | 'failed'>): Shape => {
  if (view.failed) return 'failed';
  if (view.done) return 'done';
  return view.state === 'working' && view.detail === 'background' ? 'background' : view.state;
};

export const shapeWords: Record<Shape, string> = {
  blocked: 'needs you',
  working: 'working',
  background: 'working in the background',
  done: 'done',
  failed: 'failed',
  idle: 'idle',
  unknown: 'unknown',
};

/** Heads the evidence for a state. */
export const whyWords = (shape: Shape): string =>
  shape === 'blocked' ? 'Why it needs you' : shape === 'failed' ? 'Why it failed' : `Why it is ${shapeWords[shape]}`;

/** What stands inside the diamond. */
export type Sign = 'mark' | 'question' | 'plan' | 'limit';

export const signOf = (detail: string | null): Sign | undefined =>
  detail === null || !Object.hasOwn(signs, detail) ? undefined : signs[detail];

const signs: Record<string, Sign> = {
  permission: 'mark',
  trust: 'mark',
  question: 'question',
  plan: 'plan',
  rate_limit: 'limit',
};
