// The event stream of one reader. It holds no queue, only the number of the last message it sent: whenever the reader can take more, it
// gets what came since, or a snapshot when that is more than is kept. One that takes nothing for a whole ping is let go, and resumes.

import type { ServerResponse } from 'node:http';
import type { Hub } from '../hub/hub.ts';
import type { StreamMessage } from './contract.ts';

export interface StreamOptions {
  /** Number of the last message the reader has; undefined for a first snapshot. */
  since: number | undefined;
  /** Ends the stream. */
  until: AbortSignal;
  pingMs: number;
  /** Sent beside those of the stream itself. */
  headers?: Readonly<Record<string, string>>;
}

/** What of Node's response a stream needs. */
export type Outgoing = Pick<
  ServerResponse,
  'writeHead' | 'write' | 'end' | 'destroy' | 'writableNeedDrain' | 'on' | 'socket' | 'destroyed'
>;

const ping = ': ping\n\n';

const frame = ({ seq, type, data }: StreamMessage): string => `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Writes to Node's response itself, and to the socket before it returns: by way of web streams each change came a third later.
 * Owns the response from then on, until the reader leaves or the signal ends it.
 */
export const streamTo = (
  outgoing: Outgoing,
  hub: Pick<Hub, 'snapshot' | 'changesSince' | 'subscribe'>,
  { since, until, pingMs, headers = {} }: StreamOptions,
): void => {
  let sent = since;
  let isStuck = false;

  const write = (text: string): void => {
    outgoing.write(text);
    // Node holds back what is written until the hub's turn is over.
    outgoing.socket?.uncork();
  };
  const sayNews = (): void => {
    if (outgoing.writableNeedDrain) return;
    const changes = sent === undefined ? undefined : hub.changesSince(sent);
    if (changes?.length === 0) return;
    const messages: readonly StreamMessage[] = changes ?? [snapshotMessage(hub)];
    sent = messages.at(-1)?.seq;
    write(messages.map(frame).join(''));
  };

  const leave = hub.subscribe(sayNews);
  const pulse = setInterval(() => {
    if (!outgoing.writableNeedDrain) write(ping);
    else if (isStuck) outgoing.destroy();
    isStuck = outgoing.writableNeedDrain;
  }, pingMs);
  const close = (): void => {
    leave();
    clearInterval(pulse);
    until.removeEventListener('abort', end);
  };
  const end = (): void => {
    close();
    outgoing.end();
  };
  outgoing.on('close', close);
  outgoing.on('drain', () => {
    isStuck = false;
    sayNews();
  });

  outgoing.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', ...headers });
  if (until.aborted || outgoing.destroyed) return end();
  until.addEventListener('abort', end);
  // Something at once, so that the reader knows that it is connected.
  if (sent !== undefined && hub.changesSince(sent)?.length === 0) write(ping);
  else sayNews();
};

const snapshotMessage = (hub: Pick<Hub, 'snapshot'>): StreamMessage => {
  const data = hub.snapshot();
  return { type: 'snapshot', seq: data.seq, data };
};
