// All live sessions of this user, and which of them an event is about: sessions without an id are known by their place.

import type { Event } from './event.ts';
import { fold } from './fold.ts';
import { placeKeys } from './place.ts';
import type { Rules } from './rules.ts';
import type { Session } from './session.ts';
import { keyOf, sessionKey } from './session.ts';

/** What one event did. `after` is undefined only when the event made no session. */
interface Change {
  key: string;
  before: Session | undefined;
  after: Session | undefined;
  /** Key of the weak session that this one took over; it is gone from the roster. */
  adopted: string | undefined;
}

export interface Roster {
  /** Folds one event in. Never throws. */
  apply(event: Event): Change;
  get(key: string): Session | undefined;
  /** Live sessions, in no order. */
  live(): Iterable<Session>;
  /** Takes a session off the list without an event: it left after long idleness, or was forgotten. */
  drop(key: string): void;
}

export interface RosterOptions {
  rulesFor: (agent: string) => Rules;
  /** Looks up a session that is not live (ended, or left the list); must not throw. */
  recall?: (key: string) => Session | undefined;
  /** Sessions to begin with. */
  sessions?: Iterable<Session>;
}

export const createRoster = ({ rulesFor, recall = () => undefined, sessions = [] }: RosterOptions): Roster => {
  const byKey = new Map<string, Session>();
  const byPlace = new Map<string, Set<string>>();

  const placesOf = (session: Session): string[] =>
    [...placeKeys(session.place, session.cwd ?? undefined), ...(session.weak ? [session.session] : [])].map(
      (place) => `${session.agent} ${place}`,
    );
  const index = (key: string, session: Session): void => {
    for (const place of placesOf(session)) {
      const keys = byPlace.get(place);
      if (keys) keys.add(key);
      else byPlace.set(place, new Set([key]));
    }
  };
  const unindex = (key: string, session: Session): void => {
    for (const place of placesOf(session)) {
      const keys = byPlace.get(place);
      if (keys?.delete(key) && keys.size === 0) byPlace.delete(place);
    }
  };
  const put = (key: string, before: Session | undefined, after: Session): void => {
    if (before && before.place === after.place && before.cwd === after.cwd && after.ended_ms === null) {
      byKey.set(key, after);
      return;
    }
    if (before) unindex(key, before);
    if (after.ended_ms !== null) {
      byKey.delete(key);
      return;
    }
    byKey.set(key, after);
    index(key, after);
  };
  /** The live session of this agent that was last heard at one of these places. */
  const heardAt = (agent: string, places: readonly string[], wanted: (session: Session) => boolean): Session | undefined => {
    for (const place of places) {
      let latest: Session | undefined;
      for (const key of byPlace.get(`${agent} ${place}`) ?? []) {
        const session = byKey.get(key);
        if (session && wanted(session) && (!latest || session.heard_ms > latest.heard_ms)) latest = session;
      }
      if (latest) return latest;
    }
    return undefined;
  };

  /** The event with its session named, and the weak session that it reveals to be this one. */
  const identify = (event: Event): { event: Event; weak: boolean; adopts: Session | undefined } | undefined => {
    const places = placeKeys(event.place, event.cwd);
    if (event.session !== undefined && event.session !== '') {
      const known = byKey.has(sessionKey(event.agent, event.session, event.host));
      const adopts = known
        ? undefined
        : heardAt(event.agent, places, (session) => session.weak && places.includes(session.session));
      return { event, weak: false, adopts };
    }
    const there = heardAt(event.agent, places, () => true);
    const best = there?.session ?? places[0];
    return best === undefined ? undefined : { event: { ...event, session: best }, weak: there?.weak ?? true, adopts: undefined };
  };

  for (const session of sessions) if (session.ended_ms === null) put(keyOf(session), undefined, session);

  return {
    apply(arrived) {
      const named = identify(arrived);
      if (!named) return { key: '', before: undefined, after: undefined, adopted: undefined };
      const { event, weak, adopts } = named;
      const key = sessionKey(event.agent, event.session ?? '', event.host);
      const before = adopts ?? byKey.get(key) ?? recall(key);
      const base = adopts && { ...adopts, session: event.session ?? '', weak: false };
      let after = fold(base ?? before, event, rulesFor(event.agent));
      if (after && !before && weak) after = { ...after, weak: true };
      if (adopts) {
        unindex(keyOf(adopts), adopts);
        byKey.delete(keyOf(adopts));
      }
      if (after && (after !== before || adopts)) put(key, adopts ? undefined : byKey.get(key), after);
      return { key, before, after, adopted: adopts && keyOf(adopts) };
    },
    get: (key) => byKey.get(key),
    live: () => byKey.values(),
    drop(key) {
      const session = byKey.get(key);
      if (!session) return;
      unindex(key, session);
      byKey.delete(key);
    },
  };
};
