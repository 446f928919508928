// The only trace of Esc or "No" that every version of Claude leaves: a line at the end of the session's transcript.

import * as z from 'zod';
import type { Clock } from './clock.ts';
import { followLines } from './log-follower.ts';

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

/** Calls back with each interruption, those of the latest past too, never before it returns. @returns the end of watching */
export const followTranscript = (file: string, clock: Clock, onInterruption: OnInterruption): (() => void) =>
  followLines(file, clock, () => {
    let dequeued_ms = 0;
    return (line) => {
      dequeued_ms = dequeueIn(line) ?? dequeued_ms;
      const at_ms = interruptionIn(line);
      // What is taken up next is written before the mark, with a later time.
      if (at_ms !== undefined) onInterruption(at_ms, dequeued_ms >= at_ms);
    };
  });
