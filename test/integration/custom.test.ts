// `hook custom` and `tell` through the real launcher: with a hub and curl, with a hub without curl, and without a hub.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../../src/api/client.ts';
import type { SessionView } from '../../src/domain/view.ts';
import { pathsFor } from '../../src/host/folders.ts';
import { writeLaunchers } from '../../src/host/launchers.ts';
import { makePrivateFolder } from '../../src/host/private-folder.ts';
import { parseHeader, trailer } from '../../src/intake/header.ts';
import { configure, program, vigie } from './vigie-program.ts';

const paths = pathsFor();
const launcher = join(paths.bin, 'vigie');
const folder = process.env.VIGIE_TEST_FOLDER ?? '';
const withoutCurl = join(folder, 'no-curl');
const { PATH = '', VIGIE_HOME: home } = process.env;

beforeAll(() => {
  mkdirSync(withoutCurl);
  configure('[agents.sleepy]\nidle_after = "1s"\n');
  makePrivateFolder(paths.spool);
  writeLaunchers(paths.bin, { spool: paths.spool, socket: paths.socket, node: process.execPath, program, home });
});

interface Ran {
  status: number | null;
  out: string;
  err: string;
  ms: number;
}

/** @param stdin `open`: written, and never closed */
const run = (
  words: readonly string[],
  stdin: string | Buffer | { open: string },
  env: NodeJS.ProcessEnv = {},
  cwd = folder,
): Promise<Ran> =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(launcher, words, { cwd, env: { ...process.env, ...env } });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => {});
    child.once('exit', (status) => {
      const ms = performance.now() - started;
      child.stdin.destroy();
      child.once('close', () => resolve({ status, out, err, ms }));
    });
    if (typeof stdin === 'object' && 'open' in stdin) child.stdin.write(stdin.open);
    else child.stdin.end(stdin);
  });

const sessions = async (): Promise<readonly SessionView[]> => (await openClient(paths).snapshot()).sessions;
const session = async (id: string): Promise<SessionView | undefined> => (await sessions()).find((one) => one.id === id);

const demo = { session: 'demo', event: 'needs-you', message: 'Ralph wants to deploy' };
const padded = (bytes: number): string => JSON.stringify({ session: 'big', event: 'done' }).padEnd(bytes);

interface Wrong {
  why: string;
  words?: string[];
  object: unknown;
  says: string;
}
const wrong: Wrong[] = [
  { why: 'no name', words: [''], object: demo, says: 'is no name of an agent' },
  { why: 'a name of 33', words: ['x'.repeat(33)], object: demo, says: 'is no name of an agent' },
  { why: 'an upper-case name', words: ['Ralph'], object: demo, says: 'is no name of an agent' },
  { why: 'a name of letters from elsewhere', words: ['rälph'], object: demo, says: 'is no name of an agent' },
  { why: 'a name that is a path', words: ['../x'], object: demo, says: 'is no name of an agent' },
  { why: 'a name that begins with a hyphen', words: ['-ralph'], object: demo, says: '-r' },
  { why: 'a built-in name', words: ['claude'], object: demo, says: 'taken by a built-in agent' },
  { why: 'an unknown event', object: { ...demo, event: 'neds-you' }, says: 'Did you mean "needs-you"?' },
  { why: 'an unknown event as argument', words: ['ralph', 'a b'], object: demo, says: '"a b" is not an event' },
  { why: 'no event', object: { session: 's' }, says: 'The event is missing' },
  { why: 'no session', object: { event: 'done' }, says: 'session is missing' },
  { why: 'a wrong type', object: { ...demo, cwd: 5 }, says: 'cwd must be a string, not a number' },
  { why: 'a list', object: [demo], says: 'is a list' },
  { why: 'two objects', object: `${JSON.stringify(demo)}${JSON.stringify(demo)}`, says: 'more than one object' },
  { why: 'nothing', object: '', says: 'is empty' },
  { why: '1 MiB and a byte', object: padded(1_048_577), says: 'The object is 1048577 bytes long' },
];
const textOf = (object: unknown): string => (typeof object === 'string' ? object : JSON.stringify(object));

const left = (): { agent: string; event: string; custom: boolean; cwd: string | undefined; payload: string }[] =>
  readdirSync(paths.spool).map((name) => {
    const bytes = readFileSync(join(paths.spool, name));
    const parsed = parseHeader(bytes);
    if ('reason' in parsed) throw new Error(parsed.reason);
    const { agent, event, custom, cwd } = parsed.header;
    return { agent, event, custom, cwd, payload: bytes.subarray(parsed.payloadStart, -trailer.length).toString() };
  });
const emptySpool = (): void => {
  for (const name of readdirSync(paths.spool)) rmSync(join(paths.spool, name));
};

