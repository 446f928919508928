// The hub's own log. No payload content goes in: names, counts and reasons only.

import { pino } from 'pino';

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Writes JSON lines to a file, or to standard error when it is 2, each before the call returns. */
export const openLog = (destination: string | 2): Log =>
  pino({ base: null, level: 'info' }, pino.destination({ dest: destination, sync: true, mkdir: true, mode: 0o600 }));

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
