// How an agent's hooks stand in one of its config files, as surfaces show it.

/**
 * `gone`: they were there and something rewrote the file. `stale`: they call another launcher, or in an older way. `partly`: some were
 * taken out. `unreadable`: the file can't be judged.
 */
export type ConnectionState = 'connected' | 'not_connected' | 'gone' | 'stale' | 'partly' | 'unreadable';

export interface ConnectionView {
  /** Canonical id. */
  agent: string;
  /** Shown name. */
  name: string;
  /** Absolute path. */
  file: string;
  state: ConnectionState;
  /** The state in words, with what is the matter. */
  says: string;
  /** What mends it, mostly a command; empty where nothing is to do. */
  hint: string;
}
