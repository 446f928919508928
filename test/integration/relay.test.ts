// The relay under every shell that agents start hooks with, and in every trouble that a machine can be in: always 0, always silent, always drained.

import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { launcherText, writeLaunchers } from '../../src/host/launchers.ts';
import { packageRoot } from '../../src/host/package-root.ts';
import { endsWithTrailer, parseHeader, trailer } from '../../src/intake/header.ts';
import type { Header } from '../../src/intake/header.ts';
import { openSpool } from '../../src/intake/spool.ts';

// A home with a blank, a quote and a dollar sign in it.
const folder = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', "it's $HOME "));
const spool = join(folder, 'spool');
const bin = join(folder, 'bin');
const launcher = join(bin, 'vigie-hook');
const paths = { spool, socket: join(folder, 'hub.sock'), node: process.execPath, program: join(folder, 'vigie.js') };
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

beforeEach(() => {
  rmSync(spool, { recursive: true, force: true });
  mkdirSync(spool, { mode: 0o700 });
  writeLaunchers(bin, paths);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How a shell is started as `sh`, as agents do. */
interface Shell {
  name: string;
  path: string;
  before: string[];
}
const shells: Shell[] = [
  { name: 'dash', path: '/bin/dash', before: [] },
  { name: 'bash', path: '/bin/bash', before: [] },
  { name: 'busybox', path: '/bin/busybox', before: ['sh'] },
  { name: 'zsh', path: '/bin/zsh', before: [] },
];
const argv0 = ({ name }: Shell): string => (name === 'busybox' ? 'busybox' : 'sh');

interface Call {
  path: string;
  args: string[];
  argv0?: string;
}
/** The two ways an agent runs the relay, and a hook line in which words of the shell can be added behind the call. */
const forms: { name: string; call: (shell: Shell, words?: string[], around?: (line: string) => string) => Call }[] = [
  {
    name: 'sourced',
    call: (shell, words = ['claude', 'Stop'], around = (line) => line) => ({
      path: shell.path,
      args: [
        ...shell.before,
        '-c',
        around(
          `set -- ${words.map(quoted).join(' ')}; [ -r ${quoted(launcher)} ] && . ${quoted(launcher)}; cat >/dev/null; exit 0`,
        ),
      ],
      argv0: argv0(shell),
    }),
  },
  {
    name: 'as a process',
    call: (shell, words = ['claude', 'Stop'], around = (line) => line) => {
      const program = [shell.path, ...shell.before, launcher].map(quoted).join(' ');
      return { path: '/bin/sh', args: ['-c', around(`${program} ${words.map(quoted).join(' ')} 2>/dev/null || cat >/dev/null`)] };
    },
  },
];
const matrix = shells.flatMap((shell) => forms.map((form) => ({ title: `${shell.name}, ${form.name}`, shell, form })));

interface Ran {
  status: number | null;
  said: string;
  /** Whether all of the payload went down the pipe. */
  drained: boolean;
}

/** Runs a hook to its end. With `payload` undefined its stdin stays open. */
const run = (call: Call, payload: string | Buffer | undefined, options: SpawnOptions = {}): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(call.path, call.args, {
      stdio: 'pipe',
      cwd: folder,
      ...(call.argv0 && { argv0: call.argv0 }),
      ...options,
    });
    const said: Buffer[] = [];
    let drained = payload !== undefined;
    const overdue = setTimeout(() => child.kill('SIGKILL'), 20_000);
    child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
    child.stdin?.on('error', () => {
      drained = false;
    });
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(overdue);
      resolve({ status, said: Buffer.concat(said).toString(), drained });
    });
    if (payload !== undefined) child.stdin?.end(payload);
  });

const quiet: Ran = { status: 0, said: '', drained: true };

interface Left {
  header: Header;
  payload: string;
  whole: boolean;
}
const read = (path: string): Left => {
  const bytes = readFileSync(path);
  const parsed = parseHeader(bytes);
  if ('reason' in parsed) throw new Error(`${path}: ${parsed.reason}`);
  const whole = endsWithTrailer(bytes);
  return {
    header: parsed.header,
    payload: bytes.subarray(parsed.payloadStart, whole ? -trailer.length : undefined).toString(),
    whole,
  };
};
const left = (): Left[] => readdirSync(spool).map((name) => read(join(spool, name)));

const payload = '{"session_id":"s-1","hook_event_name":"Stop","text":"ä\u2028\\ud800 \'quoted\' $(touch x)"}\n';
const large = Buffer.alloc(1_000_000, 'x');

