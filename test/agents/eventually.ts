// Waiting for something outside this process: look, look again, give up at a stated moment. Nothing here sleeps for a guessed time.

import { setTimeout as pause } from 'node:timers/promises';

const betweenLooks_ms = 25;

/**
 * The first result of `look` that is not undefined.
 * @param complaint says what was seen instead, for the error when the time is up
 */
export const eventually = async <T>(
  look: () => Promise<T | undefined> | T | undefined,
  within_ms: number,
  complaint: () => Promise<string> | string,
): Promise<T> => {
  const end = performance.now() + within_ms;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`not within ${within_ms} ms: ${await complaint()}`);
    await pause(betweenLooks_ms);
  }
};
