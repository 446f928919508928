// What a jump came to, and what every focuser is.

import type { Place } from '../domain/place.ts';
import type { Process } from '../host/process-table.ts';
import type { PaneRow } from '../host/tmux.ts';
import type { App } from './app.ts';

/** How sure we are that a place is the session's own: seen to be so, told by its environment and not contradicted, or only told. */
export type Confidence = 'certain' | 'likely' | 'claimed';

/** A place that was checked, with what was learnt on the way: what focusers work on. */
export interface Target {
  place: Place;
  confidence: Confidence;
  /** What was checked and how it came out, in words for a person. */
  notes: string[];
  /**
   * The agent's process and what started it, nearest first, up to its terminal or multiplexer; empty when no live process is known.
   * Where a client is looked for, without the client itself.
   */
  ancestors: readonly Process[];
  /** It runs in a multiplexer: no window is its own. */
  isMultiplexed: boolean;
  /** The terminal or editor it runs in: found among the ancestors, else the claimed one. */
  app: App | null;
  /** The pane that holds it, where its tmux server was asked. */
  pane: PaneRow | null;
  /** Variables of its own process where they can be read, its claimed ids otherwise. */
  env: Readonly<Record<string, string>>;
  /** Folder it works in. */
  cwd: string | null;
}

/**
 * `exact`: its tab, or its window where the app lets no tab be chosen. `rule`: a jump URL was opened. `app`: the app came to the front.
 * `certain` is false when it may be the wrong one, or nothing told us that it worked.
 */
export type Outcome =
  | {
      ok: true;
      level: 'exact' | 'rule' | 'app';
      certain: boolean;
      /** What was done, in words for a person. */
      what: string;
      /** Where it is shown: a multiplexer's client, whose terminal has to come to the front next. */
      shown_in?: Place;
    }
  | { ok: false; why: string };

/** What a focuser can do for a target; undefined when the target is none of its kind. */
type Reach = 'exact' | 'app' | { why: string } | undefined;

export interface Focuser {
  name: string;
  /** Looks at the target only: no command, no file. */
  can(target: Target): Reach;
  /** Never rejects. */
  focus(target: Target): Promise<Outcome>;
}

export const failure = (why: string): Outcome => ({ ok: false, why });
