import { mkdtempSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { askHub } from './custom-call.ts';

const socket = join(mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'c-')), 's');
let server: Server | undefined;
const open: Socket[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** A hub that says these things, one after each piece that it hears, and keeps all it heard. */
const hub = async (...answers: string[]): Promise<{ heard: () => string }> => {
  let heard = '';
  server = createServer((connection) => {
    open.push(connection);
    connection.on('data', (piece) => {
      heard += piece.toString();
      const answer = answers.shift();
      if (answer !== undefined) connection.write(answer);
      if (answer?.endsWith('end')) connection.end();
    });
  });
  await new Promise<void>((resolve) => {
    server?.listen(socket, resolve);
  });
  return { heard: () => heard };
};

const ask = () =>
  askHub(socket, { name: 'ralph', event: 'needs you', facts: { cwd: '/ü', STY: 'two\nlines' }, body: Buffer.from('{"a":1}') });
const go = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('asking a hub', () => {
  it('gives the body only when it is asked for, and says what the hub says', async () => {
    const { heard } = await hub(go, 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nno session at the end');
    expect(await ask()).toBe('no session at the end');
    expect(heard()).toContain('POST /api/hook/custom/ralph?event=needs%20you HTTP/1.1\r\n');
    expect(heard()).toContain('\r\nvigie-cwd: /ü\r\n');
    expect(heard()).not.toContain('STY');
    expect(heard().endsWith('\r\n\r\n{"a":1}')).toBe(true);
  });

  it.each([
    ['refuses at once', 'HTTP/1.1 404 Not Found\r\n\r\nend'],
    ['goes away', 'end'],
  ])('knows that a hub did not take it which %s', async (_, answer) => {
    const { heard } = await hub(answer);
    expect(await ask()).toBeUndefined();
    expect(heard()).not.toContain('{"a":1}');
  });

  it('does not wait for a hub that hangs, and knows whether it has the body', async () => {
    const started = performance.now();
    const hanging = await hub();
    expect(await ask()).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1_500);
    expect(hanging.heard()).not.toContain('{"a":1}');
  });

  it('leaves the body with a hub that asked for it and is slow', async () => {
    await hub(go);
    expect(await ask()).toBe('');
  });

  it('finds nobody', async () => {
    expect(await ask()).toBeUndefined();
  });
});
