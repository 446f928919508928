// Moments that come without an event: a silent session goes to rest, an old one leaves the list, an agent's process is gone. One timer
// waits for the next of them; with nothing due there is none.

import type { Event } from '../domain/event.ts';
import { leaveDue, restDue } from '../domain/rest.ts';
import type { Rules } from '../domain/rules.ts';
import type { Session } from '../domain/session.ts';
import { keyOf } from '../domain/session.ts';

export interface TimersDeps {
  /** All live sessions. */
  live: () => Iterable<Session>;
  rulesFor: (agent: string) => Rules;
  alive: (pid: number, start: number | null) => boolean;
  now: () => number;
  /** Something is due: `take` it. */
  onDue: () => void;
}

/** What a due moment brings. */
interface Due {
  events: Event[];
  /** Keys of sessions that leave the list. */
  left: string[];
}

export interface Timers {
  /** These sessions changed: waits for an earlier moment where they bring one. */
  note(sessions: Iterable<Session>): void;
  /** What is due by now; looks at all sessions only when something may be. Waits for the next moment from then on. */
  take(): Due;
  stop(): void;
}

/** How often live processes are looked at. */
const tickMs = 5_000;
/** No wait is longer: a machine that slept tells a timer nothing of it. */
const waitMsMax = 60_000;
const never = Number.POSITIVE_INFINITY;

export const createTimers = ({ live, rulesFor, alive, now, onDue }: TimersDeps): Timers => {
  /** The first look is at everything. */
  let due = 0;
  let timer: NodeJS.Timeout | undefined;

  const waitFor = (moment: number): void => {
    clearTimeout(timer);
    due = moment;
    if (moment === never) return;
    timer = setTimeout(
      () => {
        if (now() < due) waitFor(due);
        else onDue();
      },
      Math.min(Math.max(moment - now(), 0), waitMsMax),
    );
    // Sockets and the spool keep the hub up, not its timers.
    timer.unref();
  };

  /** A session whose process lives is looked at again at the next tick. */
  const nextFor = (session: Session): number => {
    if (session.ended_ms !== null || session.host !== '') return never;
    return hasProcess(session) ? now() + tickMs : (momentOf(session, rulesFor(session.agent)) ?? never);
  };

  return {
    note(sessions) {
      let moment = due;
      for (const session of sessions) moment = Math.min(moment, nextFor(session));
      if (moment < due) waitFor(moment);
    },
    take() {
      const found: Due = { events: [], left: [] };
      const time = now();
      if (time < due) return found;
      let next = never;
      for (const session of live()) {
        // Sessions of other machines are watched over there.
        if (session.host !== '') continue;
        if (hasProcess(session)) {
          if (alive(session.place.pid, session.place.pid_start)) next = Math.min(next, time + tickMs);
          else found.events.push(processGone(session, time));
          continue;
        }
        const moment = momentOf(session, rulesFor(session.agent));
        if (moment === undefined) continue;
        if (moment > time) next = Math.min(next, moment);
        else if (session.state === 'working') found.events.push(rests(session, moment));
        else found.left.push(keyOf(session));
      }
      waitFor(next);
      return found;
    },
    stop() {
      waitFor(never);
    },
  };
};

const lifeless = { process: false };

/** When silence next does something to a session without a process. */
const momentOf = (session: Session, rules: Rules): number | undefined =>
  session.state === 'working' ? restDue(session, rules, lifeless) : leaveDue(session, rules, lifeless);

type WithProcess = Session & { place: { pid: number } };

const hasProcess = (session: Session): session is WithProcess => session.place.pid !== null;

const processGone = ({ agent, session }: Session, at_ms: number): Event => ({
  agent,
  session,
  kind: 'end',
  source: 'process',
  at_ms,
  rule: 'process_gone',
  end_reason: 'process_gone',
});

/** It is taken to rest at the moment its silence was long enough, even when the hub comes to it later. */
const rests = ({ agent, session }: Session, at_ms: number): Event => ({
  agent,
  session,
  kind: 'idle',
  source: 'clock',
  at_ms,
  rule: 'idle_after',
});
