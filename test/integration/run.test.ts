// `vigie run` as a shell sees it: real commands, real signals, a real terminal, and the spool as the only witness.

import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mapReport } from '../../src/agentfile/mapping.ts';
import { createRegistry } from '../../src/agentfile/registry.ts';
import { createRoster } from '../../src/domain/roster.ts';
import { defaultRules } from '../../src/domain/rules.ts';
import type { SessionView } from '../../src/domain/view.ts';
import { viewOf } from '../../src/domain/view.ts';
import { pathsFor } from '../../src/host/folders.ts';
import { openSpool } from '../../src/intake/spool.ts';
import type { Terminal } from '../agents/terminal.ts';
import { openTerminal } from '../agents/terminal.ts';

const program = join(import.meta.dirname, '../../dist/vigie.js');
const folder = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'run-'));
const started: ChildProcess[] = [];

beforeEach(() => rmSync(pathsFor().spool, { recursive: true, force: true }));
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Without a terminal: a session of its own has none. */
const start = (words: string[], options: SpawnOptions = {}): ChildProcess => {
  const child = spawn(process.execPath, [program, 'run', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options,
  });
  started.push(child);
  return child;
};

const run = async (words: string[], options?: SpawnOptions): Promise<{ status: number | null; out: string; err: string }> => {
  const child = start(words, options);
  const [out, err, [status]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { status, out, err };
};

/** What the hub will make of what lies in the spool: each step of the story, and the sessions at its end. */
const told = (): { story: string[]; sessions: SessionView[] } => {
  const { spool, quarantine } = pathsFor();
  const { waiting, faults } = openSpool({ folder: spool, quarantine, rank: () => 0, placeOf: () => ({}) }).scan();
  expect(faults).toEqual([]);
  const registry = createRegistry([]);
  const roster = createRoster({ rulesFor: () => defaultRules });
  const story = waiting.flatMap(({ report }) => {
    const mapped = mapReport(report, registry);
    expect(mapped.faults).toEqual([]);
    return mapped.events.map((event) => {
      roster.apply(event);
      return event.kind;
    });
  });
  return { story, sessions: [...roster.live()].map((session) => viewOf(session, registry.nameOf(session.agent))) };
};

const theSession = (): SessionView => {
  const { sessions } = told();
  expect(sessions).toHaveLength(1);
  return sessions[0] as SessionView;
};

describe('the status', () => {
  it.each<[string, string[], number]>([
    ['0', ['true'], 0],
    ['its own', ['sh', '-c', 'exit 42'], 42],
    ['128 + n when it was ended', ['sh', '-c', 'kill -TERM $$'], 143],
    ['also when it was killed', ['sh', '-c', 'kill -KILL $$'], 137],
    ['127 where there is no such command', ['no-such-command'], 127],
    ['126 where it may not be run', [program, 'x'], 126],
  ])('is %s', async (_, command, status) => {
    expect((await run(['--', ...command])).status).toBe(status);
  });

  it('comes with words where nothing was run, and then there is no session', async () => {
    expect((await run(['--', 'no-such-command'])).err).toBe('vigie run: there is no command no-such-command\n');
    expect(told()).toEqual({ story: [], sessions: [] });
  });

  it.each<[string, string[]]>([
    ['no command', []],
    ['a name that is none', ['--name', 'Deploy', '--', 'true']],
    ['a built-in agent’s name', ['--name', 'claude', '--', 'true']],
  ])('is 2 for %s', async (_, words) => {
    expect((await run(words)).status).toBe(2);
  });
});

describe('the command', () => {
  it('gets its words as they are', async () => {
    const words = ['a b', '--', '-n', '--name=x', '--help', '$HOME', "it's", ''];
    expect((await run(['--', 'printf', '<%s>', ...words])).out).toBe(words.map((word) => `<${word}>`).join(''));
  });

  it('gets our standard input, folder and environment', async () => {
    const file = join(folder, 'input');
    writeFileSync(file, 'from a file');
    const input = openSync(file, 'r');
    const { out } = await run(['--', 'sh', '-c', 'cat; pwd; echo $FROM_TEST'], {
      stdio: [input, 'pipe', 'pipe'],
      cwd: folder,
      env: { ...process.env, FROM_TEST: 'yes' },
    });
    closeSync(input);
    expect(out).toBe(`from a file${folder}\nyes\n`);
  });

  it('has its two outputs kept apart, byte for byte', async () => {
    const { out, err } = await run(['--', 'sh', '-c', 'printf "a\\0b\\n" >&2; head -c 300000 /dev/zero; printf end']);
    expect(err).toBe('a\0b\n');
    expect(out).toBe(`${'\0'.repeat(300_000)}end`);
  });

  it('has the order of its lines kept where both go to one file', async () => {
    const file = join(folder, 'both');
    const both = openSync(file, 'w');
    await run(['--', 'sh', '-c', 'for i in 1 2 3 4 5 6 7 8; do echo o$i; echo e$i >&2; done'], { stdio: ['ignore', both, both] });
    closeSync(both);
    expect(readFileSync(file, 'utf8').split('\n').join(' ')).toBe('o1 e1 o2 e2 o3 e3 o4 e4 o5 e5 o6 e6 o7 e7 o8 e8 ');
  });

  it('writes to pipes: they can be opened by name, and their end is a SIGPIPE', async () => {
    expect((await run(['--', 'sh', '-c', 'echo out >/dev/stdout; echo err >/dev/stderr'])).out).toBe('out\n');
    const endless = start(['--', 'yes']);
    endless.stdout?.once('data', () => endless.stdout?.destroy());
    expect(await once(endless, 'exit')).toEqual([141, null]);
  });

  it('is waited for together with what it left writing, but is done at once', async () => {
    const child = start(['--', 'sh', '-c', '(sleep 0.7; echo late) & echo early']);
    const out = text(child.stdout as NonNullable<typeof child.stdout>);
    await eventuallyTold('done');
    expect(child.exitCode).toBeNull();
    expect(theSession().message).toBe('early');
    expect(await out).toBe('early\nlate\n');
  });
});

const eventuallyTold = async (kind: string): Promise<void> => {
  while (!told().story.includes(kind)) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('the session', () => {
  it('works, and is done with its last line', async () => {
    await run(['--', 'sh', '-c', 'echo one; printf "\\033[32mtwo\\033[0m\\n"'], { cwd: folder });
    expect(told().story).toEqual(['start', 'working', 'done']);
    expect(theSession()).toMatchObject({
      agent: 'run',
      name: 'Run',
      state: 'idle',
      done: true,
      title: `sh -c echo one; printf "\\033[32mtwo\\033[0m\\n"`,
      message: 'two',
      cwd: folder,
    });
  });

  it('has failed with its status and last line', async () => {
    await run(['--', 'sh', '-c', 'echo no such target >&2; exit 2']);
    expect(theSession()).toMatchObject({ failed: true, detail: 'error', message: 'status 2: no such target' });
  });

  it('names the signal', async () => {
    await run(['--', 'sh', '-c', 'kill -TERM $$']);
    expect(theSession()).toMatchObject({ failed: true, message: 'ended by SIGTERM' });
  });

  it('has the name and title that it was given, and knows where it runs', async () => {
    await run(['--name', 'deploy', '--title', 'Staging', '--', 'true'], {
      env: { ...process.env, TMUX_PANE: '%3', KITTY_WINDOW_ID: '7' },
    });
    expect(theSession()).toMatchObject({ agent: 'deploy', name: 'Deploy', title: 'Staging', message: null });
    const { spool, quarantine } = pathsFor();
    const { waiting } = openSpool({ folder: spool, quarantine, rank: () => 0, placeOf: () => ({}) }).scan();
    expect(waiting[0]?.report.env).toEqual({ TMUX_PANE: '%3', KITTY_WINDOW_ID: '7' });
  });

  it('is another one each time', async () => {
    await Promise.all([run(['--', 'true']), run(['--', 'true']), run(['--', 'true'])]);
    expect(told().sessions.map(({ done }) => done)).toEqual([true, true, true]);
  });

  it('is not told where it can’t be, and the command runs all the same', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { status, out, err } = await run(['--', 'sh', '-c', 'echo ran; exit 5'], { env: { ...process.env, VIGIE_HOME: file } });
    expect([status, out, err]).toEqual([5, 'ran\n', '']);
  });
});

/** Says which signals it gets, and ends with 7 on SIGTERM. */
const listener = `
  let count = 0;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH', 'SIGCONT'])
    process.on(signal, () => console.log('got', signal, ++count));
  process.on('SIGTERM', () => process.exit(7));
  setInterval(() => {}, 1000);
  console.log('ready', process.stdout.isTTY === true);
`;
const listening = ['--', process.execPath, '-e', listener];

describe('signals, where there is no terminal', () => {
  it('go on to the command, which decides what they mean', async () => {
    const child = start(listening);
    const lines = child.stdout?.setEncoding('utf8') as NonNullable<typeof child.stdout>;
    expect(await once(lines, 'data')).toEqual(['ready false\n']);
    let count = 0;
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const) {
      child.kill(signal);
      expect(await once(lines, 'data')).toEqual([`got ${signal} ${(count += 1)}\n`]);
    }
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends a command that does not mind it', async (signal) => {
    const child = start(['--', 'sh', '-c', 'echo ready; exec sleep 60']);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    child.kill(signal);
    const status = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal];
    expect(await once(child, 'exit')).toEqual([status, null]);
    expect(theSession().message).toBe(`ended by ${signal}: ready`);
  });
});

