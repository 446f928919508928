// What an agent's own event may be mapped to: a kind of the event table, or `ignore`.

import type { EventKind } from '../domain/event.ts';
import { eventKind, eventKinds } from '../domain/event.ts';

export type EventTarget = Exclude<EventKind, 'seen' | 'unseen'> | 'ignore';

/** `seen` and `unseen` come from surfaces only. */
export const eventTargets: readonly EventTarget[] = [
  ...eventKinds.filter((kind) => kind !== 'seen' && kind !== 'unseen'),
  'ignore',
];

/** Events that `hook custom` takes, and that a Gnista file may map to: a person's answer is not for an agent to report. */
export const customEvents: readonly EventTarget[] = eventTargets.filter((target) => target !== 'answered' && target !== 'ignore');

/** The target of that name, in any spelling that folds to it. */
export const eventTarget = (name: string): EventTarget | undefined => {
  const exact = eventTargets.find((target) => target === name);
  if (exact) return exact;
  const kind = eventKind(name);
  if (kind === 'seen' || kind === 'unseen') return undefined;
  return kind ?? (name.toLowerCase() === 'ignore' ? 'ignore' : undefined);
};
