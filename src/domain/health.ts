// Is Vigie itself well: what `doctor` shows first.

import type { FaultCount } from './fault.ts';

/** How the spool does. */
export interface SpoolStatus {
  /** Files that wait to be taken. */
  waiting: number;
  /** Files set aside because they could not be read. */
  quarantined: number;
  /** `poll` when the file system gives no notifications: then the folder is looked at every 10 s. */
  watching: 'watch' | 'poll';
  /** Files given up because the spool was over its bounds, since the hub started. */
  dropped: number;
}

/** Shape of `GET /api/health`. */
export interface Health {
  version: string;
  pid: number;
  started_ms: number;
  /** The page's address without any credential. */
  url: string;
  /** Number of the last change to the list. */
  seq: number;
  spool: SpoolStatus;
  /** What came in wrong and what the hub had to work around, the latest first. */
  faults: FaultCount[];
}
