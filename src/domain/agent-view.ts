// The public shape of what is known of an agent: one row of `vigie agents` and of the page's list.

import type { ConnectionState } from './connection-view.ts';

/** One file of an agent, or an agent that has only been heard of. */
export interface AgentView {
  id: string;
  /** Shown name. */
  name: string;
  /** Whose folder the file lies in; null for an agent without a file. */
  origin: 'vigie' | 'gnista' | 'tma' | 'built-in' | null;
  /** Absolute path. */
  file: string | null;
  /** Whether anything is read by this file. */
  used: boolean;
  /** Why it is not used, or only in part, each with line, column and key path where it has one. */
  reasons: readonly string[];
  /** `#RRGGBB` */
  colour: string | null;
  /** Whether there is a picture, at `/icons/<id>` of the page's address. */
  icon: boolean;
  /** Epoch milliseconds; null for one that was never heard. */
  heard_ms: number | null;
  /** How its hooks stand, by the file where they stand worst; null for one that takes none or is not on this machine. */
  connection: ConnectionState | null;
}
