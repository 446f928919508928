// What comes in at the door: one call of a hook, a plugin or a tool, before it is understood.

import type { Event, Source } from '../domain/event.ts';
import type { Fault } from '../domain/fault.ts';
import type { Place } from '../domain/place.ts';

export interface Report {
  /** As the caller wrote it: an id or an alias. */
  agent: string;
  /** The agent's own name of the event; empty when the payload says it. */
  event: string;
  /** The raw payload; empty when there was none. */
  payload: Uint8Array;
  source: Source;
  /** It came through `hook custom`: Gnista's simple format applies, and no built-in agent's file. */
  custom?: boolean;
  /** Epoch milliseconds of its birth. */
  at_ms: number;
  /** Folder the hook ran in. */
  cwd: string | undefined;
  /** What is known of where it ran. */
  place: Partial<Place>;
  /** The variables that the header carries (architecture, section 5), nothing else. */
  env: Readonly<Record<string, string>>;
}

/** What a report became. Never both empty: an event that is mapped to nothing says so as a fault or is `ignore`d by name. */
export interface Mapped {
  events: Event[];
  faults: Fault[];
  /** The event was known and mapped to `ignore`. */
  ignored: boolean;
}

/** The variables of a hook's environment that travel with its report; never the whole environment, it holds secrets. */
export const carriedVariables = [
  'TMUX',
  'TMUX_PANE',
  'TERM_PROGRAM',
  'TERM_SESSION_ID',
  'ITERM_SESSION_ID',
  'KITTY_WINDOW_ID',
  'KITTY_LISTEN_ON',
  'WEZTERM_PANE',
  'WEZTERM_UNIX_SOCKET',
  'ZELLIJ_SESSION_NAME',
  'ZELLIJ_PANE_ID',
  'STY',
  'WINDOWID',
  'WT_SESSION',
  'VSCODE_PID',
  'TERMINAL_EMULATOR',
  '__CFBundleIdentifier',
  'SSH_CONNECTION',
  'CLAUDE_PID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_PROJECT_DIR',
  'COPILOT_CLI',
  'CURSOR_VERSION',
  'QWEN_CODE_SESSION_ID',
  'GEMINI_SESSION_ID',
  'CODEX_HOME',
] as const;
