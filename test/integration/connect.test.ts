// `vigie connect` and `disconnect`, as built, in a home full of configs that agents and people have written.

import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ended, start, vigie } from './vigie-program.ts';

const fixtures = join(import.meta.dirname, '../fixtures/connect');
const folder = process.env.VIGIE_TEST_FOLDER ?? '';

const configs: Record<string, string> = {
  'claude-settings.json': '.claude/settings.json',
  'codex-config.toml': '.codex/config.toml',
  'codex-hooks.json': '.codex/hooks.json',
  'copilot-capture.json': '.copilot/hooks/capture.json',
  'droid-settings.json': '.factory/settings.json',
  'gemini-settings.json': '.gemini/settings.json',
  'kimi-config.toml': '.kimi-code/config.toml',
  'qwen-settings.json': '.qwen/settings.json',
};
const written: Record<string, string> = {
  '.cursor/hooks.json': '{"version":1,"hooks":{"stop":[{"command":"say done"}]}}',
  '.hermes/config.yaml': 'model: a # mine\r\nplugins:\r\n  enabled:\r\n  - theirs\r\n',
  '.config/opencode/opencode.json': '{}',
  '.config/muse/settings.json': '\uFEFF{\n\t"schema_version": 1,\n\t"mcpServers": {}\n}',
  '.pi/agent/settings.json': '{}',
};

let home: string;
let env: NodeJS.ProcessEnv;
const run = (...words: string[]) => vigie(words, env);
const file = (name: string): string => join(home, name);
const read = (name: string): string => readFileSync(file(name), 'utf8');
const put = (name: string, text: string): void => {
  mkdirSync(dirname(file(name)), { recursive: true });
  writeFileSync(file(name), text);
};
const tree = (): string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => {
      const info = lstatSync(path);
      return `${path.slice(home.length)} ${info.mode.toString(8)} ${info.isFile() ? readFileSync(path, 'latin1') : ''}`;
    });

beforeEach(() => {
  home = mkdtempSync(join(folder, "it's a höme "));
  env = { HOME: home, VIGIE_HOME: join(folder, `state of ${home.slice(-6)}`), PATH: '/usr/bin:/bin' };
});

describe('a home full of configs', () => {
  beforeEach(() => {
    for (const [from, to] of Object.entries(configs)) {
      mkdirSync(dirname(file(to)), { recursive: true });
      copyFileSync(join(fixtures, from), file(to));
    }
    for (const [name, text] of Object.entries(written)) put(name, text);
  });

  it('is connected, and then as it was to the byte', async () => {
    const before = tree();
    expect(await run('connect', '--check')).toMatchObject({ status: 1, out: expect.stringContaining('Claude: not connected') });
    expect(await run('connect', '--all', '--dry-run')).toMatchObject({ status: 0, out: expect.stringContaining('+++ ') });
    expect(tree()).toEqual(before);

    const connected = await run('connect', '--all', '--yes');
    expect(connected).toMatchObject({ status: 0, out: expect.stringContaining('Claude: connected\n') });
    expect(connected.err).toContain('notify calls another program already');
    for (const name of ['.claude/settings.json', '.gemini/settings.json', '.qwen/settings.json', '.cursor/hooks.json'])
      expect(JSON.parse(read(name))).toHaveProperty('hooks');
    expect(read('.hermes/config.yaml')).toBe('model: a # mine\r\nplugins:\r\n  enabled:\r\n  - theirs\r\n  - vigie\r\n');
    expect(existsSync(file('.copilot/hooks/vigie.json'))).toBe(true);
    expect(existsSync(file('.config/opencode/plugins/vigie.js'))).toBe(true);
    expect(existsSync(file('.config/amp'))).toBe(false);
    expect((await run('connect', '--check')).status).toBe(0);

    const after = tree();
    expect(await run('connect', '--all', '--yes')).toMatchObject({
      status: 0,
      out: expect.stringContaining('Claude: connected already'),
    });
    expect(tree()).toEqual(after);

    expect((await run('disconnect', '--all', '--yes')).status).toBe(0);
    expect(tree()).toEqual(before);
    expect(await run('disconnect', '--all', '--yes')).toMatchObject({ status: 0, out: 'No agent is connected.\n' });
  });

  it('goes on with the others where one can not be edited', async () => {
    put('.claude/settings.json', '{"permissions":{"deny":["Read(.env)"]},}');
    const { status, err, out } = await run('connect', '--all', '--yes');
    expect([status, err]).toEqual([
      1,
      expect.stringContaining('settings.json: line 1: property name expected. It stays as it is.'),
    ]);
    expect(out).toContain('Codex: connected');
    expect(read('.claude/settings.json')).toBe('{"permissions":{"deny":["Read(.env)"]},}');
    expect(await run('disconnect', '--all', '--yes')).toMatchObject({
      status: 1,
      out: expect.stringContaining('Codex: disconnected'),
    });
    expect(read('.codex/hooks.json')).toBe(readFileSync(join(fixtures, 'codex-hooks.json'), 'utf8'));
  });

  it('is whole whenever connecting is killed', async () => {
    const before = tree();
    for (let delay = 40; delay < 400; delay += 40) {
      const child = start(['connect', '--all', '--yes'], env);
      const exit = once(child, 'exit');
      await sleep(delay);
      child.kill('SIGKILL');
      await exit;
      for (const name of ['.claude/settings.json', '.codex/hooks.json', '.qwen/settings.json']) JSON.parse(read(name));
    }
    expect((await run('connect', '--all', '--yes')).status).toBe(0);
    expect((await run('disconnect', '--all', '--yes')).status).toBe(0);
    expect(tree()).toEqual(before);
  });
});

