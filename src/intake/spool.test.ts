import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VigieError } from '../domain/error.ts';
import { deposit } from './deposit.ts';
import { spoolFile, trailer } from './header.ts';
import type { Spool, SpoolOptions } from './spool.ts';
import { openSpool } from './spool.ts';
import { payloadBytesMax } from './spool-file.ts';

let home: string;
let folder: string;
let quarantine: string;
/** How far the hub's clock is ahead. */
let later: number;
beforeEach(() => {
  home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'spool-'));
  folder = join(home, 'spool');
  quarantine = join(home, 'quarantine');
  later = 0;
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (options: Partial<SpoolOptions> = {}): Spool =>
  openSpool({ folder, quarantine, rank: () => 0, placeOf: () => ({}), now: () => Date.now() + later, ...options });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const put = (name: string, payload = '{}', fields: Record<string, string> = {}): void =>
  writeFileSync(join(folder, name), spoolFile({ agent: 'claude', event: 'Stop', ...fields }, bytes(payload)));
/** A payload of that many zero bytes, as a hole in the file: it takes no room on the disk. */
const putLarge = (name: string, length: number, fields: Record<string, string> = {}): void => {
  put(name, '', fields);
  const file = readFileSync(join(folder, name));
  writeFileSync(join(folder, name), file.subarray(0, -trailer.length));
  truncateSync(join(folder, name), file.length - trailer.length + length);
  appendFileSync(join(folder, name), trailer);
};
const payloads = (spool: Spool): string[] => spool.scan().waiting.map(({ report }) => new TextDecoder().decode(report.payload));
const setAside = (): string[] => readdirSync(quarantine).filter((name) => !name.endsWith('.reason'));

