// A short-lived child: started without a shell, given its data, ended with all that it started when its time is over.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';

export interface ChildOptions {
  /** Text for its standard input; the child need not read it. */
  stdin?: string;
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string>>;
  /** After this many milliseconds it is ended, and after `killGraceMs` more it is killed. */
  deadline_ms: number;
  /** Ends it the same way. */
  signal?: AbortSignal;
}

/** Status 0, or why not: a status with the last line it complained, a signal, a deadline, or why it could not start. */
export type ChildEnd = { ok: true } | { ok: false; why: string };

/** How long a child may take to leave when it is told to, and how long its last words are waited for. */
const graceMs = 500;
/** Of what a child complains, this much of the end is kept. */
const complaintCharactersMax = 4 * 1024;

/** Runs a program to its end; its output is dropped. Never rejects. */
export const runChild = (
  file: string,
  args: readonly string[],
  { stdin = '', env = {}, deadline_ms, signal }: ChildOptions,
): Promise<ChildEnd> =>
  new Promise((resolve) => {
    let complaint = '';
    let cut: string | undefined;
    let grace: NodeJS.Timeout | undefined;
    const child = start(file, args, env);
    if (typeof child === 'string') return resolve({ ok: false, why: child });
    const end = (why: string): void => {
      if (cut !== undefined) return;
      cut = why;
      killGroup(child, 'SIGTERM');
      grace = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
    };
    const abort = (): void => end('stopped');
    const deadline = setTimeout(() => end(`took longer than ${deadline_ms / 1_000}s`), deadline_ms);
    const settle = (result: ChildEnd): void => {
      clearTimeout(deadline);
      clearTimeout(grace);
      signal?.removeEventListener('abort', abort);
      child.stderr.destroy();
      resolve(result);
    };
    child.once('error', (error) => settle({ ok: false, why: startError(file, error) }));
    child.once('exit', () => {
      clearTimeout(grace);
      if (cut !== undefined) killGroup(child, 'SIGKILL');
      // What it started may hold the pipe open for long.
      grace = setTimeout(() => child.stderr.destroy(), graceMs);
    });
    child.once('close', (status, killedBy) => {
      if (cut !== undefined) return settle({ ok: false, why: cut });
      if (status === 0) return settle({ ok: true });
      const line = complaint.trim().split('\n').at(-1) ?? '';
      settle({ ok: false, why: `${killedBy ? `ended by ${killedBy}` : `status ${status}`}${line ? `: ${line}` : ''}` });
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-complaintCharactersMax);
    });
    // It may leave without reading.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });

/** The child, or why there is none: spawn throws some of its failures and emits others. */
const start = (file: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
  try {
    return spawn(file, args, {
      // A group of its own, so that ending it reaches what it started too.
      detached: process.platform !== 'win32',
      windowsHide: true,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  } catch (error) {
    return startError(file, error);
  }
};

const killGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone, or groups are unknown here (Windows): the child alone then.
    child.kill(signal);
  }
};

const startError = (file: string, error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT') return `there is no program ${file}`;
  if (code === 'EACCES') return `${file} may not be run`;
  return `${file} could not be started (${code})`;
};
