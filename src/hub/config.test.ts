import { lstatSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { getConfig, readConfig, setConfig } from './config.ts';
import { notificationConfig } from './notification-config.ts';

let file = '';
beforeEach(() => {
  file = join(mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'config-')), 'config.toml');
});

describe('readConfig', () => {
  it('gives the defaults where there is no file', () => {
    expect(readConfig(file)).toEqual({
      page: { port: 7717 },
      idle_after_ms: 300_000,
      forget_after_ms: 43_200_000,
      retention_days: 90,
      retention_bytes: 1_073_741_824,
      agents: {},
      notifications: notificationConfig.parse({}),
    });
  });

  it('reads durations as seconds or as text, also behind a byte order mark', () => {
    writeFileSync(
      file,
      '\uFEFFidle_after = 90\r\nforget_after = "2d"\r\n[agents.claude]\r\nidle_after = "1h"\r\n[agents.codex]\r\n',
    );
    expect(readConfig(file)).toMatchObject({
      idle_after_ms: 90_000,
      forget_after_ms: 172_800_000,
      agents: { claude: { idle_after_ms: 3_600_000 }, codex: { idle_after_ms: undefined } },
    });
  });

  it.each([
    ['[page]\nprot = 1\n', 'Line 2, column 1, page.prot: there is no key "prot" here. Did you mean "port"?'],
    ['\n[page]\nport = "x"\n', 'Line 3, column 8, page.port: must be a number, not a string'],
    ['[page]\nport = 70000\n', 'Line 2, column 8, page.port: '],
    [
      'idle_after = "5 minutes"\n',
      'Line 1, column 14, idle_after: must be seconds as a number, or a text as in "90s", "5m", "12h" or "2d"',
    ],
    ['idle_after = -1\n', 'Line 1, column 14, idle_after: must be 0 or more'],
    ['a = = 2\n', 'Line 1, column 5: is no TOML'],
    ['[agents.claude]\nidle = 1\n', 'Line 2, column 1, agents.claude.idle: there is no key "idle" here.'],
  ])('tells the place of the mistake in %j', (text, message) => {
    writeFileSync(file, text);
    expect(() => readConfig(file)).toThrow(`${file}: ${message}`);
  });

  it('tells every mistake at once', () => {
    writeFileSync(file, 'retention_days = 0\nnone = 1\n');
    expect(() => readConfig(file)).toThrow(
      /Line 1, column 18, retention_days: must be 1 or more\n.*Line 2, column 1, none: there is no key/u,
    );
  });

  it('says when the file is not UTF-8', () => {
    writeFileSync(file, Buffer.from([0x61, 0xff]));
    expect(() => readConfig(file)).toThrow(/is not UTF-8/u);
  });
});

describe('getConfig', () => {
  it('gives what the file says, else the default', () => {
    writeFileSync(file, 'idle_after = "10m"\n[agents.claude]\nidle_after = 30\n');
    expect(getConfig(file, 'page.port')).toBe('7717');
    expect(getConfig(file, 'idle_after')).toBe('10m');
    expect(getConfig(file, 'agents.claude.idle_after')).toBe('30');
    expect(getConfig(file, 'agents.codex.idle_after')).toBe('10m');
  });

  it('names the keys there are', () => {
    expect(() => getConfig(file, 'page.prot')).toThrow(/no key page\.prot/u);
    expect(() => getConfig(file, 'agents.claude')).toThrow(/no key agents\.claude/u);
  });
});

describe('setConfig', () => {
  it('makes the file, private', () => {
    setConfig(file, 'page.port', '8080');
    expect(readFileSync(file, 'utf8')).toBe('[page]\nport = 8080\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('keeps comments, order, line ends, mode and the link', () => {
    const real = `${file}.real`;
    writeFileSync(real, '\uFEFF# mine\r\nidle_after = "5m" # long\r\n[page]\r\nport = 1\r\n', { mode: 0o644 });
    symlinkSync(real, file);
    setConfig(file, 'idle_after', '90s');
    setConfig(file, 'agents.claude.idle_after', '0');
    expect(readFileSync(file, 'utf8')).toBe(
      '\uFEFF# mine\r\nidle_after = "90s" # long\r\n[page]\r\nport = 1\r\n\r\n[agents.claude]\r\nidle_after = 0\r\n',
    );
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o644);
  });

  it.each([
    ['page.port', 'x'],
    ['page.port', '1\nidle_after = 3'],
    ['idle_after', '5 minutes'],
    ['page.port', '-1'],
  ])('refuses %s = %j and touches nothing', (key, value) => {
    writeFileSync(file, '[page]\nport = 1\n');
    expect(() => setConfig(file, key, value)).toThrow(`vigie config set ${key}`);
    expect(readFileSync(file, 'utf8')).toBe('[page]\nport = 1\n');
  });

  it('leaves a file with mistakes alone', () => {
    writeFileSync(file, 'prot = 1\n');
    expect(() => setConfig(file, 'page.port', '1')).toThrow(/no key "prot"/u);
    expect(readFileSync(file, 'utf8')).toBe('prot = 1\n');
  });
});
