// A child in our place: it has our terminal, our process group and our signals, and we end as it ends.

import { spawn } from 'node:child_process';
import { fstatSync, readFileSync, write } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { createLastLine } from './child-last-line.ts';

export interface JobEnd {
  /** As a shell would say it: the exit code, or 128 + n where signal n ended it. */
  status: number;
  /** Name of that signal. */
  signal: NodeJS.Signals | null;
  /** What it wrote last where its output went through us; empty where it went straight to a terminal. */
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
export const runJob = (file: string, args: readonly string[], { onStart, onEnd }: JobOptions): Promise<JobResult> =>
  new Promise((resolve) => {
    const lastLine = createLastLine();
    const [command, ...words] = isOneOutput() ? ['/bin/sh', '-c', 'exec "$@" 2>&1', file, file, ...args] : [file, ...args];
    let child;
    try {
      child = spawn(command ?? file, words, {
        stdio: ['inherit', isatty(1) ? 'inherit' : 'pipe', isatty(2) ? 'inherit' : 'pipe'],
      });
    } catch (error) {
      return resolve(cannotRun(file, error));
    }
    const running = child;
    const pass = (signal: NodeJS.Signals): void => {
      if (!fromKeys.has(signal) || !isForeground()) running.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, pass);
    const tees = Promise.all([
      running.stdout && tee(running.stdout, 1, lastLine.reader()),
      running.stderr && tee(running.stderr, 2, lastLine.reader()),
    ]);
    const free = (): void => {
      for (const signal of forwarded) process.off(signal, pass);
    };
    running.once('spawn', onStart);
    running.once('error', (error) => {
      free();
      resolve(cannotRun(file, error));
    });
    const finish = async (code: number | null, signal: NodeJS.Signals | null): Promise<void> => {
      const end = (): JobEnd => ({
        status: signal === null ? (code ?? 1) : 128 + constants.signals[signal],
        signal,
        last_line: lastLine.text(),
      });
      await Promise.race([tees, pause(lastWordsMs, undefined, { ref: false })]);
      onEnd(end());
      await tees;
      resolve({ ok: true, ...end() });
    };
    running.once('exit', (code, signal) => {
      free();
      void finish(code, signal);
    });
  });

const cannotRun = (file: string, error: unknown): JobResult => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, status: 127, why: `there is no command ${file}` };
  return { ok: false, status: 126, why: code === 'EACCES' ? `${file} may not be run` : `${file} could not be started (${code})` };
};

/** Whether both outputs go to one file or pipe: then the child must write to one too, or its lines change their order. */
const isOneOutput = (): boolean => {
  if (process.platform === 'win32' || isatty(1) || isatty(2)) return false;
  const [out, err] = [fstatSync(1), fstatSync(2)];
  return out.dev === err.dev && out.ino === err.ino;
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

/** Copies to one of our own outputs at the pace of whoever reads it. Where nobody does any more, the child finds that out by itself. */
const tee = async (from: Readable, to: 1 | 2, read: (bytes: Uint8Array) => void): Promise<void> => {
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      read(chunk);
      await writeAll(to, chunk);
    }
  } catch {
    from.destroy();
  }
};

/** How long to wait where an output that another program set to non-blocking takes nothing. */
const fullPauseMs = 5;

// Not through process.stdout: its errors end the program, and its writes would hold up signals.
const writeAll = async (to: number, bytes: Buffer): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    const written = await new Promise<number>((resolve, reject) => {
      write(to, bytes, done, (error, count) => {
        if (!error) resolve(count);
        else if (error.code === 'EAGAIN') resolve(0);
        else reject(error);
      });
    });
    if (written === 0) await pause(fullPauseMs);
    done += written;
  }
};
