// Shims through real shells: what was written for Gnista, tma and Coucou runs as it is.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../../src/api/client.ts';
import { pathsFor } from '../../src/host/folders.ts';
import { parseHeader, trailer } from '../../src/intake/header.ts';
import { configure, vigie } from './vigie-program.ts';

const paths = pathsFor();
const { HOME: home = '', VIGIE_TEST_FOLDER: folder = '' } = process.env;
const coucou = join(home, '.local', 'share', 'coucou', 'bin', 'coucou-hook');
const page = readFileSync(join(import.meta.dirname, '../fixtures/gnista/page.txt'), 'utf8');

interface Ran {
  status: number | null;
  out: string;
  err: string;
}
/** With `stdin` undefined it stays open. */
const run = (
  file: string,
  words: readonly string[],
  stdin: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, words, { cwd: folder, env });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', reject);
    child.once('error', reject);
    child.once('exit', (status) => {
      child.stdin.destroy();
      child.once('close', () => resolve({ status, out, err }));
    });
    if (stdin !== undefined) child.stdin.end(stdin);
  });

const left = (): { agent: string; event: string; payload: string }[] =>
  readdirSync(paths.spool).map((name) => {
    const bytes = readFileSync(join(paths.spool, name));
    const parsed = parseHeader(bytes);
    if ('reason' in parsed) throw new Error(parsed.reason);
    rmSync(join(paths.spool, name));
    return {
      agent: parsed.header.agent,
      event: parsed.header.event,
      payload: bytes.subarray(parsed.payloadStart, -trailer.length).toString(),
    };
  });

const gnistaAgents = join(home, 'Library', 'Application Support', 'Gnista', 'Agents');

let installed: Ran;
beforeAll(async () => {
  configure();
  mkdirSync(gnistaAgents, { recursive: true });
  installed = await vigie(['shims', 'install']);
  mkdirSync(paths.spool, { recursive: true, mode: 0o700 });
});

const quiet: Ran = { status: 0, out: '', err: '' };
const payload = '{"session_id":"s-1"}';
const large = 'x'.repeat(1_000_000);

it('is in its usual place when no place is said', () => {
  expect(installed).toEqual({
    status: 0,
    out: [join(paths.bin, 'gnista'), join(paths.bin, 'tma'), join(paths.bin, 'tma-hook'), coucou, ''].join('\n'),
    err: '',
  });
});

describe('tma', () => {
  const hook = join(paths.bin, 'tma-hook');
  const tma = join(paths.bin, 'tma');

  it('takes hooks as tma-hook does', async () => {
    expect(await run(hook, ['claude', 'Stop'], payload)).toEqual(quiet);
    expect(left()).toEqual([{ agent: 'claude', event: 'Stop', payload }]);
    expect(await run(hook, ['codex', 'notify', '{"type":"x"}'], undefined)).toEqual(quiet);
    expect(left()).toEqual([{ agent: 'codex', event: 'notify', payload: '{"type":"x"}' }]);
  });

  it('takes events as tma event does, from stdin, from a file, or without a payload', async () => {
    writeFileSync(join(folder, 'payload.json'), payload);
    const event = ['--socket-name', 'x', 'event', '--agent', 'claude', '--kind=Stop', '--pane', '%1'];
    expect(await run(tma, [...event, '--payload', '-'], payload)).toEqual(quiet);
    expect(await run(tma, [...event, '--payload', join(folder, 'payload.json')], undefined)).toEqual(quiet);
    expect(await run(tma, event, undefined)).toEqual(quiet);
    const taken = left();
    expect(taken.map(({ payload: sent }) => sent).toSorted((one, other) => one.length - other.length)).toEqual([
      '',
      payload,
      payload,
    ]);
    expect(new Set(taken.map(({ agent, event }) => `${agent} ${event}`))).toEqual(new Set(['claude Stop']));
    expect(await run(tma, ['event', '--agent', 'claude'], undefined)).toEqual(quiet);
    expect(await run(tma, ['clear-attention', '%1'], undefined)).toEqual(quiet);
    expect(left()).toEqual([]);
  });

  it.each([
    ['ls', '--json'],
    ['wait', '--until', 'idle'],
    ['--socket-name', 'x', 'ls'],
  ])('says of %s that it does not do it', async (...words) => {
    const ran = await run(tma, words, undefined);
    expect(ran).toMatchObject({ status: 1, out: '' });
    expect(ran.err).toMatch(/^tma: Vigie does not stand in for `tma (?:ls|wait)` yet; .*\n$/u);
  });
});

