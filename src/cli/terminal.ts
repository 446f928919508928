// The terminal that a verb speaks to: passed in, so that a test can be one.

import type { Output } from './output.ts';
import type { Paint } from './paint.ts';
import { coloured, plain } from './paint.ts';

export interface Terminal {
  /** To standard output, as it is. */
  write(text: string): void;
  /** To standard error: progress and complaints. */
  tell(text: string): void;
  /** Whether standard output is a terminal. */
  isTerminal: boolean;
  /** Width of standard output; Infinity where it is no terminal. */
  columns(): number;
  rows(): number;
  paint: Paint;
  env: NodeJS.ProcessEnv;
  now(): number;
  /** Asks for yes or no; no where nobody can answer. */
  confirm(question: string): Promise<boolean>;
  /** From the first call on, Ctrl-C and a polite kill abort this instead of ending the program. */
  interrupted(): AbortSignal;
  /** `draw` is called when the size changed or the program came back, `leave` before it is stopped (Ctrl-Z). Gives the end of that. */
  onScreenEvents(draw: () => void, leave: () => void): () => void;
}

/** Where a window's width is not known, as tradition has it. */
const defaultSize = { columns: 80, rows: 24 };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const impatientMs = 1_000;

const wantsColour = (env: NodeJS.ProcessEnv, isTerminal: boolean): boolean => isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';

export const processTerminal = (out: Output, err: Output): Terminal => {
  const { stdout, env } = process;
  const isTerminal = stdout.isTTY;
  let abort: AbortController | undefined;
  return {
    write: (text) => out.write(text),
    tell: (text) => err.write(text),
    isTerminal,
    columns: () => (isTerminal ? stdout.columns || defaultSize.columns : Number.POSITIVE_INFINITY),
    rows: () => stdout.rows || defaultSize.rows,
    paint: wantsColour(env, isTerminal) ? coloured : plain,
    env,
    now: Date.now,
    confirm: async (question) => {
      if (!process.stdin.isTTY) return false;
      const { createInterface } = await import('node:readline/promises');
      const reader = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await reader.question(`${question} [y/N] `);
      reader.close();
      return /^y(?:es)?$/iu.test(answer.trim());
    },
    interrupted: () => {
      if (!abort) {
        const controller = new AbortController();
        abort = controller;
        const stop = (): void => {
          if (controller.signal.aborted) return;
          controller.abort();
          // One Ctrl-C may arrive twice, from the terminal and from npm; a later one is meant to end what hangs.
          setTimeout(() => signals.forEach((signal) => process.off(signal, stop)), impatientMs).unref();
        };
        for (const signal of signals) process.on(signal, stop);
      }
      return abort.signal;
    },
    onScreenEvents: (draw, leave) => {
      const stop = (): void => {
        leave();
        process.kill(process.pid, 'SIGSTOP');
      };
      stdout.on('resize', draw);
      process.on('SIGCONT', draw).on('SIGTSTP', stop);
      return () => {
        stdout.off('resize', draw);
        process.off('SIGCONT', draw).off('SIGTSTP', stop);
      };
    },
  };
};
