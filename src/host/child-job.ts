// A child in our place: it has our terminal, our process group and our signals, and we end as it ends.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { openChildOutput } from './child-output.ts';

export interface JobEnd {
  /** As a shell would say it: the exit code, or 128 + n where signal n ended it. */
  status: number;
  /** Name of that signal. */
  signal: NodeJS.Signals | null;
  /** What it wrote last; empty where its output went straight to a terminal. */
  last_line: string;
}

/** `status` 127: there is no such command; 126: it may not be run. */
export type JobResult = ({ ok: true } & JobEnd) | { ok: false; status: 126 | 127; why: string };

export interface JobOptions {
  /** It runs. */
  onStart: () => void;
  /** It has ended; what it left behind may still be writing, and is waited for. Neither of these may throw. */
  onEnd: (end: JobEnd) => void;
}

/** These go on to the child. Job control (SIGTSTP, SIGCONT) and SIGWINCH are the terminal's and reach the whole group by themselves. */
const forwarded = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;
/** Keys of the terminal: it sends them to each process of its foreground group, so the child has them already. */
const fromKeys: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT']);

/** How long the last words of a child that ended may take to arrive. */
const lastWordsMs = 200;

/** Runs a command to its end. Never rejects. */
export const runJob = async (file: string, args: readonly string[], { onStart, onEnd }: JobOptions): Promise<JobResult> => {
  const output = openChildOutput();
  let child: ChildProcess;
  try {
    child = spawn(file, args, { stdio: ['inherit', ...output.stdio] });
  } catch (error) {
    await output.passOn({});
    return cannotRun(file, error);
  }
  const pass = (signal: NodeJS.Signals): void => {
    if (!fromKeys.has(signal) || !isForeground()) child.kill(signal);
  };
  for (const signal of forwarded) process.on(signal, pass);
  child.once('spawn', onStart);
  const ended = new Promise<Omit<JobEnd, 'last_line'> | { error: Error }>((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('exit', (code, signal) =>
      resolve({ signal, status: signal === null ? (code ?? 1) : 128 + constants.signals[signal] }),
    );
  });
  const passedOn = output.passOn(child);
  const result = await ended;
  for (const signal of forwarded) process.off(signal, pass);
  if ('error' in result) return cannotRun(file, result.error);
  await Promise.race([passedOn, pause(lastWordsMs, undefined, { ref: false })]);
  onEnd({ ...result, last_line: output.lastLine() });
  await passedOn;
  return { ok: true, ...result, last_line: output.lastLine() };
};

const cannotRun = (file: string, error: unknown): JobResult => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, status: 127, why: `there is no command ${file}` };
  return { ok: false, status: 126, why: code === 'EACCES' ? `${file} may not be run` : `${file} could not be started (${code})` };
};

/** Whether a terminal's keys reach our process group. */
const isForeground = (): boolean => {
  if (process.platform !== 'linux') return isatty(0) || isatty(1) || isatty(2);
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foreground;
  } catch {
    return isatty(0) || isatty(1) || isatty(2);
  }
};
