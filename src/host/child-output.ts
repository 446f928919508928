// Where a child's output goes: to our own outputs, straight where these are a terminal, else by way of us so that its last line is known.

import { closeSync, fstatSync, write } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { createLastLine } from './child-last-line.ts';
import type { ChildPipe } from './child-pipe.ts';
import { openChildPipe } from './child-pipe.ts';

type OwnOutput = 1 | 2;

export interface ChildOutput {
  /** For `spawn`: standard output and standard error. */
  stdio: ['inherit' | 'pipe' | number, 'inherit' | 'pipe' | number];
  /**
   * To be called once the child is started or could not be, with the streams that `spawn` gave.
   * Resolves when everything is passed on, which may be long after the child: whatever it left behind may hold its output too. Never rejects.
   */
  passOn(streams: { stdout?: Readable | null; stderr?: Readable | null }): Promise<void>;
  /** What it wrote last, as far as it came by. */
  lastLine(): string;
}

export const openChildOutput = (): ChildOutput => {
  const pipes: { pipe: ChildPipe; to: OwnOutput }[] = [];
  const last = createLastLine();
  const outputTo = (to: OwnOutput): 'inherit' | 'pipe' | number => {
    if (isatty(to)) return 'inherit';
    // Where both go to one file or pipe the child must write to one too, or its lines change their order.
    const [first] = pipes;
    if (first && isSameFile(first.to, to)) return first.pipe.writeEnd;
    const pipe = openChildPipe();
    if (pipe) pipes.push({ pipe, to });
    return pipe?.writeEnd ?? 'pipe';
  };
  return {
    stdio: [outputTo(1), outputTo(2)],
    async passOn({ stdout, stderr }) {
      // The output ends only when nobody holds an end to write to, so we may not either.
      for (const { pipe } of pipes) closeSync(pipe.writeEnd);
      await Promise.all([
        ...pipes.map(({ pipe, to }) => copy(pipe.output, to, last.reader())),
        stdout && copy(stdout, 1, last.reader()),
        stderr && copy(stderr, 2, last.reader()),
      ]);
    },
    lastLine: () => last.text(),
  };
};

const isSameFile = (a: number, b: number): boolean => {
  const [one, other] = [fstatSync(a), fstatSync(b)];
  return one.dev === other.dev && one.ino === other.ino;
};

/** Copies at the pace of whoever reads us. Where nobody does any more, the child finds that out by itself. */
const copy = async (from: Readable, to: OwnOutput, read: (bytes: Uint8Array) => void): Promise<void> => {
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
const writeAll = async (to: OwnOutput, bytes: Buffer): Promise<void> => {
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
