// A pipe for a child's output. Node gives its children sockets, which /dev/stdout can't open and whose end is no SIGPIPE; this is a real pipe.

import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface ChildPipe {
  /** Descriptor for the child; close it here once the child has it. */
  writeEnd: number;
  /** What comes out; ends when the child and all that it gave the pipe to are gone. */
  output: Readable;
}

/** Undefined where the system makes none: Windows, a temporary folder that can't hold one. Never throws. */
export const openChildPipe = (): ChildPipe | undefined => {
  if (process.platform === 'win32') return undefined;
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'vigie-'));
    const path = join(folder, 'pipe');
    if (spawnSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' }).status !== 0) return undefined;
    const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openForWriting(path, readEnd);
    return { writeEnd, output: new Socket({ fd: readEnd, readable: true, writable: false }) };
  } catch {
    return undefined;
  } finally {
    // Whoever has it open keeps it; by its name nobody needs it.
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
};

const openForWriting = (path: string, readEnd: number): number => {
  try {
    return openSync(path, constants.O_WRONLY);
  } catch (error) {
    closeSync(readEnd);
    throw error;
  }
};
