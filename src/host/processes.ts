// One process at a time, at once: is it alive, what is it called, whose child is it. For many of them, or on a timer, read a process table.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Process } from './process-table.ts';
import { parsePs, parseStat } from './process-table.ts';
import { errorCode } from './system-error.ts';

/** Undefined when there is no such process or it has ended. Never throws. */
export type LookUp = (pid: number) => Process | undefined;

const isPid = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 0 && pid <= 0x7fffffff;

const lookUpLinux: LookUp = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // A zombie has ended; only its parent has not noticed.
    const state = stat.charAt(stat.lastIndexOf(')') + 2);
    const process = state === 'Z' || state === 'X' ? undefined : parseStat(stat);
    return process && { ...process, path: null };
  } catch {
    return undefined;
  }
};

const lookUpWithPs: LookUp = (pid) => {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,ppid=,tty=,lstart=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    timeout: 2_000,
  });
  return parsePs(stdout ?? '').find((process) => process.pid === pid);
};

/** One read of /proc on Linux, one call of `ps` elsewhere (5 ms); Windows has neither, so nothing is known there. */
export const lookUp: LookUp = (pid) => {
  if (!isPid(pid)) return undefined;
  return process.platform === 'linux' ? lookUpLinux(pid) : lookUpWithPs(pid);
};

/** Whether this very process lives. With `start` null, whether any of that number does. */
export const alive = (pid: number, start: number | null, look: LookUp = lookUp): boolean => {
  if (!isPid(pid)) return false;
  if (process.platform === 'win32') return existsByNumber(pid);
  const found = look(pid);
  return found !== undefined && (start === null || found.start === start);
};

const existsByNumber = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
};

/** The name that agent files compare: first word, without folder, without Nix's wrapping (`.claude-wrapped`, cut short or not). */
export const normalName = (name: string): string => {
  const [first = ''] = name.trim().split(/\s/u);
  const base = first.slice(first.lastIndexOf('/') + 1);
  return /^\.(.+)-w(?:r(?:a(?:p(?:p(?:ed?)?)?)?)?)?$/u.exec(base)?.[1] ?? base;
};

/** From a process upwards, itself included: the first that has one of these names. */
export const nearestNamed = (pid: number, names: readonly string[], look: LookUp = lookUp): Process | undefined => {
  const seen = new Set<number>();
  for (let next = pid; next > 1 && !seen.has(next);) {
    seen.add(next);
    const process = look(next);
    if (!process) return undefined;
    if (names.includes(normalName(process.name))) return process;
    next = process.ppid;
  }
  return undefined;
};

/** Linux counts starts in hundredths of a second since boot, the others in seconds since 1970. */
const ticksPerSecond = 100;

/** When a process was started, in epoch milliseconds, true to a second or so. */
export const startedMs = ({ start }: Process): number => {
  if (process.platform === 'win32') return start;
  return process.platform === 'linux' ? bootedMs() + (start / ticksPerSecond) * 1_000 : start * 1_000;
};

const bootedMs = (): number => {
  try {
    return Date.now() - Number.parseFloat(readFileSync('/proc/uptime', 'utf8')) * 1_000;
  } catch {
    return 0;
  }
};
