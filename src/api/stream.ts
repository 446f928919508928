// The event stream of one reader. It holds no queue, only the number of the last message it sent: whenever the reader can take more, it
// gets what came since, or a snapshot when that is more than is kept. One that takes nothing for a whole ping is let go, and resumes.

import type { Hub } from '../hub/hub.ts';
import type { StreamMessage } from './contract.ts';

export interface StreamOptions {
  /** Number of the last message the reader has; undefined for a first snapshot. */
  since: number | undefined;
  /** Ends the stream. */
  until: AbortSignal;
  pingMs: number;
  /** Breaks the connection: called for a reader who takes nothing any more. */
  drop: () => void;
}

const encoder = new TextEncoder();
const ping = encoder.encode(': ping\n\n');

const frame = ({ seq, type, data }: StreamMessage): string => `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

export const streamOf = (
  hub: Pick<Hub, 'snapshot' | 'changesSince' | 'subscribe'>,
  { since, until, pingMs, drop }: StreamOptions,
): Response => {
  let sent = since;
  let isStuck = false;
  let close = (): void => {};

  const next = (): Uint8Array | undefined => {
    const changes = sent === undefined ? undefined : hub.changesSince(sent);
    if (changes?.length === 0) return undefined;
    const messages: readonly StreamMessage[] = changes ?? [snapshotMessage(hub)];
    sent = messages.at(-1)?.seq;
    return encoder.encode(messages.map(frame).join(''));
  };

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const canTake = (): boolean => (controller.desiredSize ?? 0) > 0;
      const leave = hub.subscribe(() => {
        const chunk = canTake() ? next() : undefined;
        if (chunk) controller.enqueue(chunk);
      });
      const pulse = setInterval(() => {
        if (canTake()) controller.enqueue(ping);
        else if (isStuck) end(drop);
        isStuck = !canTake();
      }, pingMs);
      const end = (how: () => void): void => {
        close();
        how();
      };
      const onEnd = (): void => end(() => controller.close());
      close = () => {
        leave();
        clearInterval(pulse);
        until.removeEventListener('abort', onEnd);
      };
      if (until.aborted) return onEnd();
      until.addEventListener('abort', onEnd);
      // Something at once, so that the reader knows that it is connected.
      controller.enqueue(next() ?? ping);
    },
    pull(controller) {
      isStuck = false;
      const chunk = next();
      if (chunk) controller.enqueue(chunk);
    },
    cancel: () => close(),
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' } });
};

const snapshotMessage = (hub: Pick<Hub, 'snapshot'>): StreamMessage => {
  const data = hub.snapshot();
  return { type: 'snapshot', seq: data.seq, data };
};
