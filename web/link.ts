// A tab's way to the stream: through the worker that all tabs share, or, where there is none, by a stream of its own.

import type { StreamMessage } from '../src/api/contract.ts';
import type { Link } from './stream.ts';
import { openStream } from './stream.ts';
import type { FromWorker, ToWorker } from './wire.ts';

interface LinkOptions {
  token: string;
  /** Number of the last message that this tab knows. */
  since: () => number | undefined;
  onMessages: (messages: StreamMessage[]) => void;
  onLink: (link: Link) => void;
}

/** Follows the hub until the returned function is called. */
export const openLink = (options: LinkOptions): (() => void) =>
  typeof SharedWorker === 'undefined' ? followAlone(options) : followShared(options);

const followShared = (options: LinkOptions): (() => void) => {
  const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'vigie' });
  const { port } = worker;
  const listening = new AbortController();
  const { signal } = listening;
  const tell = (message: ToWorker): void => port.postMessage(message);
  let alone: (() => void) | undefined;
  const giveUp = (): void => {
    alone ??= followAlone(options);
  };
  const open = (): void => tell({ type: 'open', token: options.token });
  const close = (): void => tell({ type: 'close' });
  worker.addEventListener('error', giveUp, { signal });
  port.addEventListener(
    'message',
    ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'messages') options.onMessages(data.messages);
      else options.onLink(data.link);
    },
    { signal },
  );
  port.start();
  open();
  addEventListener('pagehide', close, { signal });
  addEventListener('pageshow', (event) => event.persisted && open(), { signal });
  addEventListener('online', () => tell({ type: 'wake' }), { signal });
  document.addEventListener('visibilitychange', () => document.hidden || tell({ type: 'wake' }), { signal });
  return () => {
    close();
    listening.abort();
    port.close();
    alone?.();
  };
};

/** A hidden tab closes its stream, so that tabs together never take all the connections that a browser allows. */
const followAlone = (options: LinkOptions): (() => void) => {
  const listening = new AbortController();
  const { signal } = listening;
  const open = (): ReturnType<typeof openStream> => openStream({ origin: location.origin, ...options });
  let stream = document.hidden ? undefined : open();
  document.addEventListener(
    'visibilitychange',
    () => {
      stream?.close();
      stream = document.hidden ? undefined : open();
    },
    { signal },
  );
  addEventListener('online', () => stream?.retry(), { signal });
  return () => {
    listening.abort();
    stream?.close();
  };
};
