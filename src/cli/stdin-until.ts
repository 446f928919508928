// What has come on stdin by a deadline: whoever runs a hook may never close it.

import type { Readable } from 'node:stream';
import { customBytesMax } from '../agentfile/limits.ts';

export interface StdinReading {
  /** At most one byte more than `hook custom` takes; what follows is read and dropped. */
  bytes: Uint8Array;
  /** Whether it was closed in time. */
  ended: boolean;
}

/** Never rejects: a stdin that can't be read is an empty one. */
export const readUntil = (stdin: Readable, waitMs: number): Promise<StdinReading> =>
  new Promise((resolve) => {
    const kept: Buffer[] = [];
    let room = customBytesMax + 1;
    const finish = (ended: boolean): void => {
      clearTimeout(late);
      stdin.pause();
      resolve({ bytes: Buffer.concat(kept), ended });
    };
    const late = setTimeout(() => finish(false), waitMs);
    stdin.on('data', (chunk: Buffer) => {
      if (room > 0) kept.push(chunk.subarray(0, room));
      room -= Math.min(room, chunk.length);
    });
    stdin.on('end', () => finish(true));
    stdin.on('error', () => finish(true));
  });
