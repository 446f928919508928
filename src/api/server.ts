// The hub's two doors: the Unix socket for this user's own programs, and loopback TCP for the browser.

import type { Report } from '../agentfile/report.ts';
import type { Config } from '../hub/config.ts';
import type { Hub } from '../hub/hub.ts';
import type { Journal } from '../hub/journal.ts';
import type { Log } from '../hub/log.ts';

/** Reads the body of `vigie hook custom <name>`: a report, or what is wrong with it in words for the caller. Must not throw. */
export type ReadCustom = (name: string, body: Uint8Array, at_ms: number) => { report: Report } | { complaint: string };

export interface ServeOptions {
  hub: Hub;
  journal: Journal;
  log: Log;
  config: Config;
  /** Socket path or pipe name. The caller holds the hub's lock. */
  socket: string;
  /** Folder of the built page. */
  page: string;
  readCustom: ReadCustom;
  /** Somebody asked the hub to stop. */
  onStop: () => void;
}

export interface Served {
  /** The page's address without any credential. */
  url: string;
  /** Stops accepting, ends the streams, resolves when every connection is gone. */
  close(): Promise<void>;
}

export const serve = (_options: ServeOptions): Promise<Served> => Promise.reject(new Error('not built yet'));
