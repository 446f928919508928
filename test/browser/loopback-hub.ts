// A small hub for the page's tests: it speaks the contract of src/api/contract.ts over loopback, keeps sessions by the real fold, and
// can be driven, dropped and counted from a test.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { StreamMessage, Token, UserEvent } from '../../src/api/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import { whyOf } from '../../src/domain/list.ts';
import { createRoster } from '../../src/domain/roster.ts';
import { defaultRules } from '../../src/domain/rules.ts';
import { viewOf } from '../../src/domain/view.ts';

export interface LoopbackHub {
  readonly origin: string;
  /** A fresh address with a one-time ticket. */
  address(): string;
  /** Folds events in and publishes what they changed. */
  say(...events: Event[]): void;
  /** Every `seen` and `unseen` that came in, with the page it came from. */
  readonly told: { event: UserEvent; origin: string | undefined }[];
  /** Every stream that was asked for: its `since`, or null. */
  readonly streamed: (string | null)[];
  openStreams(): number;
  /** Ends the streams; new ones are taken at once. */
  dropStreams(): void;
  /** Goes away like a killed process; `start` comes back on the same port with all it had. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Forgets every token. */
  revoke(): void;
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** @param page folder of the built page */
export const openLoopbackHub = async (page: string): Promise<LoopbackHub> => {
  const roster = createRoster({ rulesFor: () => defaultRules });
  const events: (Event & { seq: number; key: string })[] = [];
  const log: StreamMessage[] = [];
  const streams = new Set<ServerResponse>();
  const tickets = new Set<string>();
  const tokens = new Set<string>();
  const told: LoopbackHub['told'] = [];
  const streamed: LoopbackHub['streamed'] = [];
  let seq = 0;
  let port = 0;
  let server: Server;

  const write = (stream: ServerResponse, message: StreamMessage): void =>
    void stream.write(`id: ${message.seq}\nevent: ${message.type}\ndata: ${JSON.stringify(message.data)}\n\n`);
  const publish = (message: StreamMessage): void => {
    log.push(message);
    for (const stream of streams) write(stream, message);
  };
  const snapshot = () => ({
    schema: 1 as const,
    seq,
    sessions: [...roster.live()].map((session) => viewOf(session, session.agent)),
    home: '/home/dev',
  });
  const say = (...said: Event[]): void => {
    for (const event of said) {
      const { key, before, after } = roster.apply(event);
      if (!after || after === before) continue;
      seq += 1;
      events.push({ ...event, seq, key });
      if (after.ended_ms === null) publish({ type: 'change', seq, data: viewOf(after, after.agent) });
      else publish({ type: 'gone', seq, data: { id: key, reason: 'ended' } });
    }
  };

  const json = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, status: number, code: string): void =>
    json(response, status, { error: { code, message: code, hint: '' } });

  const openStream = (response: ServerResponse, since: string | null): void => {
    streamed.push(since);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const known = since === null ? undefined : Number(since);
    if (known === undefined || known > seq) write(response, { type: 'snapshot', seq, data: snapshot() });
    else for (const message of log.filter((message) => message.seq > known)) write(response, message);
    response.write(': ping\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  };
  const takeUserEvent = (request: IncomingMessage, event: UserEvent): void => {
    told.push({ event, origin: request.headers.origin });
    for (const id of event.sessions) {
      const session = roster.get(id);
      if (session) say({ kind: event.kind, agent: session.agent, session: session.session, source: 'user', at_ms: Date.now() });
    }
  };

  const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    return JSON.parse(text);
  };
  const answerApi = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (request.method === 'POST' && request.headers.origin !== `http://127.0.0.1:${port}`)
      return refuse(response, 403, 'refused');
    if (request.method === 'POST' && url.pathname === '/api/tokens') {
      const { ticket } = (await bodyOf(request)) as { ticket: string };
      if (!tickets.delete(ticket)) return refuse(response, 401, 'refused');
      const token = randomBytes(16).toString('base64url');
      tokens.add(token);
      return json(response, 200, { token, expires_ms: Date.now() + 30 * 86_400_000 } satisfies Token);
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) return refuse(response, 401, 'refused');
    if (url.pathname === '/api/stream') return openStream(response, url.searchParams.get('since'));
    if (request.method === 'POST' && url.pathname === '/api/events') {
      takeUserEvent(request, (await bodyOf(request)) as UserEvent);
      return void response.writeHead(204).end();
    }
    const asked = /^\/api\/sessions\/([^/]+)\/why$/u.exec(url.pathname)?.[1];
    const id = decodeURIComponent(asked ?? '');
    const session = roster.get(id);
    if (!session) return refuse(response, 404, 'not_found');
    const latest = events
      .filter((event) => event.key === id)
      .toReversed()
      .slice(0, 20);
    return json(response, 200, whyOf(session, session.agent, latest));
  };
  const answerFile = async (response: ServerResponse, path: string): Promise<void> => {
    const name = path === '/' ? '/index.html' : path;
    try {
      const content = await readFile(join(page, name));
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  };
  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
      void (url.pathname.startsWith('/api/') ? answerApi(request, response, url) : answerFile(response, url.pathname));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    port = (server.address() as AddressInfo).port;
  };
  const dropStreams = (): void => {
    for (const stream of streams) stream.destroy();
  };
  await start();

  return {
    get origin() {
      return `http://127.0.0.1:${port}`;
    },
    address: () => {
      const ticket = randomBytes(16).toString('base64url');
      tickets.add(ticket);
      return `http://127.0.0.1:${port}/#ticket=${ticket}`;
    },
    say,
    told,
    streamed,
    openStreams: () => streams.size,
    dropStreams,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start,
    revoke: () => {
      tokens.clear();
      dropStreams();
    },
  };
};
