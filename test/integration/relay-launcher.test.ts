// The `vigie` launcher: which Node it runs, and how `hook custom` asks a hub without starting one.

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launcherText, writeLaunchers } from '../../src/host/launchers.ts';
import { packageRoot } from '../../src/host/package-root.ts';
import { headerOf } from '../../src/intake/header.ts';

let folder: string;
let launcher: string;
let socket: string;
beforeEach(() => {
  folder = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', "o'neil "));
  socket = join(folder, 's');
  launcher = join(folder, 'bin', 'vigie');
  const program = join(folder, 'vigie.js');
  writeFileSync(
    program,
    `let sent = ''; for await (const part of process.stdin) sent += part;
     console.log(JSON.stringify({ args: process.argv.slice(2), sent }));`,
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeLaunchers(join(folder, 'bin'), { spool: join(folder, 'spool'), socket, node: process.execPath, program });
});
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  status: number | null;
  out: string;
  err: string;
  ms: number;
}
const run = (args: string[], stdin: string | undefined, env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(launcher, args, { cwd: folder, env: { ...process.env, ...env } });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => {});
    child.on('close', (status) => resolve({ status, out, err, ms: performance.now() - started }));
    if (stdin !== undefined) child.stdin.end(stdin);
  });

/** Listens where the launcher looks for the hub, until the test is over. */
const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.listen(socket, resolve);
    const connections = new Set<Socket>();
    server.on('connection', (connection: Socket) => connections.add(connection));
    closers.push(
      () =>
        new Promise((closed) => {
          server.close(() => closed());
          for (const connection of connections) connection.destroy();
        }),
    );
  });

interface Asked {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
/** A hub that answers everything alike. */
const hub = async (status: number, text: string): Promise<Asked[]> => {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      asked.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(status).end(text);
    });
  });
  await listen(server);
  return asked;
};
const byNode = (args: string[], sent: string): string => `${JSON.stringify({ args, sent })}\n`;

describe('hook custom', () => {
  it('asks the hub, with all that a spool file would tell', async () => {
    const asked = await hub(200, '');
    const env = { TMUX: '/tmp/t,1,0', CODEX_HOME: 'a\'b "c" $(touch x) ü', STY: 'two\nlines', KITTY_WINDOW_ID: '' };
    const ran = await run(['hook', 'custom', 'ralph', 'needs-you'], '{"session":"ü"}\n', env);
    expect(ran).toMatchObject({ status: 0, out: '', err: '' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ url: '/api/hook/custom/ralph?event=needs-you', body: '{"session":"ü"}\n' });
    const utf8 = (value: string | string[] | undefined): string | undefined =>
      typeof value === 'string' ? Buffer.from(value, 'latin1').toString() : undefined;
    const header = headerOf((key) => (key === 'agent' ? 'ralph' : utf8(asked[0]?.headers[`vigie-${key.toLowerCase()}`])));
    expect(header).toMatchObject({ cwd: folder, ppid: process.pid, parent: { pid: process.pid } });
    // A value of two lines can't travel in a header.
    expect(header?.env).toStrictEqual({ TMUX: env.TMUX, CODEX_HOME: env.CODEX_HOME });
  });

  it('passes on what the hub finds wrong', async () => {
    await hub(200, 'vigie: no session\nsecond line');
    expect(await run(['hook', 'custom', 'ralph'], '{}')).toMatchObject({
      status: 0,
      out: '',
      err: 'vigie: no session\nsecond line\n',
    });
  });

  it.each([
    ['no hub', undefined],
    ['a hub that is not well', 503],
    ['a hub that knows no such path', 404],
  ])('goes to Node where there is %s', async (_title, status) => {
    if (status) await hub(status, 'x');
    // What a refusing hub has read is gone; where none was reached, Node finds all of it.
    expect(await run(['hook', 'custom', 'ralph', 'done'], '{"a":1}')).toMatchObject({
      status: 0,
      out: byNode(['hook', 'custom', 'ralph', 'done'], status ? '' : '{"a":1}'),
    });
  });

  it('brings the whole payload to Node where a hub hangs', async () => {
    const sockets = createSocketServer((connection) => connection.resume().on('error', () => {}));
    await listen(sockets);
    const large = `{"a":"${'x'.repeat(200_000)}"}`;
    const ran = await run(['hook', 'custom', 'ralph'], large);
    expect(ran).toMatchObject({ status: 0, out: byNode(['hook', 'custom', 'ralph'], large) });
    expect(ran.ms).toBeGreaterThan(450);
  });

  it('ends after half a second though stdin stays open, with what had come by then at the hub', async () => {
    const heard: Buffer[] = [];
    await listen(createServer((request) => request.on('data', (part: Buffer) => heard.push(part)).on('error', () => {})));
    const child = spawn(launcher, ['hook', 'custom', 'ralph'], { stdio: ['pipe', 'ignore', 'pipe'] });
    child.stdin.on('error', () => {}).write('{"session":"x"}');
    const said: Buffer[] = [];
    child.stderr.on('data', (part: Buffer) => said.push(part));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(Buffer.concat(said).toString()).toMatch(/^Standard input stayed open for half a second/u);
    expect(Buffer.concat(heard).toString()).toBe('{"session":"x"}');
  });

  it.each([
    { args: ['hook', 'custom', 'bad name'] },
    { args: ['hook', 'custom', 'ralph', 'needs you'] },
    { args: ['hook', 'custom', 'a?b=c'] },
    { args: ['hook', 'custom'] },
    { args: ['hook', 'custom', 'a', 'b', 'c'] },
    { args: ['hook', 'other', 'ralph'] },
    { args: ['ls', '--json'] },
    { args: [] },
  ])('leaves $args to Node', async ({ args }) => {
    const asked = await hub(200, 'should not be asked');
    expect(await run(args, 'in')).toMatchObject({ status: 0, out: byNode(args, 'in') });
    expect(asked).toStrictEqual([]);
  });

  it('needs no curl', async () => {
    const asked = await hub(200, '');
    const PATH = join(folder, 'empty');
    mkdirSync(PATH);
    expect(await run(['hook', 'custom', 'ralph'], '{}', { PATH })).toMatchObject({
      out: byNode(['hook', 'custom', 'ralph'], '{}'),
    });
    expect(asked).toStrictEqual([]);
  });
});

describe('the Node it runs', () => {
  const withNode = (node: string): void => {
    const template = readFileSync(join(packageRoot(), 'relay', 'vigie'), 'utf8');
    writeFileSync(launcher, launcherText(template, { spool: '/s', socket, node, program: join(folder, 'vigie.js') }));
    chmodSync(launcher, 0o700);
  };

  it('is that of the PATH when the hub’s own is gone', async () => {
    withNode('/nowhere/node');
    mkdirSync(join(folder, 'path'));
    symlinkSync(process.execPath, join(folder, 'path', 'node'));
    expect(await run(['ls'], '', { PATH: join(folder, 'path') })).toMatchObject({ status: 0, out: byNode(['ls'], '') });
  });

  it('is said to be missing when there is none, which no hook may fail by', async () => {
    withNode('/nowhere/node');
    const err =
      'vigie: there is no Node at the place where the hub ran it, and none on the PATH.\nInstall Node 22.16 or later; the next start of Vigie will remember it.\n';
    expect(await run(['ls'], '', { PATH: '/nowhere' })).toMatchObject({ status: 1, out: '', err });
    expect(await run(['hook', 'custom', 'ralph'], '', { PATH: '/nowhere' })).toMatchObject({ status: 0, out: '', err });
  });
});
