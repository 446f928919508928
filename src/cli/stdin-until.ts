// What has come on stdin by a deadline: whoever runs a hook may never close it.

import { fstatSync, readFileSync } from 'node:fs';
import { customBytesMax } from '../agentfile/limits.ts';

export interface StdinReading {
  /** At most one byte more than `hook custom` takes; what follows is read and dropped. */
  bytes: Uint8Array;
  /** Whether it was closed in time. */
  ended: boolean;
}

const stdin = 0;
const bytesMax = customBytesMax + 1;

/** Never rejects: a terminal, and a stdin that can't be read, are an empty one. */
export const readStdinUntil = async (waitMs: number): Promise<StdinReading> => {
  try {
    // A file never keeps anybody waiting, and a stream for it takes several milliseconds to set up.
    if (fstatSync(stdin).isFile()) return { bytes: readFileSync(stdin).subarray(0, bytesMax), ended: true };
  } catch {
    return { bytes: new Uint8Array(), ended: true };
  }
  return process.stdin.isTTY ? { bytes: new Uint8Array(), ended: true } : readStream(waitMs);
};

const readStream = (waitMs: number): Promise<StdinReading> =>
  new Promise((resolve) => {
    const kept: Buffer[] = [];
    let room = bytesMax;
    const finish = (ended: boolean): void => {
      clearTimeout(late);
      process.stdin.pause();
      resolve({ bytes: Buffer.concat(kept), ended });
    };
    const late = setTimeout(() => finish(false), waitMs);
    process.stdin.on('data', (chunk: Buffer) => {
      if (room > 0) kept.push(chunk.subarray(0, room));
      room -= Math.min(room, chunk.length);
    });
    process.stdin.on('end', () => finish(true));
    process.stdin.on('error', () => finish(true));
  });
