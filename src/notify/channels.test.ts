import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleNote } from '../../test/notify/item.ts';
import { notificationConfig } from '../hub/notification-config.ts';
import { channelsOf } from './channels.ts';
import { commandChannel } from './command.ts';
import { desktopChannel, desktopInvocation } from './desktop.ts';
import { noteBody } from './note.ts';
import { ntfyChannel } from './ntfy.ts';
import { terminalChannel, terminalText } from './terminal.ts';
import { webhookChannel } from './webhook.ts';

const note = sampleNote();
const never = new AbortController().signal;
const folder = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'channels-'));
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const script = (text: string): string => {
  const file = join(folder, `script-${Math.random().toString(36).slice(2)}`);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o700);
  return file;
};

const plainFile = join(folder, 'plain');
writeFileSync(plainFile, '', { mode: 0o600 });

describe('which channels a config opens', () => {
  it('each once, in its order', () => {
    const config = notificationConfig.parse({
      channels: ['ntfy', 'desktop', 'terminal', 'webhook', 'ntfy', 'command'],
      ntfy: { url: 'https://ntfy.sh/topic' },
      webhook: { url: 'https://example.org/' },
      command: { run: ['true'] },
    });
    expect(channelsOf(config).map(({ name }) => name)).toEqual(['ntfy', 'desktop', 'terminal', 'webhook', 'command']);
    expect(channelsOf(notificationConfig.parse({ channels: [] }))).toEqual([]);
  });
});

describe('command', () => {
  it('gets facts in its environment and the whole as JSON, and no shell reads any of it', async () => {
    const out = join(folder, 'out');
    const run = script(`printf '%s|%s\\n' "$VIGIE_KIND" "$VIGIE_TITLE" > "$1"; cat >> "$1"`);
    expect(await commandChannel([run, out]).send(note, never)).toEqual({ ok: true });
    const [line, ...json] = readFileSync(out, 'utf8').split('\n');
    expect(line).toBe(`blocked|${note.title}`);
    expect(JSON.parse(json.join('\n'))).toEqual(noteBody(note));
    expect(note.title).toContain('`id`');
  });

  it('need not read, and can be given no more than a program takes', async () => {
    const { sessions } = note;
    const long = sampleNote({ sessions: sessions.map((session) => ({ ...session, message: 'x'.repeat(1_000_000) })) });
    expect(await commandChannel(['true']).send(long, never)).toEqual({ ok: true });
    const tooLong = sampleNote({ body: 'x'.repeat(3_000_000) });
    expect(await commandChannel(['true']).send(tooLong, never)).toEqual({ ok: false, why: 'true could not be started (E2BIG)' });
  });

  it.each([
    ['its status and last words', script('echo one >&2; echo "no network" >&2; exit 3'), 'status 3: no network'],
    ['the signal that ended it', script('kill -9 $$'), 'ended by SIGKILL'],
    ['that it is not there', '/nowhere/at-all', 'there is no program /nowhere/at-all'],
    ['that it may not be run', plainFile, `${plainFile} may not be run`],
  ])('says %s', async (_, run, why) => {
    expect(await commandChannel([run]).send(note, never)).toEqual({ ok: false, why });
  });

  it('is ended after its deadline with all it started, even when it will not go', async () => {
    const pids = join(folder, 'pids');
    const run = script(`trap '' TERM; sleep 60 & echo $$ $! > "${pids}"; wait; sleep 60`);
    expect(await commandChannel([run], 150).send(note, never)).toEqual({ ok: false, why: 'took longer than 0.15s' });
    const [self, started] = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    await pause(50);
    for (const pid of [self, started]) expect(isAlive(pid)).toBe(false);
  });

  it('is not held up by what a command leaves behind', async () => {
    const run = script('sleep 5 & exit 0');
    const began = Date.now();
    expect(await commandChannel([run]).send(note, never)).toEqual({ ok: true });
    expect(Date.now() - began).toBeLessThan(3_000);
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const sent = commandChannel(['sleep', '60']).send(note, stop.signal);
    stop.abort();
    expect(await sent).toEqual({ ok: false, why: 'stopped' });
    expect(await commandChannel(['sleep', '60']).send(note, stop.signal)).toEqual({ ok: false, why: 'stopped' });
  });
});

const isAlive = (pid: number | undefined): boolean => {
  // A zombie that nobody reaped yet is not alive.
  if (pid === undefined || !existsSync(`/proc/${pid}/stat`)) return false;
  return !/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
};

interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** A server on loopback that answers with these statuses in turn; 0 is no answer at all. */
const serve = async (...statuses: number[]): Promise<{ url: string; seen: Seen[] }> => {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      const status = statuses[seen.length - 1] ?? 200;
      if (status === 0) return;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {});
      response.end('x'.repeat(100_000));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
};

/** Back-off without the time. */
const noPause = () => {
  const pauses: number[] = [];
  return { pauses, wait: (ms: number) => Promise.resolve(void pauses.push(ms)) };
};

