// The hub's API over real sockets: what readers get, also in a hurry, also when connections break.

import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { createServer } from 'node:http';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StreamMessage } from '../../src/api/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import type { SessionView } from '../../src/domain/view.ts';
import type { Header } from '../../src/intake/header.ts';
import type { HubHere } from './hub-here.ts';
import { freshPaths, openHubHere, tell } from './hub-here.ts';

const hubs: HubHere[] = [];
const open = async (...words: Parameters<typeof openHubHere>): Promise<HubHere> => {
  const here = await openHubHere(...words);
  hubs.push(here);
  return here;
};
afterEach(async () => {
  for (const here of hubs.splice(0)) await here.stop();
});

const prompt = (session: string, text: string): Event => ({
  agent: 'claude',
  kind: 'prompt',
  session,
  source: 'hook',
  at_ms: Date.now(),
  prompt: text,
});

/** The list as a reader of the stream has it. */
const listOf = (messages: readonly StreamMessage[]): Map<string, SessionView> => {
  const list = new Map<string, SessionView>();
  for (const message of messages) {
    if (message.type === 'change') list.set(message.data.id, message.data);
    else if (message.type === 'gone') list.delete(message.data.id);
    else {
      list.clear();
      for (const session of message.data.sessions) list.set(session.id, session);
    }
  }
  return list;
};

