// Says when hooks that we had put into a config are no longer there. It only looks: nothing is mended unasked.

import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ConnectionState, ConnectionView } from '../domain/connection-view.ts';
import { linkTarget } from '../host/atomic-file.ts';
import type { Entry } from './ledger.ts';

export interface WatchOptions {
  /** `ledger.json`; its folder need not be there yet. */
  ledger: string;
  /** What was connected. Must not throw. */
  entries: () => readonly Entry[];
  /** How it stands with it now. Must not throw. */
  look: (entries: readonly Entry[]) => readonly ConnectionView[];
  /** Hooks are gone, all or some, from a file that had them when it was last looked at. */
  onLost: (view: ConnectionView) => void;
}

/** Programs write a config in several steps. */
const settleMs = 500;
/** Notifications get lost, and there are none on some file systems. */
const rescanMs = 10 * 60_000;

/** Keeps no process alive. @returns the end of watching */
export const watchConnections = ({ ledger, entries, look, onLost }: WatchOptions): (() => void) => {
  const states = new Map<string, ConnectionState>();
  const watchers = new Map<string, { watcher: FSWatcher; names: Set<string> }>();
  let timer: NodeJS.Timeout | undefined;

  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, settleMs).unref();
  };
  /** The folder, since a file that is replaced by rename is another one. Agents write a lot beside their configs. */
  const watchFile = (file: string): void => {
    const folder = dirname(file);
    const known = watchers.get(folder);
    if (known) known.names.add(basename(file));
    else
      try {
        const names = new Set([basename(file)]);
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name === null || names.has(name)) soon();
        });
        watchers.set(folder, { watcher, names });
        watcher.on('error', () => {
          watcher.close();
          watchers.delete(folder);
        });
      } catch {
        // There is no such folder, or no watch is left: the rescan does it.
      }
  };
  const check = (): void => {
    const connected = entries();
    for (const file of [ledger, ...connected.map(({ file }) => targetOf(file))]) watchFile(file);
    for (const view of look(connected)) {
      const isLost = view.state === 'gone' || view.state === 'partly';
      if (isLost && states.get(view.file) !== view.state) onLost(view);
      states.set(view.file, view.state);
    }
  };

  check();
  const rescan = setInterval(check, rescanMs).unref();
  return () => {
    clearTimeout(timer);
    clearInterval(rescan);
    for (const { watcher } of watchers.values()) watcher.close();
  };
};

const targetOf = (file: string): string => {
  try {
    return linkTarget(file);
  } catch {
    return file;
  }
};
