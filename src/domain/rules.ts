// The figures that the fold is given. They are data, so that agent files and dialects can bring their own.

import type { State } from './session.ts';

export interface Rules {
  /** A hook's working or idle claim younger than this is not overruled by the screen (tma: 60 s). */
  hook_decay_ms: number;
  /** The same for a blocked claim (tma: 300 s). */
  blocked_decay_ms: number;
  /** Working turns idle by screen evidence only after it has said so for this long (tma: 3 s). */
  dwell_ms: number;
  /** States in which the screen may expire a hook's claim. */
  screen_expires: readonly State[];
  /** A working session that says nothing for this long goes to rest; 0 turns that off (Gnista: 5 min). */
  idle_after_ms: number;
  /** A tool opened less than this long ago counts as a sign of life against *idle after*. */
  tool_alive_ms: number;
  /** An idle session with nothing to watch leaves the list after this long. */
  forget_after_ms: number;
}

export const defaultRules: Rules = {
  hook_decay_ms: 60_000,
  blocked_decay_ms: 300_000,
  dwell_ms: 3_000,
  screen_expires: [],
  idle_after_ms: 5 * 60_000,
  tool_alive_ms: 60 * 60_000,
  forget_after_ms: 12 * 60 * 60_000,
};