describe('without a hub', () => {
  it('leaves the object in the spool, checked', async () => {
    const ran = await run(['hook', 'custom', 'ralph'], JSON.stringify(demo));
    expect(ran).toMatchObject({ status: 0, out: '', err: '' });
    expect(left()).toEqual([{ agent: 'ralph', event: '', custom: true, cwd: folder, payload: JSON.stringify(demo) }]);
    emptySpool();
  });

  it('takes 1 MiB', async () => {
    expect(await run(['hook', 'custom', 'ralph'], padded(1_048_576))).toMatchObject({ status: 0, err: '' });
    expect(left()).toHaveLength(1);
    emptySpool();
  });

  it.each(wrong)('says what is wrong with $why, and leaves nothing', async ({ words = ['ralph'], object, says }) => {
    const ran = await run(['hook', 'custom', ...words], textOf(object));
    expect(ran).toMatchObject({ status: 0, out: '' });
    expect(ran.err).toContain(says);
    expect(left()).toEqual([]);
  });

  it('does not wait for a stdin that stays open', async () => {
    const whole = await run(['hook', 'custom', 'ralph'], { open: JSON.stringify(demo) });
    expect(whole).toMatchObject({ status: 0, out: '', err: '' });
    expect(left().map(({ payload }) => payload)).toEqual([JSON.stringify(demo)]);
    emptySpool();
    const half = await run(['hook', 'custom', 'ralph'], { open: '{"session":"s","ev' });
    expect(half).toMatchObject({ status: 0, err: expect.stringContaining('is not one JSON object') });
    expect(left()).toEqual([]);
    for (const { ms } of [whole, half]) expect(ms).toBeGreaterThan(300);
  });

  it('says that nothing was sent where nothing can be left', async () => {
    rmSync(paths.spool, { recursive: true });
    writeFileSync(paths.spool, '');
    expect(await run(['hook', 'custom', 'ralph'], JSON.stringify(demo))).toMatchObject({
      status: 0,
      err: `Nothing was sent: no hub answers, and nothing can be left for it in ${paths.spool}.\n`,
    });
    rmSync(paths.spool);
    makePrivateFolder(paths.spool);
  });

  it.each([
    ['hook'],
    ['hook', 'other'],
    ['hook', 'custom'],
    ['hook', 'custom', 'a', 'b', 'c'],
    ['tell', 'ralph'],
    ['tell', 'ralph', 'done', '--nope'],
  ])('fails nobody by a command line that is wrong: %s %s %s', async (...words) => {
    expect(await run(words, '')).toMatchObject({ status: 0, out: '', err: expect.stringMatching(/^vigie: /u) });
  });

  it('works in a folder that is gone', async () => {
    const gone = join(folder, 'gone-folder');
    mkdirSync(gone);
    const line = `rmdir '${gone}'; exec '${launcher}' "$@"`;
    const child = spawn('/bin/sh', ['-c', line, 'sh', 'hook', 'custom', 'ralph'], {
      cwd: gone,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end(JSON.stringify(demo));
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    expect(left().map(({ payload }) => payload)).toEqual([JSON.stringify(demo)]);
    emptySpool();
  });

  it('fails nobody by a program that is gone', async () => {
    writeLaunchers(paths.bin, {
      spool: paths.spool,
      socket: paths.socket,
      node: process.execPath,
      program: join(folder, 'gone.js'),
      home,
    });
    for (const words of [
      ['hook', 'custom', 'ralph'],
      ['tell', 'ralph', 'done'],
    ])
      expect(await run(words, '')).toMatchObject({ status: 0, out: '', err: expect.stringContaining('it is no longer at') });
    expect((await run(['ls'], '')).status).toBe(1);
    writeLaunchers(paths.bin, { spool: paths.spool, socket: paths.socket, node: process.execPath, program, home });
  });
});

describe('with a hub', () => {
  beforeAll(async () => {
    await run(['hook', 'custom', 'early'], JSON.stringify({ session: 'bird', event: 'prompt', prompt: 'sing' }));
    await vigie(['up', '--detach']);
  });
  afterAll(async () => {
    await vigie(['down']);
  });

  it('has what was left before it came', async () => {
    expect(await session('early:bird')).toMatchObject({ state: 'working', prompt: 'sing', cwd: folder });
  });

  describe.each([
    ['and curl', PATH],
    ['without curl', withoutCurl],
  ])('%s', (title, path) => {
    const env = { PATH: path };
    const id = title.replaceAll(' ', '-');

    it('shows the three steps of the demo', async () => {
      const send = (object: Record<string, string>): Promise<Ran> =>
        run(['hook', 'custom', 'ralph'], JSON.stringify({ session: id, ...object }), env);
      expect(await send({ event: 'needs-you', message: 'Ralph wants to deploy', cwd: '/p' })).toMatchObject({
        status: 0,
        out: '',
        err: '',
      });
      expect(await session(`ralph:${id}`)).toMatchObject({
        name: 'Ralph',
        state: 'blocked',
        message: 'Ralph wants to deploy',
        cwd: '/p',
      });
      await send({ event: 'done', message: 'Deployed' });
      expect(await session(`ralph:${id}`)).toMatchObject({ state: 'idle', done: true, message: 'Deployed' });
      await send({ event: 'end' });
      expect(await session(`ralph:${id}`)).toBeUndefined();
    });

    it.each(wrong)('says what is wrong with $why, and sends nothing', async ({ words = ['ralph'], object, says }) => {
      const before = await sessions();
      const ran = await run(['hook', 'custom', ...words], textOf(object), env);
      expect(ran).toMatchObject({ status: 0, out: '' });
      expect(ran.err).toContain(says);
      expect((await sessions()).map((one) => one.id).toSorted()).toEqual(before.map((one) => one.id).toSorted());
    });

    it('takes 1 MiB, and the event as argument', async () => {
      expect(await run(['hook', 'custom', 'ralph', 'NeedsYou'], padded(1_048_576), env)).toMatchObject({
        status: 0,
        err: 'The event is "NeedsYou" on the command line but "done" in the object; the command line counts.\n',
      });
      expect(await session('ralph:big')).toMatchObject({ state: 'blocked' });
    });

    it('does not wait for a stdin that stays open, and counts what had come when it is whole', async () => {
      const object = { session: `open-${id}`, event: 'prompt' };
      const whole = await run(['hook', 'custom', 'ralph'], { open: JSON.stringify(object) }, env);
      expect(whole.status).toBe(0);
      await expect.poll(() => session(`ralph:open-${id}`), { timeout: 5_000 }).toMatchObject({ state: 'working' });
      const half = await run(['hook', 'custom', 'ralph'], { open: '{"session":"half","ev' }, env);
      expect(half).toMatchObject({ status: 0, err: expect.stringContaining('one JSON object') });
      expect(await session('ralph:half')).toBeUndefined();
    });

    it('tells without JSON, in the session of its terminal', async () => {
      const tmux = { ...env, TMUX: `/tmp/x,4242,0`, TMUX_PANE: '%7' };
      expect(await run(['tell', 'deploy', 'needs-you', 'Which "region"?'], '', tmux)).toMatchObject({
        status: 0,
        out: '',
        err: '',
      });
      expect(await session('deploy:tmux-4242-%7')).toMatchObject({ state: 'blocked', message: 'Which "region"?', cwd: folder });
      await run(['tell', 'deploy', 'end'], '', tmux);
      expect(await session('deploy:tmux-4242-%7')).toBeUndefined();
      expect((await run(['tell', 'deploy', 'finnished'], '', tmux)).err).toContain('"finnished" is not an event');
      expect((await run(['tell', 'claude', 'done'], '', tmux)).err).toContain('taken by a built-in agent');
    });
  });

  it('goes by an agent file as soon as it is there, and says when it is broken', async () => {
    const file = join(paths.agents, 'loop.json');
    writeFileSync(file, '{"fields":{"session":"$.id","event":"$.type"},"events":{"beat":"ignore","ask":"needs-you"}}');
    await expect
      .poll(async () => (await run(['hook', 'custom', 'loop'], '{"id":"1","type":"ask"}')).err, { timeout: 10_000 })
      .toBe('');
    expect(await session('loop:1')).toMatchObject({ state: 'blocked' });
    writeFileSync(file, '{"fields":{"session":"$.id"},"evnts":{}}');
    await expect
      .poll(async () => (await run(['hook', 'custom', 'loop'], '{"session":"1","event":"done"}')).err, { timeout: 10_000 })
      .toBe(`${file} is ignored:\n  Line 1, column 30, evnts: there is no key "evnts" here. Did you mean "events"?\n`);
    expect(await session('loop:1')).toMatchObject({ state: 'idle', done: true });
  });

  it('lets a session that says nothing go to rest, after what the config says for its agent', async () => {
    await run(['hook', 'custom', 'sleepy'], '{"session":"1","event":"prompt"}');
    await run(['hook', 'custom', 'ralph'], '{"session":"awake","event":"prompt"}');
    await run(['hook', 'custom', 'sleepy'], '{"session":"2","event":"needs-you"}');
    await expect.poll(() => session('sleepy:1'), { timeout: 15_000 }).toMatchObject({ state: 'idle', attention: false });
    expect(await session('ralph:awake')).toMatchObject({ state: 'working' });
    expect(await session('sleepy:2')).toMatchObject({ state: 'blocked' });
  });
});
