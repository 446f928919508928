// What is news: a fold over the changes to the list. An episode is the time during which a session wants to be seen for one
// reason; it is told once, after a short wait in which an answer takes it back and others join it.

import type { ListChange } from '../domain/list.ts';
import type { SessionView } from '../domain/view.ts';
import type { Concern } from '../hub/notification-config.ts';

/** One session's part in a note. */
export interface Item {
  concern: Concern;
  /** The session as it was last seen. */
  session: SessionView;
}

export interface Episodes {
  /** What stands in the list when watching begins is no news. */
  begin(sessions: Iterable<SessionView>): void;
  /** Takes one batch of changes in their order. */
  see(changes: readonly ListChange[], at_ms: number): void;
  /** Epoch milliseconds at which `take` has something; undefined while nothing waits. */
  due(): number | undefined;
  /** Everything that waits, once that time has come. Each is taken once, and never comes again in its episode. */
  take(at_ms: number): Item[];
}

/** What was last heard longer ago than this is history that came late (a hub that was away), not news. */
const newsMsMax = 10 * 60_000;

interface Known {
  session: SessionView;
  /** The reason of the running episode. */
  concern: Concern | undefined;
  /** Whether it was handed out, or is not to be. */
  told: boolean;
}

/** Why a session wants to be seen, if it does. */
export const concernOf = (session: SessionView): Concern | undefined => {
  if (session.ended_ms !== null || !session.attention) return undefined;
  if (session.state === 'blocked') return 'blocked';
  return session.failed ? 'failed' : session.done ? 'done' : undefined;
};

/** A compaction or an unreadable screen interrupts an episode without ending it. */
const isPause = (session: SessionView): boolean =>
  session.ended_ms === null &&
  session.attention &&
  (session.state === 'unknown' || (session.state === 'working' && session.detail === 'compacting'));

/** Whether a person raised the attention by hand: then nothing was heard and the state is as it was. */
const isMarked = (before: SessionView, after: SessionView): boolean =>
  before.heard_ms === after.heard_ms && before.state === after.state;

const isOld = (session: SessionView, at_ms: number): boolean => at_ms - session.heard_ms > newsMsMax;

/** @param delayMs how long a note waits, in milliseconds */
export const createEpisodes = (delayMs: () => number): Episodes => {
  const known = new Map<string, Known>();
  const waiting = new Set<string>();
  let due: number | undefined;

  /** Takes back what waits for a session. */
  const recall = (id: string): void => {
    if (waiting.delete(id) && waiting.size === 0) due = undefined;
  };
  const forget = (id: string): void => {
    known.delete(id);
    recall(id);
  };

  const change = (session: SessionView, before: Known | undefined, at_ms: number): void => {
    const { id } = session;
    if (session.ended_ms !== null) return forget(id);
    if (before && isPause(session)) {
      known.set(id, { ...before, session });
      return recall(id);
    }
    const concern = concernOf(session);
    const goesOn = before !== undefined && before.concern === concern;
    const told = goesOn ? before.told : isOld(session, at_ms) || (before !== undefined && isMarked(before.session, session));
    known.set(id, { session, concern, told });
    if (concern === undefined || told) return recall(id);
    waiting.add(id);
    due ??= at_ms + delayMs();
  };

  return {
    begin(sessions) {
      for (const session of sessions) known.set(session.id, { session, concern: concernOf(session), told: true });
    },
    see(changes, at_ms) {
      const adopted: Known[] = [];
      for (const { type, data } of changes) {
        const weak = type === 'gone' && data.reason === 'adopted' ? known.get(data.id) : undefined;
        if (weak) adopted.push(weak);
      }
      for (const { type, data } of changes) {
        if (type === 'gone') forget(data.id);
        else change(data, known.get(data.id) ?? adopted.find((weak) => isSameLife(weak.session, data)), at_ms);
      }
    },
    due: () => due,
    take(at_ms) {
      if (due === undefined || at_ms < due) return [];
      const items: Item[] = [];
      for (const id of waiting) {
        const one = known.get(id);
        if (!one?.concern) continue;
        known.set(id, { ...one, told: true });
        items.push({ concern: one.concern, session: one.session });
      }
      waiting.clear();
      due = undefined;
      return items;
    },
  };
};

/** A session that got its real id goes on as it was, from its first moment. */
const isSameLife = (weak: SessionView, strong: SessionView): boolean =>
  weak.agent === strong.agent && weak.host === strong.host && weak.started_ms === strong.started_ms;