describe('in a terminal', () => {
  let terminal: Terminal | undefined;
  afterEach(async () => {
    await terminal?.close();
    terminal = undefined;
  });

  /** A shell with job control; `run` stands for `vigie run`. */
  const openShell = async (): Promise<Terminal> => {
    const script = join(folder, 'vigie-run');
    writeFileSync(script, `exec '${process.execPath}' '${program}' run "$@"\n`);
    writeFileSync(join(folder, 'listener.mjs'), listener);
    terminal = await openTerminal({
      folder,
      cwd: folder,
      env: { ...process.env, TERM: 'xterm' },
      command: ['/bin/bash', '--norc', '--noprofile', '-i'],
    });
    await terminal.until(/bash\S*[#$]/u);
    return terminal;
  };
  const type = async (line: string): Promise<void> => {
    await terminal?.type(line);
    await terminal?.press('Enter');
  };

  it('the command has the terminal, its keys reach it once, and it can be stopped and gone on with', async () => {
    const shell = await openShell();
    await type(`sh vigie-run -- '${process.execPath}' listener.mjs; echo status $?`);
    await shell.until(/ready true/u);
    await shell.press('C-c');
    await shell.until(/got SIGINT 1/u);
    await shell.press('C-\\');
    await shell.until(/got SIGQUIT 2/u);
    await shell.press('C-z');
    await shell.until(/Stopped/u);
    await type('fg; echo then $?');
    await shell.until(/got SIGCONT 3/u);
    await shell.press('C-z');
    await shell.until(/then 148/u);
    await type('kill %1; fg; echo ended $?');
    await shell.until(/ended 7/u);
    expect(await shell.screen()).not.toMatch(/SIGINT [^1]|SIGQUIT [^2]/u);
  });

  it('the status of a command that a key ended is that of the signal', async () => {
    const shell = await openShell();
    await type("sh vigie-run -- sh -c 'tty >&2; exec sleep 60'; echo status $?");
    const [, tty] = await shell.until(/(\/dev\/pts\/\d+)/u);
    await shell.press('C-c');
    await shell.until(/status 130/u);
    expect(theSession()).toMatchObject({ failed: true, message: 'ended by SIGINT' });
    const { spool, quarantine } = pathsFor();
    const placeOf = ({ tty }: { tty: string | undefined }) => ({ tty: tty ?? null });
    const { waiting } = openSpool({ folder: spool, quarantine, rank: () => 0, placeOf }).scan();
    expect(waiting.map(({ report }) => report.place.tty)).toEqual([tty, tty, tty]);
  });

  it('what goes elsewhere is passed on, what goes to the terminal is not', async () => {
    const shell = await openShell();
    await type("sh vigie-run -- sh -c 'test -t 2 && echo is >&2; test -t 1 || echo not' > out; cat out; echo status $?");
    await shell.until(/is\nnot\nstatus 0/u);
    expect(theSession().message).toBe('not');
  });
});
