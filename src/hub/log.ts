// The hub's own log. No payload content goes in: names, counts and reasons only.

import { renameSync, statSync } from 'node:fs';
import { pino } from 'pino';

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** A log longer than this is put by as `hub.log.1` when the hub starts; the one before it goes. */
const bytesMax = 5 * 1024 * 1024;

/** Writes JSON lines to a private file, each before the call returns. */
export const openLog = (file: string): Log => {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > bytesMax) renameSync(file, `${file}.1`);
  return pino({ base: null, level: 'info' }, pino.destination({ dest: file, sync: true, mode: 0o600 }));
};

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
