// Who runs here: every process with its parent, start and terminal device. On Linux a process is read when it is asked for, elsewhere all at once.

import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { RunCommand } from './command.ts';

export interface Process {
  pid: number;
  ppid: number;
  /** Tells a reused pid apart. Clock ticks since boot on Linux, epoch seconds on macOS and BSD, epoch milliseconds on Windows. */
  start: number;
  /** As in `/dev/pts/3`; null when it has none. */
  tty: string | null;
  /** Name of the program without its folder; Linux cuts it to 15 characters. */
  name: string;
  /** Path of the program, where the platform tells it. */
  path: string | null;
}

/** One look at the processes: later changes do not show. */
export interface ProcessTable {
  get(pid: number): Process | undefined;
  all(): Iterable<Process>;
  /** The process itself, its parent, and so on up. Empty when the pid is gone. */
  ancestors(pid: number): Process[];
}

/** A chain longer than this is not believed. */
const depthMax = 64;

const ancestorsIn = (get: (pid: number) => Process | undefined, pid: number): Process[] => {
  const chain: Process[] = [];
  for (let next = get(pid); next && chain.length < depthMax; next = next.ppid > 0 ? get(next.ppid) : undefined) chain.push(next);
  return chain;
};

/** A table of known processes: what other platforms' listings become, and what tests hand in. */
export const tableOf = (processes: Iterable<Process>): ProcessTable => {
  const byPid = new Map([...processes].map((process) => [process.pid, process]));
  const get = (pid: number) => byPid.get(pid);
  return { get, all: () => byPid.values(), ancestors: (pid) => ancestorsIn(get, pid) };
};

// Device numbers of Linux (devices.txt): 136–143 are the pseudo terminals, 4 the consoles.
const linuxTty = (device: number): string | null => {
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `/dev/pts/${minor + (major - 136) * 256}`;
  return major === 4 && minor < 64 ? `/dev/tty${minor}` : null;
};

/**
 * Reads `/proc/<pid>/stat`; the name stands in brackets and may itself hold brackets and blanks.
 * A process that ended and waits to be reaped is none.
 */
export const parseStat = (stat: string): Omit<Process, 'path'> | undefined => {
  const [open, close] = [stat.indexOf('('), stat.lastIndexOf(')')];
  const fields = stat.slice(close + 2).split(' ');
  const [pid, ppid, device, start] = [stat.slice(0, open - 1), fields[1], fields[4], fields[19]].map(Number);
  if (open < 1 || !pid || ppid === undefined || device === undefined || !start || /^[ZX]/u.test(fields[0] ?? ''))
    return undefined;
  return { pid, ppid, start, tty: linuxTty(device), name: stat.slice(open + 1, close) };
};

const readLinux = (pid: number): Process | undefined => {
  try {
    const process = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (!process) return undefined;
    let path: string | null = null;
    try {
      path = readlinkSync(`/proc/${pid}/exe`);
    } catch {
      // Of other users' processes, only the stat is open to us.
    }
    return { ...process, path };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
};

const linuxTable = (): ProcessTable => {
  const known = new Map<number, Process | undefined>();
  const get = (pid: number) => {
    if (!known.has(pid)) known.set(pid, readLinux(pid));
    return known.get(pid);
  };
  const all = function* () {
    for (const name of readdirSync('/proc')) {
      const process = /^\d+$/u.test(name) ? get(Number(name)) : undefined;
      if (process) yield process;
    }
  };
  return { get, all, ancestors: (pid) => ancestorsIn(get, pid) };
};

const psRow = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.+)$/u;

/** Reads `ps -A -o pid=,ppid=,tty=,lstart=,comm=` in the C locale. */
export const parsePs = (output: string): Process[] =>
  output.split('\n').flatMap((line) => {
    const [, pid, ppid, tty, started, program] = psRow.exec(line) ?? [];
    if (!pid || !ppid || !tty || !started || !program) return [];
    return {
      pid: Number(pid),
      ppid: Number(ppid),
      start: Math.floor(Date.parse(started) / 1000),
      tty: /^[?-]/u.test(tty) ? null : `/dev/${tty}`,
      // A login shell's name begins with a dash.
      name: basename(program.trim()).replace(/^-/u, ''),
      path: program.startsWith('/') ? program.trim() : null,
    };
  });

const windowsListing =
  'Get-CimInstance Win32_Process | ForEach-Object { "{0}`t{1}`t{2}`t{3}`t{4}" -f $_.ProcessId, $_.ParentProcessId, ' +
  '$(if ($_.CreationDate) { ([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds() } else { 0 }), $_.Name, $_.ExecutablePath }';

/** Reads our Windows listing: pid, parent, start, name, path, with tabs between. */
export const parseWindowsListing = (output: string): Process[] =>
  output.split(/\r?\n/u).flatMap((line) => {
    const [pid, ppid, start, name, path] = line.split('\t');
    if (!pid || !ppid || !start || !name) return [];
    return { pid: Number(pid), ppid: Number(ppid), start: Number(start), tty: null, name, path: path || null };
  });

/** Never rejects: where the listing fails, the table is empty. */
export const readProcessTable = async (platform: NodeJS.Platform, run: RunCommand): Promise<ProcessTable> => {
  if (platform === 'linux') return linuxTable();
  const ran =
    platform === 'win32'
      ? await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', windowsListing], { deadline_ms: 8_000 })
      : await run('ps', ['-A', '-o', 'pid=,ppid=,tty=,lstart=,comm='], { env: { ...process.env, LC_ALL: 'C' } });
  if (!ran.ok) return tableOf([]);
  return tableOf(platform === 'win32' ? parseWindowsListing(ran.stdout) : parsePs(ran.stdout));
};

/** The environment a process was started with. Empty where the platform does not tell: only Linux does, of our own processes. */
export const environmentOf = (pid: number, platform: NodeJS.Platform): Record<string, string> => {
  if (platform !== 'linux') return {};
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return Object.fromEntries(
      entries.flatMap((entry) => {
        const equals = entry.indexOf('=');
        return equals > 0 ? [[entry.slice(0, equals), entry.slice(equals + 1)]] : [];
      }),
    );
  } catch {
    // It ended, or belongs to somebody else.
    return {};
  }
};

/** Terminal devices that a process holds open, other than its own: how a multiplexer's server shows where its clients are. Linux only. */
export const openTtys = (pid: number, platform: NodeJS.Platform): string[] => {
  if (platform !== 'linux') return [];
  try {
    const held = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return [];
      }
    });
    return [...new Set(held.filter((path) => /^\/dev\/(?:pts\/|tty)\d+$/u.test(path)))];
  } catch {
    return [];
  }
};
