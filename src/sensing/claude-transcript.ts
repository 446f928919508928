// The only trace of Esc or "No" that every version of Claude leaves: a line at the end of the session's transcript.

import { closeSync, fstatSync, openSync, readSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import * as z from 'zod';
import type { Clock } from './clock.ts';

/** Looked for in whatever was written before the watch began; a longer past holds nothing about the turn at hand. */
const pastBytes = 256 * 1024;
const chunkBytes = 64 * 1024;
/** A line with a mark has about 1 KB; others hold whole requests and are passed over. */
const lineBytesMax = 16 * 1024;
const rescan_ms = 10_000;

const userLine = z.object({
  type: z.literal('user'),
  isSidechain: z.literal(false).optional(),
  timestamp: z.iso.datetime(),
  toolUseResult: z.unknown().optional(),
  message: z.object({ content: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]) }),
});
const interruption = '[Request interrupted by user';
const rejection = 'User rejected tool use';

/** Epoch milliseconds at which a person interrupted, when this line of a transcript says so. */
export const interruptionIn = (line: string): number | undefined => {
  if (!line.includes(interruption) && !line.includes(rejection)) return undefined;
  try {
    const { message, toolUseResult, timestamp } = userLine.parse(JSON.parse(line));
    const says = Array.isArray(message.content) && message.content.some(({ text }) => text?.startsWith(interruption));
    return says || toolUseResult === rejection ? Date.parse(timestamp) : undefined;
  } catch {
    return undefined;
  }
};

const dequeueLine = z.object({
  type: z.literal('queue-operation'),
  operation: z.literal('dequeue'),
  timestamp: z.iso.datetime(),
});

/** Epoch milliseconds at which a prompt that had waited was taken up, when this line of a transcript says so. */
const dequeueIn = (line: string): number | undefined => {
  if (!line.includes('"dequeue"')) return undefined;
  try {
    return Date.parse(dequeueLine.parse(JSON.parse(line)).timestamp);
  } catch {
    return undefined;
  }
};

/** @param goesOn a prompt that had waited for the turn's end was taken up at once; no hook fires for it */
export type OnInterruption = (at_ms: number, goesOn: boolean) => void;

/** Cuts bytes into lines, however they arrive; an unfinished line waits, one longer than the bound is passed over. */
export const lineCutter = (onLine: (line: string) => void): ((bytes: Buffer) => void) => {
  let rest = Buffer.alloc(0);
  let skipping = false;
  return (bytes) => {
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      if (!skipping && rest.length + end - start <= lineBytesMax)
        onLine(
          Buffer.concat([rest, bytes.subarray(start, end)])
            .toString('utf8')
            .replace(/\r$/u, ''),
        );
      skipping = false;
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    if (skipping || rest.length + bytes.length - start > lineBytesMax) {
      skipping = true;
      rest = Buffer.alloc(0);
    } else rest = Buffer.concat([rest, bytes.subarray(start)]);
  };
};

/** Calls back with each interruption, those of the latest past too, never before it returns. @returns the end of watching */
export const followTranscript = (file: string, clock: Clock, onInterruption: OnInterruption): (() => void) => {
  let position: number | undefined;
  let watcher: FSWatcher | undefined;
  let cut = lineCutter(() => {});
  const begin = (at: number): number => {
    let dequeued_ms = 0;
    cut = lineCutter((line) => {
      dequeued_ms = dequeueIn(line) ?? dequeued_ms;
      const at_ms = interruptionIn(line);
      // What is taken up next is written before the mark, with a later time.
      if (at_ms !== undefined) onInterruption(at_ms, dequeued_ms >= at_ms);
    });
    return at;
  };

  const readNew = (): void => {
    let handle: number | undefined;
    try {
      handle = openSync(file, 'r');
      const { size } = fstatSync(handle);
      // The first line after a jump is most likely cut, and then no JSON.
      if (position === undefined) position = begin(Math.max(0, size - pastBytes));
      else if (size < position) position = begin(0);
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, size - position)));
      for (let count = 1; position < size && count > 0; position += count) {
        count = readSync(handle, chunk, 0, Math.min(chunk.length, size - position), position);
        cut(chunk.subarray(0, count));
      }
    } catch {
      // Not written yet, or gone: the next look tries again.
    } finally {
      if (handle !== undefined) closeSync(handle);
    }
  };
  const unwatch = (): void => {
    watcher?.close();
    watcher = undefined;
  };
  const look = (): void => {
    // First of all, since what is found may end the watch.
    cancel = clock.after(rescan_ms, look);
    if (!watcher) {
      try {
        watcher = watch(file, { persistent: false }, readNew);
        watcher.on('error', unwatch);
      } catch {
        // As above.
      }
    }
    readNew();
  };
  let cancel = clock.after(0, look);
  return () => {
    cancel();
    unwatch();
  };
};
