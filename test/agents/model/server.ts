// A stand-in for the vendors' model servers, on loopback. Each wire format is a file beside this one.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './anthropic.ts';
import { replyTo } from './script.ts';
import { sampleOf } from './wire.ts';
import type { Wire } from './wire.ts';

const wires: readonly Wire[] = [anthropic];

export interface ModelServer {
  /** Base address, `http://127.0.0.1:PORT`. */
  url: string;
  /** Ends the wait of every answer held under this name, and of those to come. */
  letGo(name: string): void;
  /** Requests that no wire format knew, as `METHOD path`. */
  unknown: string[];
  close(): Promise<void>;
}

export const startModelServer = async (): Promise<ModelServer> => {
  const held = new Map<string, PromiseWithResolvers<void>>();
  const hold = (name: string): PromiseWithResolvers<void> => {
    const gate = held.get(name) ?? Promise.withResolvers<void>();
    held.set(name, gate);
    return gate;
  };
  const unknown: string[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const wire = wires.find((each) => each.match(path));
    const fixed = wire?.match(path)?.fixed;
    if (!wire || fixed !== undefined) {
      if (!wire) unknown.push(`${request.method} ${path}`);
      return sendJson(response, wire ? 200 : 404, fixed ?? { error: 'not found' });
    }
    const { turns, tools, schema, stream } = wire.read(body, path);
    const reply = replyTo(turns, tools);
    if (schema && reply.calls.length === 0) reply.text = JSON.stringify(sampleOf(schema));
    if (reply.hold) await Promise.race([hold(reply.hold).promise, once(response, 'close')]);
    if (response.destroyed) return;
    if (reply.fail) return sendJson(response, reply.fail, wire.failure(reply.fail));
    if (!stream) return sendJson(response, 200, wire.whole(reply, body));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    for (const { event, data } of wire.events(reply, body))
      response.write(`${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    response.end();
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: String(error) });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letGo: (name) => hold(name).resolve(),
    unknown,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