describe('taking reports', () => {
  it('gives what was written, with its time and place', () => {
    const spool = open({ placeOf: (header, at_ms) => ({ pid: header.ppid ?? null, tty: String(at_ms) }) });
    const before = Date.now();
    put('1', '{"a":1}', { cwd: '/x', ppid: '77', TMUX: '/tmp/t,1,0' });
    const { waiting, faults } = spool.scan();
    expect(faults).toStrictEqual([]);
    expect(waiting).toHaveLength(1);
    const report = waiting[0]?.report;
    expect(report).toMatchObject({ agent: 'claude', event: 'Stop', source: 'hook', cwd: '/x', env: { TMUX: '/tmp/t,1,0' } });
    expect(new TextDecoder().decode(report?.payload)).toBe('{"a":1}');
    expect(report?.custom).toBeUndefined();
    expect(report?.at_ms).toBeGreaterThan(before - 50);
    expect(report?.at_ms).toBeLessThanOrEqual(Date.now());
    expect(report?.place).toStrictEqual({ pid: 77, tty: String(report?.at_ms) });
  });

  it('gives the same again until it is removed, then never', () => {
    const spool = open();
    put('1');
    put('2');
    const [first, second] = spool.scan().waiting;
    expect(spool.scan().waiting.map(({ file }) => file)).toStrictEqual([first?.file, second?.file]);
    spool.remove([first?.file ?? '']);
    expect(readdirSync(folder)).toStrictEqual(['2']);
    expect(spool.scan().waiting.map(({ file }) => file)).toStrictEqual([second?.file]);
  });

  it('removes no later file under the same name', () => {
    const spool = open();
    put('1', '{"n":1}');
    const { file } = spool.scan().waiting[0] ?? { file: '' };
    spool.remove([file, 'none']);
    put('1', '{"n":2}');
    spool.remove([file]);
    const again = spool.scan().waiting;
    expect(payloads(spool)).toStrictEqual(['{"n":2}']);
    expect(again[0]?.file).not.toBe(file);
    // Somebody else emptied the folder between a scan and its removal.
    rmSync(join(folder, '1'));
    put('1', '{"n":3, "longer":true}');
    spool.remove([again[0]?.file ?? '']);
    expect(payloads(spool)).toStrictEqual(['{"n":3, "longer":true}']);
  });

  it('gives once what its writer ended just as it was read', () => {
    const isEnded = (): boolean => readFileSync(join(folder, '2')).subarray(-trailer.length).equals(trailer);
    const spool = open({
      placeOf: () => {
        if (!isEnded()) appendFileSync(join(folder, '2'), trailer);
        return {};
      },
    });
    put('1', '1');
    put('2', '2');
    truncateSync(join(folder, '2'), statSync(join(folder, '2')).size - trailer.length);
    const seconds = Date.now() / 1_000;
    utimesSync(join(folder, '1'), seconds, seconds - 2);
    utimesSync(join(folder, '2'), seconds, seconds - 1);
    const { waiting } = spool.scan();
    expect(waiting.map(({ report }) => new TextDecoder().decode(report.payload))).toStrictEqual(['1', '2']);
    spool.remove(waiting.map(({ file }) => file));
    expect(readdirSync(folder)).toStrictEqual([]);
  });

  it('goes by birth, not by name', () => {
    const spool = open();
    for (const [index, name] of ['9', '10', '2', 'plugin-a'].entries()) {
      put(name, String(index));
      // Where births tie, the writer's own time tells.
      put(name, String(index), { at_ms: String(statSync(join(folder, name)).birthtimeMs + index) });
    }
    expect(payloads(spool)).toStrictEqual(['0', '1', '2', '3']);
  });

  it('asks for the rank where relays tell no order', () => {
    const spool = open({ rank: (agent, event) => (agent === 'claude' && event === 'SessionEnd' ? 0 : 1) });
    const at_ms = String(Date.now());
    put('1', 'start', { event: 'SessionStart', at_ms });
    put('2', 'end', { event: 'SessionEnd', at_ms });
    expect(payloads(spool)).toStrictEqual(['end', 'start']);
  });

  it('takes 500 at a time, the oldest first', () => {
    const spool = open();
    const base = Date.now();
    for (let index = 0; index < 505; index += 1) put(String(index + 1), String(index), { at_ms: String(base - 1_000 + index) });
    const first = spool.scan().waiting;
    expect(first).toHaveLength(500);
    spool.remove(first.map(({ file }) => file));
    expect(spool.status().waiting).toBe(5);
    expect(payloads(spool)).toStrictEqual(['500', '501', '502', '503', '504']);
  });

  it('does not believe a time that is far from the file, or still to come', () => {
    const spool = open();
    put('1', '', { at_ms: '1000' });
    put('2', '', { at_ms: String(Date.now() + 30_000) });
    for (const { report } of spool.scan().waiting) {
      expect(report.at_ms).toBeLessThanOrEqual(Date.now());
      expect(report.at_ms).toBeGreaterThan(Date.now() - 5_000);
    }
  });

  it('takes what Node left, once it has its name', () => {
    const spool = open();
    expect(deposit(folder, { agent: 'ralph', event: 'done', custom: '1' }, bytes('{"session":"x"}'))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toStrictEqual([]);
    expect(spool.scan().waiting[0]?.report).toMatchObject({ agent: 'ralph', event: 'done', custom: true });
    expect(deposit(join(home, 'nowhere'), { agent: 'ralph' }, bytes(''))).toBe(false);
  });
});

describe('files that are not whole', () => {
  const whole = spoolFile({ agent: 'claude', event: 'Stop' }, bytes('{"a":1}'));

  it('are left to their writer for 10 s', () => {
    const spool = open();
    for (const [index, length] of [0, 5, 40, whole.length - 1].entries())
      writeFileSync(join(folder, String(index)), whole.subarray(0, length));
    expect(spool.scan()).toStrictEqual({ waiting: [], faults: [] });
    expect(spool.status()).toMatchObject({ waiting: 4, quarantined: 0 });
    later = 9_000;
    expect(spool.scan()).toStrictEqual({ waiting: [], faults: [] });
  });

  it('count afterwards when they hold one whole object, and else are set aside with their reason', () => {
    const spool = open();
    const start = whole.length - '{"a":1}\0vigie-end\n'.length;
    const lengths = [...Array(whole.length).keys()].filter((length) => length < start + 7);
    for (const length of lengths) writeFileSync(join(folder, `cut-${length}`), whole.subarray(0, length));
    for (let length = start + 7; length < whole.length; length += 1)
      writeFileSync(join(folder, `whole-${length}`), whole.subarray(0, length));
    later = 11_000;
    const { waiting, faults } = spool.scan();
    expect(waiting.map(({ report }) => new TextDecoder().decode(report.payload))).toStrictEqual(Array(11).fill('{"a":1}'));
    expect(faults).toHaveLength(lengths.length);
    expect(new Set(faults.map(({ reason }) => reason))).toStrictEqual(
      new Set(['a file was set aside: its header was cut off', 'a file was set aside: its writing was cut short']),
    );
    expect(spool.status()).toMatchObject({ quarantined: lengths.length, waiting: 11 });
  });

  it.each(['[1]', '7', '{}{}', '', 'null'])('do not count with %j in them', (payload) => {
    const spool = open();
    writeFileSync(join(folder, '1'), spoolFile({ agent: 'claude' }, bytes(payload)).subarray(0, -3));
    later = 11_000;
    expect(spool.scan().waiting).toStrictEqual([]);
    expect(setAside()).toHaveLength(1);
  });

  it('that a plugin is still writing have a dot, and are set aside when it never ends', () => {
    const spool = open();
    put('.plugin-1');
    expect(spool.scan()).toStrictEqual({ waiting: [], faults: [] });
    renameSync(join(folder, '.plugin-1'), join(folder, 'plugin-1'));
    expect(spool.scan().waiting).toHaveLength(1);
    put('.plugin-2');
    later = 11_000;
    expect(spool.scan().faults).toStrictEqual([{ where: 'spool', reason: 'a file was set aside: its writing was cut short' }]);
    expect(readdirSync(folder)).toStrictEqual(['plugin-1']);
  });
});

describe('what does not belong in the folder', () => {
  it('is set aside unopened, and what is around it is taken', () => {
    const spool = open();
    const secret = join(home, 'secret');
    writeFileSync(secret, spoolFile({ agent: 'claude' }, bytes('secret')));
    symlinkSync(secret, join(folder, '1'));
    mkdirSync(join(folder, '2'));
    writeFileSync(join(folder, '2', 'inside'), '');
    put('odd name\n');
    put('4');
    writeFileSync(join(folder, '5'), 'not ours');
    const { waiting, faults } = spool.scan();
    expect(waiting.map(({ report }) => report.agent)).toStrictEqual(['claude']);
    expect(faults.map(({ reason }) => reason).toSorted()).toStrictEqual([
      'a file was set aside: it is a symbolic link',
      'a file was set aside: it is no file',
      'a file was set aside: its name is none that a writer would give it',
    ]);
    expect(readdirSync(folder).toSorted()).toStrictEqual(['4', '5']);
    expect(existsSync(secret)).toBe(true);
    expect(spool.status()).toMatchObject({ waiting: 2, quarantined: 3 });
    later = 11_000;
    expect(spool.scan().faults).toStrictEqual([{ where: 'spool', reason: 'a file was set aside: its header was cut off' }]);
  });

  it.runIf(process.getuid?.() === 0)('is what another user has put there', () => {
    const spool = open();
    put('1');
    chownSync(join(folder, '1'), 65_534, 65_534);
    expect(spool.scan()).toStrictEqual({
      waiting: [],
      faults: [{ where: 'spool', reason: 'a file was set aside: it belongs to another user' }],
    });
  });

  it('says why beside each file it set aside, and keeps at most 100', () => {
    const spool = open();
    for (let index = 0; index < 105; index += 1) mkdirSync(join(folder, String(index)));
    expect(spool.scan().faults).toHaveLength(105);
    expect(spool.status().quarantined).toBe(100);
    expect(readdirSync(quarantine)).toHaveLength(200);
    expect(readFileSync(join(quarantine, `${setAside()[0]}.reason`), 'utf8')).toBe('it is no file\n');
  });

  it('counts every file it set aside, whatever its name, and no link for what it leads to', () => {
    const spool = open();
    symlinkSync('loop', join(folder, 'loop'));
    for (let index = 0; index < 105; index += 1) mkdirSync(join(folder, `${index}.reason`));
    expect(spool.scan().faults).toHaveLength(106);
    expect(spool.status().quarantined).toBe(100);
    expect(readdirSync(quarantine)).toHaveLength(200);
  });
});

describe('bounds', () => {
  it('leaves out a payload of more than 16 MiB, and takes the rest', () => {
    const spool = open();
    putLarge('1', payloadBytesMax, { event: 'Large' });
    put('2', '', { event: 'PostToolUse', cwd: '/x' });
    putLarge('3', 50_000_000, { event: 'Huge', cwd: '/y' });
    const { waiting, faults } = spool.scan();
    expect(waiting.map(({ report }) => [report.event, report.payload.length, report.cwd])).toStrictEqual([
      ['Large', payloadBytesMax, undefined],
      ['PostToolUse', 0, '/x'],
      ['Huge', 0, '/y'],
    ]);
    expect(faults).toStrictEqual([{ where: 'claude Huge', reason: 'a payload of more than 16 MiB was left out' }]);
  });

  it('reads at most 64 MiB at once', () => {
    const spool = open();
    for (const name of ['1', '2', '3', '4', '5']) putLarge(name, 14_000_000);
    const { waiting } = spool.scan();
    expect(waiting).toHaveLength(4);
    spool.remove(waiting.map(({ file }) => file));
    expect(spool.scan().waiting).toHaveLength(1);
  });

  it('gives up what waits for more than 7 days', () => {
    const spool = open();
    put('1');
    later = 7 * 24 * 3_600_000 + 60_000;
    expect(spool.scan()).toStrictEqual({
      waiting: [],
      faults: [{ where: 'spool', reason: 'a file waited for more than 7 days' }],
    });
    expect(spool.status()).toMatchObject({ waiting: 0, dropped: 1 });
  });

  it('gives up the oldest when more than 256 MiB wait', () => {
    const spool = open();
    putLarge('1', 200 * 1024 * 1024);
    putLarge('2', 100 * 1024 * 1024);
    spool.scan();
    expect(readdirSync(folder)).toStrictEqual(['2']);
    expect(spool.status().dropped).toBe(1);
  });

  it('gives up a file that is too large by itself, and no other for it', () => {
    const spool = open();
    put('1', '', { event: 'Stop' });
    putLarge('2', 300 * 1024 * 1024);
    expect(spool.scan().waiting.map(({ report }) => report.event)).toStrictEqual(['Stop']);
    expect(readdirSync(folder)).toStrictEqual(['1']);
    expect(spool.status().dropped).toBe(1);
  });
});

describe('the folder', () => {
  it('is made for this user alone, and closed when it was open', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    open();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(quarantine).mode & 0o777).toBe(0o700);
  });

  it.runIf(process.getuid?.() === 0)('is refused when it is another user’s', () => {
    mkdirSync(folder);
    chownSync(folder, 65_534, 65_534);
    expect(() => open()).toThrow(VigieError);
  });

  it('may vanish: that is a fault, not the end', () => {
    const spool = open();
    rmSync(folder, { recursive: true });
    expect(spool.scan()).toStrictEqual({
      waiting: [],
      faults: [{ where: 'spool', reason: 'its folder can not be read: ENOENT' }],
    });
    expect(spool.status().waiting).toBe(0);
  });

  it('tells of a new file until the watching ends', async () => {
    const spool = open();
    let calls = 0;
    const stop = spool.watch(() => {
      calls += 1;
    });
    expect(spool.status().watching).toBe('watch');
    await expect.poll(() => calls).toBe(1);
    put('1');
    await expect.poll(() => calls).toBeGreaterThan(1);
    stop();
    expect(spool.status().watching).toBe('poll');
    const before = calls;
    put('2');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(calls).toBe(before);
  });
});
