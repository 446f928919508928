// What comes in at the door, handed on to somebody who records it. While nobody does, none of this is there.

import type { Report } from '../agentfile/report.ts';
import type { Hub } from '../hub/hub.ts';
import type { Tapped, TappedReport } from './contract.ts';

/** So much may wait for a reader who is slow. */
const waitingBytesMax = 32 * 1024 * 1024;

const encoder = new TextEncoder();
const beat = encoder.encode('\n');
const line = (tapped: Tapped): Uint8Array => encoder.encode(`${JSON.stringify(tapped)}\n`);

const tappedOf = ({ at_ms, agent, event, source, custom, payload, cwd, env, place }: Report): TappedReport => ({
  at_ms,
  agent,
  event,
  source,
  custom: custom ?? false,
  payload_base64: Buffer.from(payload).toString('base64'),
  cwd: cwd ?? null,
  env,
  pid: place.pid ?? null,
  pid_start: place.pid_start ?? null,
});

/** @param until ends it */
export const reportsOf = (hub: Pick<Hub, 'tap'>, until: AbortSignal, pingMs: number): Response => {
  let close = (): void => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let leftOut = 0;
        const leave = hub.tap((report) => {
          const room = controller.desiredSize ?? 0;
          if (report.payload.length * 1.5 > room) {
            leftOut += 1;
            return;
          }
          if (leftOut > 0) controller.enqueue(line({ left_out: leftOut }));
          leftOut = 0;
          controller.enqueue(line(tappedOf(report)));
        });
        const pulse = setInterval(() => controller.enqueue(beat), pingMs);
        const onEnd = (): void => {
          close();
          controller.close();
        };
        close = () => {
          leave();
          clearInterval(pulse);
          until.removeEventListener('abort', onEnd);
        };
        if (until.aborted) return onEnd();
        until.addEventListener('abort', onEnd);
        // Something at once, so that the reader knows that it is connected.
        controller.enqueue(beat);
      },
      cancel: () => close(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingBytesMax }),
  );
  return new Response(body, { headers: { 'Content-Type': 'application/jsonl; charset=utf-8', 'Cache-Control': 'no-store' } });
};
