// Agent files on this machine: where they lie, and when they change.

import { isUtf8 } from 'node:buffer';
import type { Dirent, FSWatcher, Stats } from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { agentFileBytesMax } from '../agentfile/limits.ts';
import type { AgentFileText, Origin } from '../agentfile/registry.ts';
import { untilBeat } from './beat.ts';
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

/** Every agent file there is. Never throws: a file that can't be read comes with the reason. */
export const readAgentFiles = (folders: AgentFolders): AgentFileText[] => [
  ...readFolder('vigie', folders.vigie, ['.toml', '.json']),
  ...readFolder('gnista', folders.gnista, ['.json']),
  ...readFolder('tma', folders.tma, ['.toml']),
  ...entriesIn(folders.builtIn).flatMap(({ name: id }) =>
    readFolder('built-in', join(folders.builtIn, id), ['.toml'])
      .filter(({ stem }) => stem === 'agent')
      .map((text) => ({ ...text, stem: id })),
  ),
];

/** Those that are read together with one file of a person's: itself, and whatever has its name but for the extension. None when it is not there. */
export const readAgentFileAt = (path: string): { file: string; files: AgentFileText[] } => {
  const file = resolve(path);
  const extension = extname(file);
  const stem = file.slice(0, file.length - extension.length);
  const files = readFolder('vigie', dirname(file), ['.toml', '.json']).filter(
    (one) => one.file.slice(0, -extname(one.file).length) === stem,
  );
  return { file, files: files.some((one) => one.file === file) ? files : [] };
};

const readFolder = (origin: Origin, folder: string, extensions: readonly string[]): AgentFileText[] => {
  const names = filesIn(folder);
  const icons: Record<string, number> = {};
  for (const name of names) if (/\.svg$/iu.test(name)) icons[name] = statusOf(join(folder, name))?.size ?? 0;
  return names
    .filter((name) => extensions.includes(extname(name).toLowerCase()) && !name.startsWith('.'))
    .map((name) => ({
      origin,
      stem: name.slice(0, -extname(name).length),
      file: join(folder, name),
      icons,
      ...readText(join(folder, name)),
    }));
};

/** Names of the folder's files, links to files among them; none when there is no folder. */
const filesIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isFile() || (entry.isSymbolicLink() && statusOf(join(folder, entry.name))?.isFile()))
    .map(({ name }) => name);

/** Undefined where there is nothing, and for a link that leads in a circle or where nobody lets us look. */
const statusOf = (file: string): Stats | undefined => {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
};

const entriesIn = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
};

const readText = (file: string): { text: string; fault?: string } => {
  try {
    const { size } = statSync(file);
    if (size > agentFileBytesMax) return { text: '', fault: `is ${size} bytes long; at most ${agentFileBytesMax} are read` };
    const text = readFileSync(file, 'utf8');
    // Node puts U+FFFD where bytes are no UTF-8, but that may stand in the file as well.
    if (text.includes('\uFFFD') && !isUtf8(readFileSync(file))) return { text: '', fault: 'is not valid UTF-8' };
    return { text };
  } catch (error) {
    return { text: '', fault: `can't be read: ${error instanceof Error ? error.message : String(error)}` };
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
  let rescan: NodeJS.Timeout;
  const checkAtBeat = (): void => {
    rescan = setTimeout(() => {
      check();
      checkAtBeat();
    }, untilBeat(rescanMs)).unref();
  };
  checkAtBeat();
  return () => {
    clearTimeout(timer);
    clearTimeout(rescan);
    for (const watcher of watchers) watcher.close();
  };
};

/** Names, sizes and times of all files: equal as long as nothing changed. */
const fingerprint = (folders: readonly string[]): string =>
  folders
    .flatMap((folder) =>
      entriesIn(folder).map(({ name }) => {
        const file = join(folder, name);
        const info = statusOf(file);
        return `${file} ${info?.size} ${info?.mtimeMs}`;
      }),
    )
    .join('\n');
