import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { proc, targetOf } from '../../test/places/fake-world.ts';
import { appById } from './app.ts';
import { kittyAddress } from './kitty-remote.ts';
import { kitty } from './kitty.ts';

const socket = join(process.env.VIGIE_TEST_FOLDER ?? '', 'kitty');
const mark = '\u001bP@kitty-cmd';
const listing = JSON.stringify([
  {
    tabs: [
      {
        windows: [
          { id: 1, pid: 99 },
          { id: 2, pid: 20 },
          { id: '3', pid: 30 },
        ],
      },
    ],
  },
]);
const target = targetOf({
  app: appById('kitty') ?? null,
  ancestors: [proc(30, 20, 'claude'), proc(20, 10, 'zsh'), proc(10, 1, 'kitty')],
  env: { KITTY_LISTEN_ON: `unix:${socket}`, KITTY_WINDOW_ID: '1' },
});

let server: Server | undefined;
/** Something that listens where kitty would, and keeps what it is asked. */
const listen = async (answer: (cmd: string) => string): Promise<unknown[]> => {
  const asked: unknown[] = [];
  server = createServer((peer) =>
    peer.on('data', (bytes) => {
      const command = JSON.parse(bytes.toString().slice(mark.length, -2)) as { cmd: string; payload: unknown };
      asked.push([command.cmd, command.payload]);
      const text = answer(command.cmd);
      // In two pieces, as a large answer comes.
      peer.write(text.slice(0, 5));
      setImmediate(() => peer.end(text.slice(5)));
    }),
  ).listen(socket);
  await once(server, 'listening');
  return asked;
};
const data = (value: unknown) => `${mark}${JSON.stringify({ ok: true, data: value })}\u001b\\`;
afterEach(() => server?.close());

describe('kitty', () => {
  it('focuses the window whose process started the agent, not the one the environment names', async () => {
    const asked = await listen((cmd) => data(cmd === 'ls' ? listing : undefined));
    expect(kitty().can(target)).toBe('exact');
    expect(await kitty().focus(target)).toEqual({ ok: true, level: 'exact', certain: true, what: 'focused kitty window 2' });
    expect(asked).toEqual([
      ['ls', {}],
      ['focus-window', { match: 'id:2' }],
    ]);
  });

  it('believes the environment where no process is known', async () => {
    await listen((cmd) => data(cmd === 'ls' ? listing : undefined));
    expect(await kitty().focus({ ...target, ancestors: [] })).toMatchObject({
      ok: true,
      certain: false,
      what: 'focused kitty window 1',
    });
  });

  it.each([
    ['no JSON', data('no JSON'), 'no kitty window holds its process'],
    ['no windows', data('[]'), 'no kitty window holds its process'],
    ['another shape', data('{"tabs":7}'), 'no kitty window holds its process'],
    ['a refusal', `${mark}{"ok":false,"error":"Remote control is disabled"}\u001b\\`, 'kitty: Remote control is disabled'],
    ['rubbish', `${mark}{{{\u001b\\`, 'kitty gave an answer that can not be read'],
    ['half an answer', `${mark}{"ok":tr`, 'kitty gave no answer'],
  ])('gives up on %s', async (_, answer, why) => {
    await listen(() => answer);
    expect(await kitty().focus(target)).toEqual({ ok: false, why });
  });

  it('says what is missing', async () => {
    expect(await kitty().focus(target)).toEqual({ ok: false, why: 'kitty does not listen where KITTY_LISTEN_ON says' });
    expect(kitty().can({ ...target, env: {} })).toMatchObject({ why: expect.stringContaining('allow_remote_control') });
    expect(kitty().can({ ...target, env: { KITTY_LISTEN_ON: 'tcp:far.example:80' } })).toMatchObject({
      why: expect.stringContaining('no socket'),
    });
    expect(kitty().can({ ...target, app: appById('ghostty') ?? null })).toBeUndefined();
  });
});

it.each([
  ['unix:/tmp/k 1', { path: '/tmp/k 1' }],
  ['unix:@kitty-12', { path: '\0kitty-12' }],
  ['tcp:localhost:1234', { host: 'localhost', port: 1234 }],
  ['tcp:127.0.0.1.evil.example:80', undefined],
  ['fd:5', undefined],
  [undefined, undefined],
])('takes %o for an address', (listenOn, address) => {
  expect(kittyAddress(listenOn)).toEqual(address);
});
