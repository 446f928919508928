// What the hub gives a sensor, and what it gets: sensors turn what they see of a session into events, and hold no state of their own about it.

import type { Event } from '../domain/event.ts';
import type { Session } from '../domain/session.ts';
import type { Clock } from './clock.ts';

export interface SensorDeps {
  /** The user's home folder. */
  home: string;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  /** The session of that key as it is now; undefined when it is not live. */
  session: (key: string) => Session | undefined;
  /** Takes in whatever is reported already: a verdict must not overtake a hook's word. */
  drain: () => void;
  /** May call `heard` before it returns. Must not throw. */
  emit: (events: readonly Event[]) => void;
}

export interface Sensor {
  /** To be called after every change of a session, its end too. Cheap, never throws. */
  heard(key: string): void;
  stop(): void;
}