describe('webhook', () => {
  it('posts the note', async () => {
    const { url, seen } = await serve();
    const channel = webhookChannel({ url: `${url}/hook?key=1`, headers: { 'X-Key': 'k' } });
    expect(await channel.send(note, never)).toEqual({ ok: true });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      path: '/hook?key=1',
      headers: { 'x-key': 'k', 'content-type': 'application/json' },
      body: noteBody(note),
    });
  });

  it.each([
    ['tries again on a server’s fault', [500, 503, 200], { ok: true }, [1_000, 4_000]],
    ['tries again when it is too much', [429], { ok: true }, [1_000]],
    ['gives up after three tries', [500, 500, 500], { ok: false }, [1_000, 4_000]],
    ['does not try again where it is refused', [403], { ok: false }, []],
    ['does not follow', [302], { ok: false }, []],
  ])('%s', async (_, statuses, outcome, pauses) => {
    const { url, seen } = await serve(...statuses);
    const waits = noPause();
    const sent = await webhookChannel({ url: `${url}/secret`, headers: {} }, waits).send(note, never);
    expect(sent).toMatchObject(outcome);
    expect(waits.pauses).toEqual(pauses);
    expect(seen).toHaveLength(pauses.length + 1);
    expect(new Set(seen.map(({ body }) => (body as { id: string }).id))).toEqual(new Set([note.id]));
    expect(JSON.stringify(sent)).not.toContain('secret');
    expect(sent.ok || sent.why.startsWith(new URL(url).host)).toBe(true);
  });

  it('has a deadline per try', async () => {
    const { url, seen } = await serve(0, 0, 200);
    expect(await webhookChannel({ url, headers: {} }, { ...noPause(), deadline_ms: 60 }).send(note, never)).toEqual({ ok: true });
    expect(seen).toHaveLength(3);
  });

  it('says that nobody is there', async () => {
    const { url } = await serve();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    const sent = await webhookChannel({ url, headers: {} }, noPause()).send(note, never);
    expect(sent).toEqual({ ok: false, why: `${new URL(url).host}: no connection (ECONNREFUSED)` });
  });

  it('ends when it is told to, also between two tries', async () => {
    const { url, seen } = await serve(500);
    const stop = new AbortController();
    const sent = webhookChannel({ url, headers: {} }).send(note, stop.signal);
    while (seen.length === 0) await pause(5);
    stop.abort();
    expect((await sent).ok).toBe(false);
    expect(seen).toHaveLength(1);
  });
});

describe('ntfy', () => {
  it('posts to the root of the server, the topic beside the text', async () => {
    const { url, seen } = await serve();
    await ntfyChannel({ url: `${url}/below/my-topic`, token: 'tk_1' }).send(note, never);
    expect(seen[0]).toMatchObject({ path: '/below/', headers: { authorization: 'Bearer tk_1' } });
    expect(seen[0]?.body).toEqual({
      topic: 'my-topic',
      title: note.title,
      message: note.body,
      priority: 4,
      tags: ['large_orange_diamond'],
    });
  });

  it('needs no token, and a note without a body says its title', async () => {
    const { url, seen } = await serve();
    await ntfyChannel({ url: `${url}/t` }).send(sampleNote({ body: '', kind: 'done' }), never);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
    expect(seen[0]?.body).toMatchObject({ message: note.title, priority: 3, tags: ['white_check_mark'] });
  });
});

