import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamMessage } from '../src/api/contract.ts';
import { openStream } from './stream.ts';

interface Connection {
  url: string;
  authorization: string | null;
  say(text: string | Uint8Array): void;
  end(): void;
  isAborted(): boolean;
}

/** A hub that answers each connection as the test wants: with a status, or not at all. */
const following = (answers: (number | 'refused')[] = []) => {
  const connections: Connection[] = [];
  const messages: StreamMessage[] = [];
  const links: string[] = [];
  const fetch = (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answer = answers.shift() ?? 200;
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    if (answer === 'refused') reject(new TypeError('refused'));
    let isOver = false;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const over = (end: () => void): void => {
          if (!isOver) end();
          isOver = true;
        };
        init?.signal?.addEventListener('abort', () => over(() => controller.error(new DOMException('aborted', 'AbortError'))));
        connections.push({
          url: url instanceof Request ? url.url : url.toString(),
          authorization: new Headers(init?.headers).get('authorization'),
          say: (text) => controller.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text),
          end: () => over(() => controller.close()),
          isAborted: () => init?.signal?.aborted ?? false,
        });
      },
    });
    resolve(new Response(answer === 200 ? body : null, { status: answer === 'refused' ? 500 : answer }));
    return promise;
  };
  const stream = openStream({
    origin: 'http://127.0.0.1:4000',
    token: 'secret',
    since: () => messages.at(-1)?.seq,
    onMessages: (more) => void messages.push(...more),
    onLink: (link) => void links.push(link),
    fetch,
    random: () => 1,
  });
  const latest = (): Connection => {
    const connection = connections.at(-1);
    if (!connection) throw new Error('nobody connected');
    return connection;
  };
  return { stream, connections, messages, links, latest };
};
const settled = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);
const gone = (seq: number): string => `id: ${seq}\nevent: gone\ndata: {"id":"claude:a","reason":"ended"}\n\n`;

describe('the stream', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reads messages across chunks, and passes over pings and what it does not know', async () => {
    const { latest, messages, links, stream } = following();
    await settled();
    expect(latest()).toMatchObject({ url: 'http://127.0.0.1:4000/api/stream', authorization: 'Bearer secret' });
    const text = `: ping\n\nid: 3\nevent: tide\ndata: {}\n\nid: 4\nevent: gone\ndata: {"id":"claude:é","reason":"left"}\n\n`;
    const bytes = new TextEncoder().encode(text);
    // The cut falls inside the é.
    const cut = bytes.indexOf(0xc3) + 1;
    latest().say(bytes.slice(0, cut));
    await settled();
    latest().say(bytes.slice(cut));
    await settled();
    expect(messages).toEqual([{ type: 'gone', seq: 4, data: { id: 'claude:é', reason: 'left' } }]);
    expect(links).toEqual(['live']);
    stream.close();
    await settled();
    expect(latest().isAborted()).toBe(true);
  });

  it('resumes by number, and says nothing of a hub that is back at once', async () => {
    const { latest, links, connections, stream } = following();
    await settled();
    latest().say(gone(7));
    await settled();
    latest().end();
    await vi.advanceTimersByTimeAsync(250);
    expect(connections[1]?.url).toBe('http://127.0.0.1:4000/api/stream?since=7');
    expect(links).toEqual(['live', 'live']);
    stream.close();
  });

  it('backs off to ten seconds while the hub is away, and a wake ends the wait', async () => {
    const { connections, links, stream } = following(Array.from({ length: 9 }, () => 'refused' as const));
    await vi.advanceTimersByTimeAsync(250 + 500 + 1000 + 2000 + 4000 + 8000);
    expect(connections.length).toBe(7);
    expect(links).toContain('away');
    await vi.advanceTimersByTimeAsync(9999);
    expect(connections.length).toBe(7);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections.length).toBe(8);
    stream.retry();
    await settled();
    stream.retry();
    await settled();
    expect(connections.length).toBe(10);
    expect(links.at(-1)).toBe('live');
    stream.close();
  });

  it('stops where its token is not known', async () => {
    const { connections, links } = following([401]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(links).toEqual(['denied']);
    expect(connections.length).toBe(1);
  });

  it('takes 75 s of silence for a dead connection, and any byte for life', async () => {
    const { connections, latest, stream } = following();
    await settled();
    await vi.advanceTimersByTimeAsync(74_000);
    latest().say(': ping\n\n');
    await vi.advanceTimersByTimeAsync(74_000);
    expect(connections.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1000 + 250);
    expect(connections.length).toBe(2);
    stream.close();
  });

  it('takes a message that is no JSON for a broken connection', async () => {
    const { connections, latest, messages, stream } = following();
    await settled();
    latest().say('id: 1\nevent: change\ndata: {"id":\n\n');
    await vi.advanceTimersByTimeAsync(250);
    expect(messages).toEqual([]);
    expect(connections.length).toBe(2);
    stream.close();
  });

  it('is over when it is closed, also during a wait', async () => {
    const { connections, stream } = following(['refused', 'refused']);
    await settled();
    stream.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections.length).toBe(1);
  });
});
