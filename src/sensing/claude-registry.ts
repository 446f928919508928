// Claude Code says of each of its processes what it does, in `<config folder>/sessions/<pid>.json`. The vendor documents none of this,
// so what does not look as expected is no news. The `.key` files beside them are secrets: they are never opened.

import { readFileSync, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { RegistryEntry } from './claude-verdict.ts';
import type { Clock } from './clock.ts';

export interface ClaudeRegistry {
  /** What is said of a session; undefined when it has no file (any more). */
  entry(session: string): RegistryEntry | undefined;
  /** Looks at all files now, whatever notifications said. */
  scan(): void;
  stop(): void;
}

export interface ClaudeRegistryOptions {
  folder: string;
  clock: Clock;
  /** A session's entry came, changed or went. */
  onChange: (session: string) => void;
}

/** Notifications get lost, and a folder may be made later than its watcher. */
const rescan_ms = 10_000;
/** Real files have less than 2 KB. */
const fileBytesMax = 64 * 1024;
const fileName = /^\d+\.json$/u;

/** `status` is missing until Claude is ready; `statusUpdatedAt` is in epoch milliseconds. */
const registryFile = z.object({
  sessionId: z.string().min(1),
  status: z.string().default(''),
  statusUpdatedAt: z.number().default(0),
});

/** @returns undefined for a file that is half written, as Claude rewrites them in place, and for anything else that is none */
export const parseEntry = (text: string): RegistryEntry | undefined => {
  try {
    const { sessionId, status, statusUpdatedAt } = registryFile.parse(JSON.parse(text));
    return { session: sessionId, status, since_ms: statusUpdatedAt };
  } catch {
    return undefined;
  }
};

export const openClaudeRegistry = ({ folder, clock, onChange }: ClaudeRegistryOptions): ClaudeRegistry => {
  const entries = new Map<string, RegistryEntry>();
  let watcher: FSWatcher | undefined;
  /** The first look finds all as it is: nothing changed by that. */
  let isOpen = false;
  const changed = (session: string): void => {
    if (isOpen) onChange(session);
  };

  const put = (name: string, entry: RegistryEntry | undefined): void => {
    const before = entries.get(name);
    if (entry) entries.set(name, entry);
    else entries.delete(name);
    if (before && before.session !== entry?.session) changed(before.session);
    if (entry && (entry.session !== before?.session || entry.status !== before.status || entry.since_ms !== before.since_ms))
      changed(entry.session);
  };
  const read = (name: string): void => {
    if (!fileName.test(name)) return;
    const file = join(folder, name);
    try {
      if (statSync(file).size > fileBytesMax) return;
      const entry = parseEntry(readFileSync(file, 'utf8'));
      if (entry) put(name, entry);
    } catch {
      put(name, undefined);
    }
  };
  const names = (): string[] => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };
  const unwatch = (): void => {
    watcher?.close();
    watcher = undefined;
  };
  const watchFolder = (): void => {
    if (watcher) return;
    try {
      // A short 8.3 name makes libuv end the whole process on Windows; the real path has none.
      watcher = watch(realpathSync.native(folder), { persistent: false }, (_, name) => (name ? read(name) : scan()));
      watcher.on('error', unwatch);
    } catch {
      // It is not there yet; the next scan tries again.
    }
  };
  const scan = (): void => {
    watchFolder();
    const present = new Set(names());
    for (const name of entries.keys()) if (!present.has(name)) put(name, undefined);
    for (const name of present) read(name);
  };
  const rescan = (): void => {
    // First of all, since what is found may end the watch.
    cancel = clock.after(rescan_ms, rescan);
    scan();
  };
  let cancel = (): void => {};
  rescan();
  isOpen = true;

  return {
    entry(session) {
      let latest: RegistryEntry | undefined;
      // A process that was killed leaves its file, beside that of the one which resumed its session.
      for (const entry of entries.values())
        if (entry.session === session && entry.since_ms >= (latest?.since_ms ?? 0)) latest = entry;
      return latest;
    },
    scan,
    stop() {
      cancel();
      unwatch();
    },
  };
};