describe('calls', () => {
  it('see every report whose relay had ended', async () => {
    const { client, paths } = await open();
    for (let at = 0; at < 30; at++) {
      tell(paths, at % 2 === 0 ? 'prompt' : 'done', 's');
      expect((await client.session('s')).state).toBe(at % 2 === 0 ? 'working' : 'idle');
    }
    expect((await client.why('s')).events).toHaveLength(20);
  });

  it('take any session id in the address', async () => {
    const { client, paths } = await open();
    for (const id of ['a/b c?d#e%', 'ünï→🚀', '../x']) {
      tell(paths, 'done', id);
      expect(await client.session(`claude:${id}`)).toMatchObject({ session: id, done: true });
      await client.user({ kind: 'seen', sessions: [`claude:${id}`] });
      expect((await client.why(id)).session.done).toBe(false);
    }
  });

  it('say what is wrong, with what to do', async () => {
    const { client, paths } = await open();
    tell(paths, 'start', 'one-1');
    tell(paths, 'start', 'one-2');
    await expect(client.session('two')).rejects.toMatchObject({ code: 'not_found', hint: 'vigie ls shows those there are.' });
    await expect(client.why('one')).rejects.toMatchObject({ code: 'ambiguous' });
    await expect(client.user({ kind: 'seen', sessions: [] })).rejects.toMatchObject({ code: 'invalid' });
    const wrong: unknown = { kind: 'loved', sessions: ['one-1'] };
    await expect(client.user(wrong as Parameters<typeof client.user>[0])).rejects.toThrow(/kind/u);
  });

  it('find nobody where there is no hub', async () => {
    const here = await open();
    await here.stop();
    await expect(here.client.snapshot()).rejects.toMatchObject({ code: 'hub_away', message: 'No hub is running.' });
    await expect(here.client.stream()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'hub_away' });
  });

  it('give a thousand sessions at once', async () => {
    const { client, hub } = await open();
    hub.events(Array.from({ length: 1_000 }, (_, at) => prompt(`s${at}`, `task ${at} `.repeat(20))));
    const { sessions } = await client.snapshot();
    expect(new Set(sessions.map(({ session }) => session)).size).toBe(1_000);
    const began = performance.now();
    await client.snapshot();
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('hook custom', () => {
  it('hands on facts and body, and answers with what is said', async () => {
    const calls: { header: Header; body: string }[] = [];
    const { client, paths } = await open(freshPaths(), {
      readCustom: (header, body) => {
        calls.push({ header, body: Buffer.from(body).toString() });
        return { report: undefined, said: ['cwd: must be a path', 'so nothing was sent'] };
      },
    });
    expect(await client.custom('ralph', 'Stop', Buffer.from('{"a":1}'))).toBe('cwd: must be a path\nso nothing was sent');
    const headers = [
      'Host: localhost',
      `vigie-cwd: ${Buffer.from('/home/ü').toString('latin1')}`,
      'vigie-TMUX_PANE: %5',
      'vigie-ppid: 7',
      'Content-Length: 0',
    ];
    await raw(
      paths.socket,
      Buffer.from(`POST /api/hook/custom/ralph HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
    expect(calls).toMatchObject([
      { header: { agent: 'ralph', event: 'Stop' }, body: '{"a":1}' },
      { header: { agent: 'ralph', event: '', cwd: '/home/ü', ppid: 7, env: { TMUX_PANE: '%5' } }, body: '' },
    ]);
  });

  it('is understood after what waits in the spool', async () => {
    const event = { agent: 'claude', kind: 'needs-you', session: 's', source: 'hook', at_ms: Date.now(), tool_use_id: 't1' };
    const { client, paths } = await open(freshPaths(), {
      readCustom: ({ agent }, payload, at_ms) => ({
        report: { agent, event: '', payload, source: 'hook', at_ms, cwd: undefined, place: {}, env: {} },
        said: [],
      }),
    });
    tell(paths, 'tool', 's', { tool: 'Bash', tool_use_id: 't1' });
    expect(await client.custom('claude', undefined, Buffer.from(JSON.stringify(event)))).toBe('');
    expect(await client.session('s')).toMatchObject({ state: 'blocked', tool: 'Bash' });
  });

  it('takes a body of any length to its end, and hands on one byte more than is allowed', async () => {
    let length = 0;
    const { client } = await open(freshPaths(), {
      readCustom: (_, body) => {
        length = body.length;
        return { report: undefined, said: ['too long'] };
      },
    });
    expect(await client.custom('x', undefined, Buffer.alloc(1_048_577))).toBe('too long');
    expect(length).toBe(1_048_577);
    expect(await client.custom('x', undefined, Buffer.alloc(20_000_000))).toBe('too long');
    expect(length).toBe(1_048_577);
  });
});

const raw = (path: string, bytes: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(path, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
    socket.on('error', reject).on('close', () => resolve(text));
  });

describe('stream', () => {
  it('has no gap and no double for readers who come and go while the list changes', async () => {
    const { client, paths, hub } = await open();
    tell(paths, 'start', 's0');
    let goal = Number.POSITIVE_INFINITY;
    /** Leaves after so many messages, again and again, and resumes at the last. */
    const follow = async (atATime: number): Promise<StreamMessage[]> => {
      const messages: StreamMessage[] = [];
      for (;;) {
        let left = atATime;
        const since = messages.at(-1)?.seq;
        for await (const message of client.stream(since === undefined ? {} : { since })) {
          messages.push(message);
          if (message.seq === goal) return messages;
          if (--left === 0) break;
        }
      }
    };
    const followers = [1, 4, 15, 10_000].map(follow);
    for (let at = 0; at < 200; at++) {
      tell(paths, at % 5 === 4 ? 'end' : at % 2 === 0 ? 'prompt' : 'done', `s${at % 7}`, { at_ms: Date.now() + at });
      if (at % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 4));
    }
    hub.drain();
    goal = hub.snapshot().seq + 1;
    tell(paths, 'start', 'last');
    hub.drain();
    const { seq, sessions } = hub.snapshot();
    expect(seq).toBe(goal);
    for (const messages of await Promise.all(followers)) {
      expect(messages.filter(({ type }) => type === 'snapshot')).toHaveLength(1);
      expect(messages.map((message) => message.seq)).toEqual(messages.map((_, at) => (messages[0]?.seq ?? 0) + at));
      expect([...listOf(messages).values()].toSorted(byId)).toEqual(sessions.toSorted(byId));
    }
  });

  const byId = (a: SessionView, b: SessionView): number => a.id.localeCompare(b.id);

  it('tells a change within moments of its report', async () => {
    const { client, paths } = await open();
    const stop = new AbortController();
    const stream = client.stream({ signal: stop.signal })[Symbol.asyncIterator]();
    await stream.next();
    const took: number[] = [];
    for (let at = 0; at < 20; at++) {
      const began = performance.now();
      tell(paths, 'prompt', `s${at}`);
      expect((await stream.next()).value).toMatchObject({ type: 'change', data: { session: `s${at}` } });
      took.push(performance.now() - began);
    }
    stop.abort();
    expect(took.toSorted((a, b) => a - b)[10]).toBeLessThan(50);
  });

  it('drops a reader who takes nothing, holds little for him meanwhile, and he resumes', async () => {
    const { client, paths, hub, served } = await open(freshPaths(), { pingMs: 150 });
    const stuck: Socket = connect(paths.socket, () => stuck.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    const dropped = new Promise<number>((resolve) => {
      stuck.pause();
      stuck.on('close', () => resolve(performance.now())).on('error', () => {});
    });
    const reading = new AbortController();
    const quick: StreamMessage[] = [];
    const reader = (async () => {
      for await (const message of client.stream({ signal: reading.signal })) quick.push(message);
    })();
    for (let round = 0; round < 60; round++) {
      hub.events(Array.from({ length: 20 }, (_, at) => prompt(`s${at}`, `${round} ${'x'.repeat(4_000)}`)));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    // A paused socket notices its end only once it is read.
    stuck.resume();
    expect(await dropped).toBeGreaterThan(0);
    await expect.poll(() => quick.at(-1)?.seq).toBe(hub.snapshot().seq);
    reading.abort();
    await reader;
    const again = client.stream({ since: quick[0]?.seq ?? 0, signal: AbortSignal.timeout(2_000) })[Symbol.asyncIterator]();
    expect((await again.next()).value).toMatchObject({ type: 'change', seq: (quick[0]?.seq ?? 0) + 1 });
    await again.return?.();
    expect(served.notes).toEqual([]);
  });

  it('is resumed by the client over a restart of the hub', async () => {
    const first = await open();
    const { paths, client } = first;
    tell(paths, 'prompt', 'a');
    const stop = new AbortController();
    const messages: StreamMessage[] = [];
    const reader = (async () => {
      for await (const message of client.stream({ signal: stop.signal })) messages.push(message);
    })();
    await expect.poll(() => messages.length).toBe(1);
    await first.stop();
    tell(paths, 'done', 'a');
    await open(paths);
    tell(paths, 'prompt', 'b');
    await expect
      .poll(() => [...listOf(messages).values()].map(({ id, state }) => `${id} ${state}`))
      .toEqual(['claude:a idle', 'claude:b working']);
    stop.abort();
    await reader;
  });
});

describe('doors', () => {
  it('are private', async () => {
    const { paths } = await open();
    expect(statSync(paths.socket).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(paths.socket)).mode & 0o777).toBe(0o700);
  });

  it('close a folder of theirs that stood open', async () => {
    const paths = freshPaths();
    const here = await open(paths);
    await here.stop();
    chmodSync(paths.run, 0o755);
    await open(paths);
    expect(statSync(paths.run).mode & 0o777).toBe(0o700);
  });

  it('take a free port when theirs is taken, say so, and remember it', async () => {
    const other = createServer((_, response) => response.end('other'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const wanted = typeof address === 'object' && address ? address.port : 0;
    const options = { config: { page: { port: wanted } } };
    const first = await open(freshPaths(), options);
    expect(first.served.url).not.toContain(`:${wanted}/`);
    const port = new URL(first.served.url).port;
    expect(first.served.notes).toEqual([`port ${wanted} is taken by another program; the page is on port ${port}`]);
    expect((await first.client.health()).faults[0]).toMatchObject({ where: 'page', reason: first.served.notes[0] });
    await first.stop();
    const second = await open(first.paths, options);
    expect(second.served.url).toBe(first.served.url);
    await second.stop();
    await new Promise((resolve) => other.close(resolve));
    const third = await open(first.paths, options);
    expect(third.served.url).toBe(`http://127.0.0.1:${wanted}/`);
  });

  it('hold both loopback addresses, so that no other program can be localhost', async () => {
    const { served } = await open();
    const { port } = new URL(served.url);
    const taken = createServer();
    const reason = await new Promise((resolve) => {
      taken
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        .listen(Number(port), '::1', () => resolve('free'));
    });
    expect(['EADDRINUSE', 'EADDRNOTAVAIL']).toContain(reason);
  });

  it('say when a path is too long for a socket', async () => {
    const paths = freshPaths();
    await expect(openHubHere(paths, { socket: `${paths.run}/${'x'.repeat(120)}` })).rejects.toThrow(
      'longer than the system allows',
    );
  });

  it('put the socket back when it was swept away', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { paths, client } = await open();
    rmSync(paths.run, { recursive: true });
    await expect(client.health()).rejects.toMatchObject({ code: 'hub_away' });
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await expect.poll(async () => (await client.health().catch(() => undefined))?.version).toBe('1.0.0');
    expect(statSync(paths.socket).mode & 0o777).toBe(0o600);
  });
});