describe.each(matrix)('$title', ({ shell, form }) => {
  const call = (words?: string[], around?: (line: string) => string): Call => form.call(shell, words, around);

  it('leaves what the agent sent, with where it ran', async () => {
    const env = { ...process.env, TMUX: '/tmp/tmux-0/default,812,0', TMUX_PANE: '%3', SECRET: 'hidden', STY: '' };
    expect(await run(call(), payload, { env })).toStrictEqual(quiet);
    const [report, ...others] = left();
    expect(others).toStrictEqual([]);
    expect(report?.payload).toBe(payload);
    expect(report?.whole).toBe(true);
    expect(report?.header).toMatchObject({ agent: 'claude', event: 'Stop', source: 'hook', cwd: folder });
    expect(report?.header.env).toStrictEqual({ TMUX: env.TMUX, TMUX_PANE: '%3' });
    expect(report?.header.pid).toBeGreaterThan(1);
    // Sourced, the hook's shell is the relay, and the agent its parent; as a process, the shell stands between.
    const { ppid, parent } = report?.header ?? {};
    expect(parent?.pid).toBe(ppid);
    expect(form.name === 'sourced' ? ppid : parent?.ppid).toBe(process.pid);
    expect(readFileSync(join(spool, '1')).includes('hidden')).toBe(false);
  });

  it('keeps values of the environment byte for byte and runs none of them', async () => {
    const odd = '  a\nb \'"`touch y` $(touch z) * \\0 ü';
    await run(call(['claude', 'Sto p\n']), '', { env: { ...process.env, TERM_PROGRAM: odd, CODEX_HOME: '*' } });
    expect(left()[0]?.header).toMatchObject({ event: 'Sto p\n', env: { TERM_PROGRAM: odd, CODEX_HOME: '*' } });
    expect(left()[0]?.whole).toBe(true);
  });

  it('is not there any more', async () => {
    rmSync(launcher);
    expect(await run(call(), large)).toStrictEqual(quiet);
    expect(left()).toStrictEqual([]);
  });

  it('needs no PATH and is not fooled by one', async () => {
    const evil = join(folder, 'evil');
    mkdirSync(evil, { recursive: true });
    writeFileSync(join(evil, 'cat'), '#!/bin/sh\necho evil\n', { mode: 0o755 });
    for (const PATH of ['', undefined, evil, '/nowhere']) {
      expect(await run(call(), payload, { env: { ...process.env, PATH } })).toStrictEqual(quiet);
      expect(left().map((report) => report.payload)).toStrictEqual([payload]);
      rmSync(join(spool, '1'));
    }
  });

  it('is not disturbed by options and functions that come in the environment', async () => {
    const env = { ...process.env, ENV: '/nowhere', 'BASH_FUNC_cat%%': '() { echo evil; }', IFS: 'ae' };
    for (const SHELLOPTS of ['errexit:nounset:noglob', 'noclobber:keyword']) {
      expect(await run(call(), payload, { env: { ...env, SHELLOPTS } })).toStrictEqual(quiet);
      expect(left().map((report) => report.payload)).toStrictEqual([payload]);
      rmSync(join(spool, '1'));
    }
    rmSync(spool, { recursive: true });
    expect(await run(call(), large, { env: { ...env, SHELLOPTS: 'errexit' } })).toStrictEqual(quiet);
  });

  it('finds the spool gone', async () => {
    rmSync(spool, { recursive: true });
    expect(await run(call(), large)).toStrictEqual(quiet);
    expect(existsSync(spool)).toBe(false);
  });

  it.each([0, 1])('may write no more than %i blocks into a file', async (blocks) => {
    expect(
      await run(
        call(undefined, (line) => `ulimit -f ${blocks}; ${line}`),
        large,
      ),
    ).toStrictEqual(quiet);
    // Nothing that is cut counts as whole.
    for (const name of readdirSync(spool)) expect(endsWithTrailer(readFileSync(join(spool, name)))).toBe(false);
  });

  it('has stdin, stdout or stderr closed', async () => {
    for (const closed of ['<&-', '>&-', '2>&-', '<&- >&- 2>&-', '>&- 2>&-']) {
      const hasStdin = !closed.includes('<');
      const ran = await run(
        call(undefined, (line) => `{ ${line}\n} ${closed}`),
        hasStdin ? payload : undefined,
      );
      expect(ran).toStrictEqual({ ...quiet, drained: hasStdin });
      expect(left().map((report) => [report.payload, report.whole])).toStrictEqual([[hasStdin ? payload : '', true]]);
      rmSync(join(spool, '1'));
    }
  });

  it('speaks into a pipe that nobody reads', async () => {
    const child = spawn(call().path, call().args, { stdio: 'pipe', cwd: folder, argv0: call().argv0 ?? 'sh' });
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end(payload);
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
    expect(left().map((report) => report.payload)).toStrictEqual([payload]);
  });

  it('takes 50 MB', async () => {
    const huge = Buffer.alloc(50_000_000, 'y');
    expect(await run(call(), huge)).toStrictEqual(quiet);
    const bytes = readFileSync(join(spool, '1'));
    expect(bytes.length).toBeGreaterThan(huge.length);
    expect(endsWithTrailer(bytes)).toBe(true);
  });

  it('leaves stdin alone when the payload is an argument', async () => {
    for (const argument of [payload, '']) {
      expect(await run(call(['codex', 'notify', argument]), undefined)).toStrictEqual({ ...quiet, drained: false });
      expect(left().map((report) => [report.header.agent, report.payload, report.whole])).toStrictEqual([
        ['codex', argument, true],
      ]);
      rmSync(join(spool, '1'));
    }
  });

  it('reads no terminal', async () => {
    const { path, args } = call();
    const line = [path, ...args].map(quoted).join(' ');
    // What `script` reads is typed into the terminal, and here that never ends.
    expect(await run({ path: 'script', args: ['-qec', line, '/dev/null'] }, undefined)).toStrictEqual({
      ...quiet,
      drained: false,
    });
    expect(left().map((report) => [report.payload, report.whole])).toStrictEqual([['', true]]);
  });

  it('writes through no link', async () => {
    symlinkSync(join(folder, 'elsewhere'), join(spool, '1'));
    expect(await run(call(), large)).toStrictEqual(quiet);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  it('gives each of many relays at once a file of its own', async () => {
    const many = Array.from({ length: 24 }, (_, index) => `{"n":${index}}`);
    const ran = await Promise.all(many.map((one) => run(call(), one)));
    expect(ran.every(({ status }) => status === 0)).toBe(true);
    expect(
      left()
        .map((report) => report.payload)
        .toSorted(),
    ).toStrictEqual(many.toSorted());
    expect(
      readdirSync(spool)
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toStrictEqual(many.map((_, index) => index + 1));
  });
});

describe('a spool that nobody empties', () => {
  // In memory where there is such a place: thousands of files are made here.
  const crowded = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : folder, 'vigie-crowded-'));
  afterAll(() => rmSync(crowded, { recursive: true, force: true }));
  const at = (number: number): string => join(crowded, String(number));
  const fill = (from: number, to: number): void => {
    for (let number = from; number <= to; number += 1) writeFileSync(at(number), '');
  };
  const send = (shell: Shell, event: string): Promise<Ran> =>
    run(forms[0]?.call(shell, ['claude', event]) ?? { path: '', args: [] }, payload);
  beforeEach(() => {
    writeLaunchers(bin, { ...paths, spool: crowded });
  });

  it('is filled with 1,999 files', () => {
    fill(1, 1_999);
    expect(readdirSync(crowded)).toHaveLength(1_999);
  });

  it.each(shells)('takes anything up to 2,000 files ($name)', async (shell) => {
    expect(await send(shell, 'PreToolUse')).toStrictEqual(quiet);
    expect(read(at(2_000)).header.event).toBe('PreToolUse');
    rmSync(at(2_000));
  });

  it.each(shells)('takes only what settles a state past 2,000 ($name)', async (shell) => {
    fill(2_000, 2_000);
    for (const event of ['PreToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'SubagentStop', 'PreCompact'])
      expect(await send(shell, event)).toStrictEqual(quiet);
    expect(readdirSync(crowded)).toHaveLength(2_000);
    const settling = [
      'SessionStart',
      'PermissionRequest',
      'Notification',
      'Stop',
      'StopFailure',
      'SessionEnd',
      'AfterAgent',
      'TaskComplete',
      '',
    ];
    for (const event of settling) await send(shell, event);
    expect(settling.map((_, index) => read(at(2_001 + index)).header.event)).toStrictEqual(settling);
    for (const index of settling.keys()) rmSync(at(2_001 + index));
  });

  it('is filled with 4,000 files', () => {
    fill(2_001, 4_000);
    expect(readdirSync(crowded)).toHaveLength(4_000);
  });

  it.each(shells)('takes nothing past 4,000, and everything again when the hub has taken the oldest ($name)', async (shell) => {
    expect(await send(shell, 'SessionEnd')).toStrictEqual(quiet);
    expect(readdirSync(crowded)).toHaveLength(4_000);
    rmSync(at(1));
    await send(shell, 'PreToolUse');
    expect(read(at(1)).payload).toBe(payload);
  });
});

describe('a relay that is killed', () => {
  it.each([
    { sent: '{"session_id":"s-1"}', taken: 1, why: 'taken when what came is one whole object' },
    { sent: '{"session_id":"s-', taken: 0, why: 'set aside when it is not' },
  ])('leaves a file that is $why, 10 s later', async ({ sent, taken }) => {
    const child = spawn(launcher, ['claude', 'Stop'], { stdio: 'pipe' });
    child.stdin.write(sent);
    await expect.poll(() => (existsSync(join(spool, '1')) ? read(join(spool, '1')).payload : '')).toBe(sent);
    child.kill('SIGKILL');
    child.stdin.destroy();
    let later = 0;
    const waiting = openSpool({
      folder: spool,
      quarantine: join(folder, 'quarantine'),
      rank: () => 0,
      placeOf: () => ({}),
      now: () => Date.now() + later,
    });
    expect(waiting.scan()).toStrictEqual({ waiting: [], faults: [] });
    later = 11_000;
    const { waiting: files, faults } = waiting.scan();
    expect(files.map(({ report }) => Buffer.from(report.payload).toString())).toStrictEqual(taken ? [sent] : []);
    expect(faults).toStrictEqual(taken ? [] : [{ where: 'spool', reason: 'a file was set aside: its writing was cut short' }]);
  });
});

/** Runs a hook in a mount namespace of its own, in which `prepare` has changed the spool; gives what the spool held at the end. */
const runMounted = async (prepare: string, call: Call): Promise<Ran & { files: string[] }> => {
  const shown = mkdtempSync(join(folder, 'shown-'));
  const script = `spool=$1 shown=$2; shift 2; ${prepare} || exit 99; "$@"; status=$?; cp -r "$spool/." "$shown" 2>/dev/null; exit $status`;
  const isRoot = process.getuid?.() === 0;
  const args = [isRoot ? '-m' : '-rm', 'sh', '-c', script, 'sh', spool, shown, call.path, ...call.args];
  const ran = await run({ path: 'unshare', args }, large);
  return { ...ran, files: readdirSync(shown).map((name) => join(shown, name)) };
};

describe.each(matrix.filter(({ shell }) => shell.name !== 'busybox'))('$title, on a bad disk', ({ shell, form }) => {
  // A namespace is entered without argv0, so bash and zsh run here as themselves.
  it('is full', async () => {
    const { files, ...ran } = await runMounted('mount -t tmpfs -o size=64k,mode=700 none "$spool"', form.call(shell));
    expect(ran).toStrictEqual(quiet);
    expect(files).toHaveLength(1);
    expect(endsWithTrailer(readFileSync(files[0] ?? ''))).toBe(false);
  });

  it('has no room for a single file more', async () => {
    const { files, ...ran } = await runMounted('mount -t tmpfs -o nr_inodes=1,mode=700 none "$spool"', form.call(shell));
    expect(ran).toStrictEqual(quiet);
    expect(files).toStrictEqual([]);
  });

  it('can only be read', async () => {
    const { files, ...ran } = await runMounted(
      'mount --bind "$spool" "$spool" && mount -o remount,ro,bind "$spool"',
      form.call(shell),
    );
    expect(ran).toStrictEqual(quiet);
    expect(files).toStrictEqual([]);
  });
});

describe('the template', () => {
  it('holds no marker that is not filled', () => {
    for (const name of ['vigie-hook', 'vigie']) {
      const text = launcherText(readFileSync(join(packageRoot(), 'relay', name), 'utf8'), paths);
      expect(text).not.toMatch(/@\w+@/u);
    }
  });

  it('may be a file that cannot be run', async () => {
    chmodSync(launcher, 0o600);
    const line = `${quoted(launcher)} claude Stop 2>/dev/null || cat >/dev/null`;
    expect(await run({ path: '/bin/sh', args: ['-c', line] }, large)).toStrictEqual(quiet);
  });
});