describe('terminal', () => {
  it.each([
    ['bell', { title: 'a', body: 'b' }, '\u0007'],
    ['osc9', { title: 'claude is done', body: '' }, '\u001B]9;claude is done\u0007'],
    ['osc9', { title: 'claude is done', body: 'Deployed\u001B[31m' }, '\u001B]9;claude is done: Deployed[31m\u0007'],
    ['osc9', { title: '4;1;50', body: '' }, '\u001B]9; 4;1;50\u0007'],
    ['osc777', { title: 'a;b', body: 'c;d\u0007' }, '\u001B]777;notify;a,b;c,d\u0007'],
  ] as const)('%s: %#', (signal, words, text) => {
    expect(terminalText(signal, words)).toBe(text);
  });

  it.each([
    ['/etc/passwd', 'the session names no terminal device'],
    ['/dev/pts/../null', 'the session names no terminal device'],
    ['/dev/pts/99999', '/dev/pts/99999 is gone'],
    ['pts/3', 'the session names no terminal device'],
  ])('leaves %s alone', async (tty, why) => {
    expect(await terminalChannel('bell').send(sampleNote({ terminals: [{ tty: tty, isPane: false }] }), never)).toEqual({
      ok: false,
      why,
    });
  });

  it('has nothing to do where no terminal is known', async () => {
    expect(await terminalChannel('bell').send(sampleNote({ terminals: [] }), never)).toEqual({ ok: true });
  });

  /** A tmux server of its own with two windows, the second one in view; gives the device of the first one's pane. */
  const openPane = (): { tmux: (...words: string[]) => string; tty: string } => {
    const socket = join(folder, 's');
    const tmux = (...words: string[]) =>
      execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' }).trim();
    tmux('new-session', '-d', 'sleep 60', ';', 'set', '-g', 'allow-passthrough', 'on', ';', 'new-window', 'sleep 60');
    cleanups.push(() => tmux('kill-server'));
    return { tmux, tty: tmux('display-message', '-p', '-t', ':0', '#{pane_tty}') };
  };

  it('rings in a real terminal', async () => {
    const { tmux, tty } = openPane();
    expect(tmux('display-message', '-p', '-t', ':0', '#{window_bell_flag}')).toBe('0');
    const note = sampleNote({ terminals: [{ tty, isPane: true }] });
    expect(await terminalChannel('bell').send(note, never)).toEqual({ ok: true });
    while (tmux('display-message', '-p', '-t', ':0', '#{window_bell_flag}') !== '1') await pause(10);
    const link = join(folder, 'link');
    symlinkSync(tty, link);
    expect((await terminalChannel('bell').send(sampleNote({ terminals: [{ tty: link, isPane: false }] }), never)).ok).toBe(false);
  });

  it('writes what the terminal is to read, and wraps it for tmux', async () => {
    const { tmux, tty } = openPane();
    const seen = join(folder, 'seen');
    tmux('pipe-pane', '-t', ':0', `cat > '${seen}'`);
    const titled = { title: 'claude is done', body: '' };
    for (const isPane of [false, true])
      await terminalChannel('osc9').send(sampleNote({ ...titled, terminals: [{ tty, isPane }] }), never);
    const plain = '\u001B]9;claude is done\u0007';
    const wrapped = '\u001BPtmux;\u001B\u001B]9;claude is done\u0007\u001B\\';
    while (!existsSync(seen) || readFileSync(seen, 'utf8') !== plain + wrapped) await pause(10);
    expect(tmux('display-message', '-p', '-t', ':0', '#{window_bell_flag}')).toBe('0');
  });
});

describe('desktop', () => {
  it.each<[NodeJS.Platform, NodeJS.ProcessEnv, boolean]>([
    ['linux', {}, true],
    ['linux', { XDG_RUNTIME_DIR: folder }, true],
    ['linux', { DISPLAY: ':0' }, false],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, false],
    ['linux', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x' }, false],
    ['freebsd', {}, true],
    ['darwin', {}, false],
    ['win32', {}, false],
  ])('on %s with %o is absent: %s', (platform, env, absent) => {
    expect(desktopChannel({ platform, env }).absent?.()).toBe(absent ? 'there is no desktop here' : undefined);
  });

  it('is there where a bus is', () => {
    const run = mkdtempSync(join(folder, 'run-'));
    writeFileSync(join(run, 'bus'), '');
    expect(desktopChannel({ platform: 'linux', env: { XDG_RUNTIME_DIR: run } }).absent?.()).toBeUndefined();
  });

  it('passes texts to notify-send as they are, but for the marks of its markup', () => {
    const { file, args, stdin } = desktopInvocation('linux', note);
    expect([file, args.slice(0, 4), stdin]).toEqual([
      'notify-send',
      ['--app-name=Vigie', '--urgency=critical', '--hint=boolean:suppress-sound:true', '--'],
      undefined,
    ]);
    expect(args.slice(4)).toEqual([note.title, '-- -e; rm -rf / &amp; &lt;i&gt;']);
    expect(desktopInvocation('linux', sampleNote({ kind: 'done', sound: true })).args.slice(1, 3)).toEqual([
      '--urgency=normal',
      '--hint=string:sound-name:message-new-instant',
    ]);
  });

  it('passes texts to osascript as arguments, never in its script', () => {
    const { file, args, stdin } = desktopInvocation('darwin', note);
    expect([file, args]).toEqual(['osascript', ['-', note.title, note.body]]);
    expect(stdin).toBe('on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run\n');
    expect(desktopInvocation('darwin', sampleNote({ sound: true })).stdin).toContain('sound name "Ping"');
  });

  it('passes texts to PowerShell on its standard input, never in its script', () => {
    const { file, args, stdin } = desktopInvocation('win32', note);
    expect([file, args.slice(0, 3)]).toEqual(['powershell.exe', ['-NoProfile', '-NonInteractive', '-EncodedCommand']]);
    const text = Buffer.from(args[3] ?? '', 'base64').toString('utf16le');
    expect(text).toContain('ToastNotificationManager');
    expect(text).not.toContain(note.title);
    expect(JSON.parse(stdin ?? '')).toEqual({ title: note.title, body: note.body, silent: 'true' });
    expect(args).toEqual(desktopInvocation('win32', sampleNote({ title: 'other' })).args);
  });
});