describe('coucou-hook', () => {
  it.each([
    [['Stop'], 'claude', 'Stop', ''],
    [['--agent', 'codex', 'PermissionRequest'], 'codex', 'PermissionRequest', ''],
    [['--agent', 'copilot', 'permissionRequest'], 'copilot', 'permissionRequest', '{"permissionDecision":"ask"}\n'],
    [['--agent', 'copilot', 'agentStop'], 'copilot', 'agentStop', '{}\n'],
    [['--agent', 'gemini', 'Stop'], 'gemini', 'Stop', '{}\n'],
    [['--agent', 'antigravity', 'PreToolUse'], 'antigravity', 'PreToolUse', '{"decision":"ask"}\n'],
    [['--agent', 'antigravity', 'Stop'], 'antigravity', 'Stop', '{}\n'],
    [['--agent', 'muse', 'PermissionRequest'], 'muse', 'PermissionRequest', ''],
    [['--agent', 'muse', 'Stop'], 'muse', 'Stop', '{}\n'],
    [['--agent', 'cursor', 'stop'], 'cursor', 'stop', ''],
    [[], 'claude', '', ''],
  ])('hands on %s, and answers so that the agent asks by itself', async (words, agent, event, out) => {
    expect(await run(coucou, words, payload)).toEqual({ ...quiet, out });
    expect(left()).toEqual([{ agent, event, payload }]);
  });

  it.each(['--ask', '--statusline'])('says of %s that it does not do it, and fails nobody', async (word) => {
    expect(await run(coucou, [word], large)).toEqual({
      ...quiet,
      err: `coucou-hook: Vigie does not stand in for ${word} yet.\n`,
    });
    expect(left()).toEqual([]);
  });
});

describe('gnista', () => {
  const gnista = join(paths.bin, 'gnista');
  afterAll(() => vigie(['down']));

  it('takes hooks of built-in agents', async () => {
    expect(await run(gnista, ['hook', 'claude', 'Stop'], payload)).toEqual(quiet);
    expect(left()).toEqual([{ agent: 'claude', event: 'Stop', payload }]);
  });

  it('fails no hook, and nothing else goes unsaid', async () => {
    expect(await run(gnista, ['hook'], large)).toEqual({
      ...quiet,
      err: 'gnista: hook needs the name of an agent; nothing was sent.\n',
    });
    expect(await run(gnista, ['settings'], undefined)).toMatchObject({
      status: 1,
      err: expect.stringContaining('gnista settings'),
    });
  });

  it('runs the demo of the page as it stands, but for the line that says where the program is', async () => {
    expect((await vigie(['up', '--detach'])).status).toBe(0);
    const demo = page.split('\n').filter((line) => /^(?:G=|echo )/u.test(line));
    expect(demo).toHaveLength(4);
    const [, wants = '', done = '', end = ''] = demo;
    const client = openClient(paths);
    const line = (text: string): Promise<Ran> => run('/bin/sh', ['-c', `G='${gnista}'\n${text}`], undefined);
    const ralph = async () => (await client.snapshot()).sessions.find(({ id }) => id === 'ralph:demo');

    expect(await line(wants)).toEqual(quiet);
    expect(await ralph()).toMatchObject({ name: 'Ralph', state: 'blocked', message: 'Ralph wants to deploy', cwd: folder });
    expect(await line(done)).toEqual(quiet);
    expect(await ralph()).toMatchObject({ state: 'idle', done: true, message: 'Deployed' });
    expect(await line(end)).toEqual(quiet);
    expect(await ralph()).toBeUndefined();
  });

  it('loads the first file of the page as it stands', async () => {
    const example = /^\{\n {2}"name": "Ralph",\n[^]*?^\}$/mu.exec(page)?.[0] ?? '';
    const file = join(gnistaAgents, 'ralph.json');
    writeFileSync(file, example);
    const sent = JSON.stringify({ conversation_id: '1', hook_event_name: 'stop', workspace_roots: ['/p'] });
    expect(await vigie(['agents', 'lint', file])).toEqual({ ...quiet, out: `${file}: fine\n` });
    await expect
      .poll(async () => (await run(gnista, ['hook', 'custom', 'ralph'], sent)).err, { timeout: 40_000, interval: 500 })
      .toBe('');
    expect((await openClient(paths).snapshot()).sessions).toMatchObject([{ id: 'ralph:1', done: true, cwd: '/p' }]);
    expect((await vigie(['agents'])).out).toMatch(/^ralph +Ralph +Gnista +(?:<1 minute|\d+ \w+|now)? .*ralph\.json$/mu);
  });
});

