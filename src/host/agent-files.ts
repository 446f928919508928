// Agent files on this machine: where they lie, and when they change.

import type { FSWatcher } from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { isAbsolute, join, parse } from 'node:path';
import { agentFileBytesMax } from '../agentfile/limits.ts';
import type { AgentFileText, Origin } from '../agentfile/registry.ts';
import type { Paths, Surroundings } from './folders.ts';
import { surroundings } from './folders.ts';

/** In order of precedence. */
export interface AgentFolders {
  vigie: string;
  gnista: string;
  tma: string;
  /** Holds one folder per built-in agent, named by its id, with `agent.toml` in it. */
  builtIn: string;
}

/** Gnista's folder is looked for at its macOS place on every system: it is a macOS app, but homes are carried about. */
export const agentFolders = (paths: Paths, root: string, where: Surroundings = surroundings()): AgentFolders => {
  const config = where.env.XDG_CONFIG_HOME;
  return {
    vigie: paths.agents,
    gnista: join(where.home, 'Library', 'Application Support', 'Gnista', 'Agents'),
    tma: join(config && isAbsolute(config) ? config : join(where.home, '.config'), 'tma', 'agents'),
    builtIn: join(root, 'agents'),
  };
};

/** Every agent file there is. Never throws: what can't be read is left out. */
export const readAgentFiles = (folders: AgentFolders): AgentFileText[] => [
  ...readFolder('vigie', folders.vigie, ['.toml', '.json']),
  ...readFolder('gnista', folders.gnista, ['.json']),
  ...readFolder('tma', folders.tma, ['.toml']),
  ...namesIn(folders.builtIn).flatMap((id) =>
    readFolder('built-in', join(folders.builtIn, id), ['.toml'])
      .filter(({ stem }) => stem === 'agent')
      .map((text) => ({ ...text, stem: id })),
  ),
];

const readFolder = (origin: Origin, folder: string, extensions: readonly string[]): AgentFileText[] => {
  const names = namesIn(folder);
  const icons: Record<string, number> = {};
  for (const name of names.filter((one) => /\.svg$/iu.test(one))) icons[name] = sizeOf(join(folder, name));
  return names
    .filter((name) => extensions.includes(parse(name).ext.toLowerCase()) && !name.startsWith('.'))
    .flatMap((name) => {
      const file = join(folder, name);
      const bytes = readBounded(file);
      return bytes ? [{ origin, stem: parse(name).name, file, bytes, icons }] : [];
    });
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
};

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};

/** A file over the limit comes as that many empty bytes: enough to be refused for its length, and never read. */
const readBounded = (file: string): Uint8Array | undefined => {
  try {
    const info = statSync(file);
    if (!info.isFile()) return undefined;
    return info.size > agentFileBytesMax ? new Uint8Array(Math.min(info.size, 2 * agentFileBytesMax)) : readFileSync(file);
  } catch {
    return undefined;
  }
};

/** How long a burst of notifications is gathered. */
const settleMs = 50;
/** Notifications get lost, and there are none on some file systems. */
const rescanMs = 30_000;

/**
 * Calls back when the people's agent files have changed: soon where the system tells it, else within half a minute.
 * Makes Vigie's own folder, so that it can be watched. @returns the end of watching
 */
export const watchAgentFiles = (folders: AgentFolders, onChange: () => void): (() => void) => {
  const watched = [folders.vigie, folders.gnista, folders.tma];
  try {
    mkdirSync(folders.vigie, { recursive: true, mode: 0o700 });
  } catch {
    // A read-only home: the rescan below finds what others put there.
  }
  let seen = fingerprint(watched);
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const now = fingerprint(watched);
    if (now === seen) return;
    seen = now;
    onChange();
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, settleMs).unref();
  };
  const watchers = watched.flatMap((folder): FSWatcher[] => {
    try {
      const watcher = watch(folder, { persistent: false }, soon);
      return [watcher.on('error', () => watcher.close())];
    } catch {
      return [];
    }
  });
  const rescan = setInterval(check, rescanMs).unref();
  return () => {
    clearTimeout(timer);
    clearInterval(rescan);
    for (const watcher of watchers) watcher.close();
  };
};

/** Names, sizes and times of all files: equal as long as nothing changed. */
const fingerprint = (folders: readonly string[]): string =>
  folders
    .flatMap((folder) =>
      namesIn(folder).map((name) => {
        const file = join(folder, name);
        const info = statSync(file, { throwIfNoEntry: false });
        return `${file} ${info?.size} ${info?.mtimeMs}`;
      }),
    )
    .join('\n');
