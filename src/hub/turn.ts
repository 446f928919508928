// What one turn of the hub's loop did: it becomes one batch for the journal and one set of changes for the list.

import type { Event } from '../domain/event.ts';
import { eventKinds, sources } from '../domain/event.ts';
import type { Gone, ListEntry } from '../domain/list.ts';
import type { Roster } from '../domain/roster.ts';
import type { Session } from '../domain/session.ts';
import { viewOf } from '../domain/view.ts';
import type { Batch } from './store.ts';

export interface Turn {
  /** Folds an event in. Gives what is wrong with it when it is none; then nothing changed. */
  take(event: Event): string | undefined;
  /** A session leaves the list without an event. */
  leave(key: string, reason?: 'left' | 'forgotten'): void;
  isEmpty(): boolean;
  /** Sessions that changed and are still what they were called. */
  sessions(): Iterable<Session>;
  batch(): Pick<Batch, 'entries' | 'sessions' | 'adopted' | 'left'>;
  /** The changes for the list, one per session, in the order in which they were first touched. */
  changes(nameOf: (agent: string) => string): ListEntry[];
}

export const createTurn = (roster: Roster): Turn => {
  const entries: { event: Event; key: string }[] = [];
  const sessions = new Map<string, Session>();
  const adopted: [string, string][] = [];
  const left: string[] = [];
  /** What the list is to be told, by id; undefined where the session itself says it. */
  const told = new Map<string, Gone | undefined>();

  /** Ids that the list knew before this turn. */
  const wasTold = new Set<string>();

  const adopt = (from: string, to: string): void => {
    adopted.push([from, to]);
    // One that came up in this very turn was never told of.
    if (sessions.delete(from) && !wasTold.has(from)) told.delete(from);
    else told.set(from, 'adopted');
  };
  return {
    take(arrived) {
      const mistake = mistakeIn(arrived);
      if (mistake !== undefined) return mistake;
      const event = Number.isInteger(arrived.at_ms) ? arrived : { ...arrived, at_ms: Math.floor(arrived.at_ms) };
      const { key, before, after, adopted: weak } = roster.apply(event);
      entries.push({ event, key });
      if (weak !== undefined) adopt(weak, key);
      if (!after || (after === before && weak === undefined)) return undefined;
      if (!sessions.has(key) && before && before.ended_ms === null && weak === undefined) wasTold.add(key);
      sessions.set(key, after);
      if (after.ended_ms === null) told.set(key, undefined);
      else if (wasTold.has(key)) told.set(key, 'ended');
      else told.delete(key);
      return undefined;
    },
    leave(key, reason = 'left') {
      roster.drop(key);
      sessions.delete(key);
      left.push(key);
      told.set(key, reason);
    },
    isEmpty: () => entries.length === 0 && left.length === 0,
    sessions: () => sessions.values(),
    batch: () => ({ entries, sessions: [...sessions.values()], adopted, left }),
    changes: (nameOf) =>
      [...told].flatMap(([id, reason]): ListEntry[] => {
        if (reason !== undefined) return [{ type: 'gone', data: { id, reason } }];
        const session = sessions.get(id);
        return session ? [{ type: 'change', data: viewOf(session, nameOf(session.agent)) }] : [];
      }),
  };
};

const kinds: ReadonlySet<unknown> = new Set(eventKinds);
const origins: ReadonlySet<unknown> = new Set(sources);

/** What the types promise and code from outside might not keep. */
const mistakeIn = ({ agent, kind, source, at_ms }: Event): string | undefined => {
  if (typeof agent !== 'string' || agent === '') return 'an event without an agent';
  if (!kinds.has(kind)) return 'an event of no known kind';
  if (!origins.has(source)) return 'an event of no known source';
  return Number.isFinite(at_ms) ? undefined : 'an event without a time';
};
