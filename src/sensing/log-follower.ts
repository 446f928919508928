// The lines of a file that an agent goes on writing to, as they come.

import { closeSync, fstatSync, openSync, readSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import type { Clock } from './clock.ts';

/** Read of whatever was written before the watch began; a longer past holds nothing about the turn at hand. */
const pastBytes = 256 * 1024;
const chunkBytes = 64 * 1024;
/** A line with a mark has about 1 KB; others hold whole requests and are passed over. */
const lineBytesMax = 16 * 1024;
const rescan_ms = 10_000;

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

/**
 * Calls back with each line, those of the latest past too, never before it returns.
 * @param begin makes a reader for lines that follow each other, at first and whenever the file was written anew
 * @returns the end of watching
 */
export const followLines = (file: string, clock: Clock, begin: () => (line: string) => void): (() => void) => {
  let position: number | undefined;
  let watcher: FSWatcher | undefined;
  let cut = lineCutter(() => {});
  const beginAt = (at: number): number => {
    cut = lineCutter(begin());
    return at;
  };

  const readNew = (): void => {
    let handle: number | undefined;
    try {
      handle = openSync(file, 'r');
      const { size } = fstatSync(handle);
      // The first line after a jump is most likely cut, and then no JSON.
      if (position === undefined) position = beginAt(Math.max(0, size - pastBytes));
      else if (size < position) position = beginAt(0);
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
