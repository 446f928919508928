// The hub's life as its verbs have it: one at a time, stopped cleanly, back with all it had.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pathsFor } from '../../src/host/folders.ts';
import { configure, ended, program, report, start, tell, vigie } from './vigie-program.ts';

const paths = pathsFor();
const hubs: ChildProcess[] = [];

beforeAll(() => configure());
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.kill('SIGKILL');
});
afterAll(() => vigie(['down']));

/** A hub in the foreground, once it has greeted. */
const upInFront = async (): Promise<{ hub: ChildProcess; greeting: string }> => {
  const hub = start(['up']);
  hubs.push(hub);
  let greeting = '';
  hub.stdout?.on('data', (chunk) => (greeting += chunk));
  while (!greeting.includes('gives a new address')) await once(hub.stdout ?? hub, 'data');
  return { hub, greeting };
};

describe('up', () => {
  it('runs in front until Ctrl-C, and leaves nothing behind', async () => {
    const { hub, greeting } = await upInFront();
    expect(greeting).toMatch(
      /^Vigie \d+\.\d+\.\d+ is up\. Ctrl-C stops it\.\n\n {2}http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w-]+\n/u,
    );
    expect(greeting).toContain(`${paths.bin}/vigie connect --all`);
    const page = await fetch(/http:[^#]+/u.exec(greeting)?.[0] ?? '');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<!doctype html>')]);
    hub.kill('SIGINT');
    expect(await once(hub, 'exit')).toEqual([0, null]);
    expect((await vigie(['down'])).err).toBe('No hub was running.\n');
  });

  it('prints the address of the one that runs, and leaves', async () => {
    await upInFront();
    for (const words of [['up'], ['up', '--detach']]) {
      const { status, out } = await vigie(words);
      expect(status).toBe(0);
      expect(out).toMatch(/^Vigie [\d.]+ is up already\.\n\n {2}http:\/\/127\.0\.0\.1:\d+\/#ticket=/u);
    }
    expect((await vigie(['down'])).err).toBe('The hub has stopped.\n');
  });

  it('is one, however many start at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => vigie(['ls', '--json'])));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 0));
    expect(readFileSync(paths.hubLog, 'utf8').match(/"msg":"up"/gu)?.length).toBe(3);
  });

  it('has all it had after kill -9', async () => {
    await tell('kept-1', 'SessionStart', ['UserPromptSubmit', { prompt: 'Keep this' }]);
    await vigie(['ls']);
    const [, pid] = /process (\d+)/u.exec((await vigie(['doctor'])).out) ?? [];
    process.kill(Number(pid), 'SIGKILL');
    await report('Stop', { session_id: 'kept-1', hook_event_name: 'Stop', last_assistant_message: 'Kept.' });
    const { out } = await vigie(['ls', '--json']);
    expect(JSON.parse(out).sessions).toEqual([
      expect.objectContaining({ id: 'claude:kept-1', done: true, prompt: 'Keep this', reply: 'Kept.' }),
    ]);
  });

  it('does not start on settings with a mistake, and says where it is', async () => {
    const home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'bad-'));
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config', 'config.toml'), '[page]\nprot = 1\n');
    for (const words of [['up'], ['ls']]) {
      const { status, err } = await vigie(words, { VIGIE_HOME: home });
      expect(status).toBe(1);
      expect(err).toMatch(/config\.toml.*2.*prot/su);
    }
    rmSync(home, { recursive: true });
  });
});

describe('url', () => {
  it('gives a new ticket each time', async () => {
    const [one, two] = [await vigie(['url']), await vigie(['url'])];
    expect(one.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w-]+\n$/u);
    expect(two.out).not.toBe(one.out);
    expect((await vigie(['url', '--revoke'])).status).toBe(0);
  });
});

describe('doctor', () => {
  it('is content, first with the hub', async () => {
    const { status, out } = await vigie(['doctor']);
    expect(out).toMatch(/^ok +Hub +up: version [\d.]+, process \d+, for /u);
    for (const about of ['Page', 'Node', 'Folders', 'Socket', 'Settings', 'Spool', 'Launchers', 'Agent files', 'Claude'])
      expect(out).toMatch(new RegExp(`^(?:ok|note) +${about} `, 'mu'));
    expect(status).toBe(0);
  });

  it('says what is broken, and what came in wrong', async () => {
    writeFileSync(join(paths.agents, 'ralph.json'), '{"naem":"Ralph"}');
    await report('NoSuchEvent', { session_id: 'odd-1' });
    const { status, out } = await vigie(['doctor', '--json']);
    const { ok, findings } = JSON.parse(out);
    expect([status, ok]).toEqual([1, false]);
    expect(findings).toContainEqual({
      about: 'Agent files',
      verdict: 'broken',
      says: expect.stringMatching(/ralph\.json is ignored: .*naem/u),
    });
    expect(findings).toContainEqual({ about: 'Fault', verdict: 'note', says: expect.stringMatching(/^1 × .*NoSuchEvent/u) });
    rmSync(join(paths.agents, 'ralph.json'));
  });
});