describe('one agent', () => {
  it('is connected once by several who do it at the same time', async () => {
    put('.claude/settings.json', '{ "theme": "dark" }\n');
    const all = await Promise.all([1, 2, 3].map(() => ended(start(['connect', 'claude', '--yes'], env))));
    expect(all.map(({ status }) => status)).toEqual([0, 0, 0]);
    const { hooks } = JSON.parse(read('.claude/settings.json')) as { hooks: Record<string, unknown[]> };
    expect(Object.values(hooks).every((groups) => groups.length === 1)).toBe(true);
    await run('disconnect', 'claude', '--yes');
    expect(read('.claude/settings.json')).toBe('{ "theme": "dark" }\n');
  });

  it('gets only the events that its version knows', async () => {
    put('bin/claude', '#!/bin/sh\necho "1.0.9 (Claude Code)"\n');
    chmodSync(file('bin/claude'), 0o755);
    const old = await vigie(['connect', 'claude', '--yes'], { ...env, PATH: `${file('bin')}:/usr/bin:/bin` });
    expect(old.status).toBe(0);
    const { hooks } = JSON.parse(read('.claude/settings.json')) as { hooks: object };
    expect(Object.keys(hooks)).toContain('Stop');
    expect(Object.keys(hooks)).not.toContain('StopFailure');
  });

  it('is found where a variable has moved it, and left there also when that is no longer set', async () => {
    const moved = { ...env, CLAUDE_CONFIG_DIR: file('elsewhere') };
    await vigie(['connect', 'claude', '--yes'], moved);
    expect(existsSync(file('elsewhere/settings.json'))).toBe(true);
    expect(existsSync(file('.claude'))).toBe(false);
    await run('disconnect', 'claude', '--yes');
    expect(existsSync(file('elsewhere'))).toBe(false);
  });

  it('may be connected for one project only', async () => {
    mkdirSync(file('project'));
    expect((await run('connect', 'claude', '--yes', '--project', file('project'))).status).toBe(0);
    expect(JSON.parse(read('project/.claude/settings.local.json'))).toHaveProperty('hooks.Stop');
    expect(existsSync(file('.claude'))).toBe(false);
    await run('disconnect', 'claude', '--yes');
    expect(tree().map((line) => line.split(' ')[0])).toEqual(['/project']);
  });

  it('tells what became of it', async () => {
    const check = async (): Promise<string | undefined> => (await run('connect', '--check', 'claude')).out.split(' (')[0];
    await run('connect', 'claude', '--yes');
    expect(await check()).toBe('Claude: connected');
    const whole = read('.claude/settings.json');
    const { hooks } = JSON.parse(whole) as { hooks: Record<string, unknown> };
    delete hooks.Stop;
    put('.claude/settings.json', JSON.stringify({ hooks }));
    expect(await check()).toBe('Claude: connected in part: without Stop');
    put('.claude/settings.json', '{}');
    expect(await check()).toBe('Claude: our hooks are gone: something has rewritten the file');
    put('.claude/settings.json', '{');
    expect(await check()).toBe('Claude: can not be looked at: line 1: close brace expected');
    put('.claude/settings.json', whole.replaceAll('"timeout": 10', '"timeout": 60'));
    expect(await check()).toBe('Claude: hooks of an older Vigie, or one that lay elsewhere');
    put('.claude/settings.json', whole);
    rmSync(join(env.VIGIE_HOME ?? '', 'share'), { recursive: true });
    expect(await check()).toMatch(/^Claude: hooks of an older Vigie, or one that lay elsewhere: there is no .*vigie-hook$/u);
  });

  it('is missed by the hub when something rewrites its config', async () => {
    const { VIGIE_HOME = '' } = env;
    mkdirSync(join(VIGIE_HOME, 'config'), { recursive: true, mode: 0o700 });
    writeFileSync(join(VIGIE_HOME, 'config', 'config.toml'), '[page]\nport = 0\n');
    const findings = async (): Promise<string> => (await run('doctor', '--json')).out;
    expect(await findings()).not.toContain('Claude');
    await run('connect', 'claude', '--yes');
    expect(await findings()).toContain('"says": "connected (');
    put('.claude/settings.json', '{"theme":"dark"}');
    await vi.waitFor(async () => expect(await findings()).toContain('hooks of claude: our hooks are gone'), {
      timeout: 20_000,
      interval: 500,
    });
    expect(await findings()).toContain('"hint": "vigie connect claude"');
    expect(read('.claude/settings.json')).toBe('{"theme":"dark"}');
    await run('down');
  });

  it('is not touched without a yes, nor by a word that is none', async () => {
    put('.claude/settings.json', '{}');
    expect(await run('connect', 'claude')).toMatchObject({ status: 1, err: expect.stringContaining('Nothing was written') });
    expect(await run('connect')).toMatchObject({ status: 2 });
    expect(await run('connect', '--all', 'claude')).toMatchObject({ status: 2 });
    expect(await run('connect', '--help')).toMatchObject({ status: 0 });
    expect(await run('disconnect', 'cluade', '--yes')).toMatchObject({
      status: 1,
      err: expect.stringContaining('Did you mean claude?'),
    });
    expect(read('.claude/settings.json')).toBe('{}');
  });
});
