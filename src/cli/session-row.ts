// A session in one row of words. Everything an agent wrote is made harmless for a terminal here.

import { oneLine } from '../domain/text.ts';
import type { SessionView } from '../domain/view.ts';
import { age } from './age.ts';
import type { Style } from './paint.ts';

export const stateWords = ['blocked', 'failed', 'done', 'working', 'idle', 'unknown'] as const;
export type StateWord = (typeof stateWords)[number];

/** The four states, with `done` and `failed` for what a person has not seen yet. */
export const stateWord = ({ state, done, failed }: Pick<SessionView, 'state' | 'done' | 'failed'>): StateWord =>
  failed ? 'failed' : done ? 'done' : state;

export const stateStyles: Readonly<Record<StateWord, Style>> = {
  blocked: 'yellow',
  failed: 'red',
  done: 'green',
  working: 'blue',
  idle: 'dim',
  unknown: 'dim',
};

const folderName = (path: string): string => path.split(/[/\\]/u).findLast((part) => part !== '') ?? path;

/** What the session is about: its title, else its last prompt. */
export const titleOf = ({ title, prompt }: SessionView): string => oneLine(title ?? prompt ?? '');

const call = ({ tool, input }: SessionView): string => oneLine([tool, input].filter(Boolean).join(' '));

/** The latest step: what it waits for, what it does, what it said last. */
export const stepOf = (session: SessionView): string => {
  const { detail, message, reply } = session;
  switch (stateWord(session)) {
    case 'blocked': {
      const what = detail === 'permission' ? call(session) || message : (message ?? call(session));
      return oneLine(`${detail ?? 'waits'}: ${what ?? ''}`).replace(/:$/u, '');
    }
    case 'working':
      return detail === 'tool' || detail === null ? call(session) : oneLine(detail);
    case 'failed':
      return oneLine(message ?? detail ?? '');
    default:
      return oneLine(message ?? reply ?? detail ?? '');
  }
};

/** Folder, and pane or terminal where that is known. */
export const placeOf = ({ cwd, place, host }: SessionView): string =>
  oneLine(
    [
      cwd === null ? '' : folderName(cwd),
      place.tmux?.pane ?? place.tty?.replace('/dev/', '') ?? place.app ?? '',
      host === '' ? '' : `@${host}`,
    ]
      .filter(Boolean)
      .join(' '),
  );

/** Time in this state. Seconds only where each counts: while somebody is waited for. */
export const ageOf = ({ state, since_ms }: SessionView, now: number): string => {
  const ms = now - since_ms;
  return ms < 60_000 && state !== 'blocked' ? '<1m' : age(ms);
};

const shortest = 4;

/** The shortest beginning of each session id that no other in the list shares, by `id`. */
export const shortIds = (sessions: readonly SessionView[]): ReadonlyMap<string, string> => {
  const sorted = [...sessions].sort((a, b) => (a.session < b.session ? -1 : 1));
  const shared = (a: string, b = ''): number => {
    let length = 0;
    while (length < a.length && a[length] === b[length]) length += 1;
    return length;
  };
  return new Map(
    sorted.map(({ id, session }, at) => {
      const common = Math.max(shared(session, sorted[at - 1]?.session), shared(session, sorted[at + 1]?.session));
      return [id, oneLine(session.slice(0, Math.max(shortest, common + 1)))];
    }),
  );
};