describe('where something stands already', () => {
  let real: string;
  afterEach(() => rmSync(real, { recursive: true, force: true }));

  it('is refused, or kept beside and put back', async () => {
    real = mkdtempSync(join(folder, 'real-'));
    const file = join(real, 'coucou-hook');
    writeFileSync(file, '#!/bin/sh\necho the real one\n', { mode: 0o755 });
    expect(await vigie(['shims', 'install', 'coucou', real])).toEqual({
      status: 1,
      out: '',
      err: `${file} is not Vigie's, so it stays. To move it aside: --replace\n`,
    });
    expect(await vigie(['shims', 'remove', 'coucou', real])).toMatchObject({
      status: 1,
      err: `${file} is not Vigie's, so it stays.\n`,
    });
    expect((await run(file, [], undefined)).out).toBe('the real one\n');

    for (const _ of [1, 2]) expect((await vigie(['shims', 'install', 'coucou', real, '--replace'])).out).toContain(file);
    expect(await run(file, ['Stop'], payload)).toEqual(quiet);
    expect(statSync(`${file}.before-vigie`).mode & 0o777).toBe(0o755);

    // Coucou puts its own back at its next start.
    writeFileSync(file, '#!/bin/sh\necho newer\n', { mode: 0o755 });
    expect((await vigie(['shims', 'install', 'coucou', real, '--replace'])).err).toContain(
      `${file}.before-vigie is there already`,
    );
    rmSync(file);
    await vigie(['shims', 'install', 'coucou', real]);
    expect(await vigie(['shims', 'remove', 'coucou', real])).toEqual({ ...quiet, out: `${file}: put back as it was\n` });
    expect((await run(file, [], undefined)).out).toBe('the real one\n');
  });

  it('is taken away where nothing was before', async () => {
    real = mkdtempSync(join(folder, "it's $HOME "));
    await vigie(['shims', 'install', 'tma', real]);
    expect(readdirSync(real)).toEqual(['tma', 'tma-hook']);
    expect((await vigie(['shims', 'remove', 'tma', real])).status).toBe(0);
    expect((await vigie(['shims', 'remove', 'tma', real])).out).toContain('is not there');
    expect(readdirSync(real)).toEqual([]);
    expect(existsSync(join(paths.bin, 'tma'))).toBe(true);
  });

  it('has no shim for anything else', async () => {
    expect(await vigie(['shims', 'install', 'gnsta'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('there is no shim for gnsta'),
    });
  });
});

describe('without Vigie', () => {
  it('fails no hook, and drains it', async () => {
    const gone = mkdtempSync(join(folder, 'gone-'));
    const { bin } = paths;
    for (const name of ['gnista', 'tma', 'tma-hook']) {
      const text = readFileSync(join(bin, name), 'utf8').replace(/^bin=.*$/mu, "bin='/nowhere'");
      writeFileSync(join(gone, name), text, { mode: 0o700 });
    }
    expect(await run(join(gone, 'tma-hook'), ['claude', 'Stop'], large)).toEqual(quiet);
    expect(await run(join(gone, 'tma'), ['event', '--agent', 'claude', '--kind', 'Stop', '--payload', '-'], large)).toEqual(
      quiet,
    );
    expect(await run(join(gone, 'gnista'), ['hook', 'claude', 'Stop'], large)).toEqual(quiet);
    expect(await run(join(gone, 'gnista'), ['hook', 'custom', 'ralph'], large)).toEqual({
      ...quiet,
      err: 'gnista: Vigie is no longer at /nowhere; nothing was sent.\n',
    });
  });
});