describe('config', () => {
  it('reads and changes one setting, and refuses a wrong one', async () => {
    expect((await vigie(['config', 'get', 'idle_after'])).out).toBe('5m\n');
    expect((await vigie(['config', 'set', 'idle_after', '10m'])).status).toBe(0);
    expect((await vigie(['config', 'get', 'idle_after'])).out).toBe('10m\n');
    expect(readFileSync(paths.configFile, 'utf8')).toContain('[page]\nport = 0\n');
    expect((await vigie(['config', 'list'])).out).toMatch(/^page\.port = 0\nidle_after = 10m\n/u);
    const { status, err } = await vigie(['config', 'set', 'page.port', 'many']);
    expect([status, err]).toEqual([1, expect.stringContaining('page.port')]);
    expect((await vigie(['config', 'get', 'pgae.port'])).status).toBe(1);
  });
});

describe('connect', () => {
  it('prints the hooks alone on standard output, and where they go beside it', async () => {
    const { status, out, err } = await vigie(['connect', 'claude', '--print']);
    expect(status).toBe(0);
    expect(err).toContain(join(process.env.HOME ?? '', '.claude/settings.json'));
    const { hooks } = JSON.parse(out);
    expect(Object.keys(hooks)).toEqual(expect.arrayContaining(['SessionStart', 'PermissionRequest', 'Stop', 'SessionEnd']));
    expect(hooks.Stop[0].hooks[0].command).toContain(`'${join(paths.bin, 'vigie-hook')}'`);
  });

  it('writes nothing unasked, and knows its agents', async () => {
    expect(await vigie(['connect', 'claude'])).toMatchObject({ status: 1, err: expect.stringContaining('Nothing was written') });
    expect(await vigie(['connect', 'cluade', '--print'])).toMatchObject({
      status: 1,
      err: expect.stringContaining('Did you mean claude?'),
    });
  });
});

describe('setup', () => {
  const home = process.env.HOME ?? '';

  it('shows what it would write, asks, and undoes it to the byte', async () => {
    const file = join(home, '.bashrc');
    writeFileSync(file, 'alias ll="ls -l" # \u00E9');
    const shell = { SHELL: '/bin/bash' };
    const asked = await vigie(['setup'], shell);
    expect(asked).toMatchObject({
      status: 1,
      out: expect.stringContaining(`To add to ${file}:`),
      err: expect.stringContaining('Nothing was written'),
    });
    expect((await vigie(['setup', '--yes'], shell)).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain(paths.bin);
    expect((await vigie(['setup', '--yes'], shell)).out).toContain('has the lines already');
    expect((await vigie(['setup', '--remove', '--yes'], shell)).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('alias ll="ls -l" # \u00E9');
  });
});

describe('replay', () => {
  const demo = join(import.meta.dirname, '../../docs/demo.jsonl');

  it('plays the demo through the spool, with every state in the end', async () => {
    const { status, err } = await vigie(['replay', demo, '--speed', '500']);
    expect([status, err]).toEqual([0, expect.stringContaining('Played.')]);
    const { sessions } = JSON.parse((await vigie(['ls', '--json'])).out);
    const harbour = sessions.filter(
      ({ cwd }: { cwd: string }) => cwd?.startsWith('/home/dev/') && cwd !== '/home/dev/harbor-api',
    );
    expect(
      harbour.map((session: { cwd: string; state: string; detail: string; done: boolean }) => [
        session.cwd.slice(10),
        session.state,
        session.detail,
        session.done,
      ]),
    ).toEqual([
      ['mooring-infra', 'blocked', 'permission', false],
      ['lantern-cli', 'blocked', 'question', false],
      ['gull-mobile', 'idle', null, true],
      ['tide-web', 'working', 'tool', false],
    ]);
  });

  it('keeps out of the journal of a person', async () => {
    const env = { VIGIE_HOME: '', XDG_STATE_HOME: join(process.env.HOME ?? '', 'state') };
    expect(await vigie(['replay', demo], env)).toMatchObject({ status: 1, err: expect.stringContaining('--into-journal') });
  });

  it.each([
    [['replay'], 2, 'FILE is missing'],
    [['replay', '/nowhere.jsonl'], 1, "can't be read"],
    [['replay', program], 1, 'line 1: no JSON'],
    [['replay', demo, '--speed', '0'], 2, 'no number above 0'],
  ])('refuses %j', async (words, status, complaint) => {
    expect(await vigie(words)).toMatchObject({ status, err: expect.stringContaining(complaint) });
  });
});

describe('the command line', () => {
  it.each([
    [['--version'], 0, /^vigie \d+\.\d+\.\d+\n$/u],
    [[], 0, /who needs you first/u],
    [['help', 'ls'], 0, /^vigie ls – /u],
    [['ls', '--help'], 0, /^vigie ls – /u],
  ])('answers %j', async (words, status, out) => {
    const ran = await vigie(words);
    expect([ran.status, ran.err]).toEqual([status, '']);
    expect(ran.out).toMatch(out);
  });

  it.each([
    [['lss'], 'vigie: vigie has no verb lss\n  Did you mean: vigie ls\n'],
    [['ls', '--jsno'], 'vigie: unknown option: --jsno\n  Did you mean --json?\n'],
    [['ls', 'x'], 'vigie: unexpected argument: x\n  See: vigie help ls\n'],
    [['config', 'gte'], 'vigie: vigie config has no verb gte\n  Did you mean: vigie config get\n'],
    [['config'], 'vigie: vigie config needs a verb: list, get, set\n  See: vigie help config\n'],
  ])('refuses %j', async (words, err) => {
    expect(await vigie(words)).toEqual({ status: 2, out: '', err });
  });

  it('ends a detached hub when its folder is asked to', async () => {
    expect(await ended(start(['down']))).toMatchObject({ status: 0, err: 'The hub has stopped.\n' });
  });
});
