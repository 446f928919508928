import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { exchange, textOf } from './exchange.ts';

const socket = join(process.env.VIGIE_TEST_FOLDER ?? '', 'exchange.sock');
let server: Server;
afterEach(() => server.close());

/** A hub that answers with these pieces, each in a packet of its own, and hears what was asked. */
const answering = (...pieces: string[]): Promise<{ asked: () => string }> =>
  new Promise((resolve) => {
    let asked = '';
    server = createServer((connection) => {
      connection.on('error', () => {});
      connection.on('data', (data) => {
        asked += String(data);
        const next = (): void => {
          const piece = pieces.shift();
          if (piece === undefined) connection.end();
          else connection.write(piece, () => setImmediate(next));
        };
        if (asked.includes('\r\n\r\n')) next();
      });
    }).listen(socket, () => resolve({ asked: () => asked }));
  });

const ask = async (body?: string, signal = new AbortController().signal) => {
  const answer = await exchange(socket, { path: '/api/x', signal, ...(body !== undefined && { method: 'POST', body }) });
  return { status: answer.status, text: await textOf(answer) };
};

it('reads an answer that comes in pieces', async () => {
  const { asked } = await answering('HTTP/1.1 20', '0 OK\r\nContent-Length: 4\r\n', '\r\n', 'é', 'ab');
  expect(await ask()).toEqual({ status: 200, text: 'éab' });
  expect(asked()).toBe('GET /api/x HTTP/1.0\r\nHost: localhost\r\n\r\n');
});

it('reads a whole one, and one without a length', async () => {
  await answering('HTTP/1.1 404 Not Found\r\n\r\n{"error":{}}');
  expect(await ask()).toEqual({ status: 404, text: '{"error":{}}' });
});

it('sends a body with its length in bytes', async () => {
  const { asked } = await answering('HTTP/1.1 204 No Content\r\n\r\n');
  expect(await ask('{"é":1}')).toEqual({ status: 204, text: '' });
  expect(asked()).toBe(
    'POST /api/x HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"é":1}',
  );
});

it.each([
  ['an end before the head', ['HTTP/1.1 200 OK\r\n'], 'it ended the connection'],
  ['an end before the length is reached', ['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'], 'its answer was cut off'],
  ['a head without end', ['x'.repeat(70_000)], 'it ended the connection'],
])('does not believe %s', async (_what, pieces, reason) => {
  await answering(...pieces);
  await expect(ask()).rejects.toThrow(reason);
});

it('says when nobody is there, and lets go when told to', async () => {
  await answering('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc');
  await expect(exchange(`${socket}-none`, { path: '/', signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'ENOENT',
  });
  await expect(ask(undefined, AbortSignal.abort())).rejects.toThrow('aborted');
});
