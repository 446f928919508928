// One event stream from the hub, held open for as long as somebody listens: read with `fetch`, resumed by number, retried with back-off.

import { createParser } from 'eventsource-parser';
import type { StreamMessage } from '../src/api/contract.ts';

/** `denied`: the hub does not know this token. `away`: it does not answer, and is asked again and again. */
export type Link = 'connecting' | 'live' | 'away' | 'denied';

interface StreamOptions {
  /** The page's origin, without a slash at the end. */
  origin: string;
  token: string;
  /** Number of the last message that is known; asked before each connection. */
  since: () => number | undefined;
  /** The messages of one chunk, in order; never empty. Must not throw. */
  onMessages: (messages: StreamMessage[]) => void;
  onLink: (link: Link) => void;
  fetch?: typeof globalThis.fetch;
  /** Between 0 and 1. */
  random?: () => number;
}

export interface Stream {
  /** Ends a wait between two tries, as when the machine woke up. */
  retry: () => void;
  close: () => void;
}

/** The hub sends a ping every 30 s: after this long without a byte the connection is dead, whatever the system says. */
const silenceMax_ms = 75_000;
/** A hub that restarts is back before anyone has to be told. */
const firstWait_ms = 250;
const waitMax_ms = 10_000;

export const openStream = (options: StreamOptions): Stream => {
  const { random = Math.random, onLink } = options;
  const closed = new AbortController();
  let wake = (): void => {};
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!closed.signal.aborted) {
      const end = await readOnce(options, closed.signal, () => {
        failures = 0;
        onLink('live');
      });
      if (closed.signal.aborted) return;
      if (end === 'denied') return onLink('denied');
      if (failures > 0) onLink('away');
      const longest = Math.min(waitMax_ms, firstWait_ms * 2 ** failures);
      failures += 1;
      await wait(longest * (0.75 + random() / 4));
    }
  };
  void run();

  return {
    retry: () => wake(),
    close: () => {
      closed.abort();
      wake();
    },
  };
};

/** Reads one connection to its end. Never throws: whatever ends it, the next try tells more. */
const readOnce = async (options: StreamOptions, closed: AbortSignal, onOpen: () => void): Promise<'ended' | 'denied'> => {
  const { origin, token, since, onMessages, fetch = globalThis.fetch } = options;
  const connection = new AbortController();
  const stop = (): void => connection.abort();
  closed.addEventListener('abort', stop, { once: true });
  let silence = setTimeout(stop, silenceMax_ms);
  try {
    const known = since();
    const response = await fetch(`${origin}/api/stream${known === undefined ? '' : `?since=${known}`}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: connection.signal,
    });
    if (response.status === 401 || response.status === 403) return 'denied';
    if (!response.ok || !response.body) return 'ended';
    onOpen();
    let messages: StreamMessage[] = [];
    const parser = createParser({
      onEvent: ({ event, data, id }) => {
        const message = readMessage(event, Number(id), data);
        if (message) messages.push(message);
      },
    });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return 'ended';
      silence = setTimeout(stop, silenceMax_ms);
      parser.feed(decoder.decode(value, { stream: true }));
      if (messages.length > 0) onMessages(messages);
      messages = [];
    }
  } catch {
    return 'ended';
  } finally {
    clearTimeout(silence);
    closed.removeEventListener('abort', stop);
    stop();
  }
};

/** An event of a kind that this page does not know is passed over: a newer hub may say more. */
const readMessage = (type: string | undefined, seq: number, data: string): StreamMessage | undefined =>
  type === 'snapshot' || type === 'change' || type === 'gone' ? { type, seq, data: JSON.parse(data) } : undefined;
