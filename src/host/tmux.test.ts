import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './command.ts';
import { parseClients, parsePanes, tmuxClient } from './tmux.ts';

const folder = join(process.env.TMUX_TMPDIR ?? '', `tmux-${process.getuid?.()}`);
const [first, second] = [join(folder, 'first'), join(folder, 'second')];
const tmux = (socket: string, ...words: string[]) =>
  execFileSync('tmux', ['-f', '/dev/null', '-S', socket, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const client = tmuxClient({ run: runCommand, env: process.env, uid: process.getuid?.(), deadline_ms: 1_000 });
const started: ChildProcess[] = [];

/** Somebody who looks: a client on a pseudo terminal of its own. */
const attach = async (socket: string, session: string): Promise<void> => {
  const before = tmux(socket, 'list-clients').split('\n').filter(Boolean).length;
  started.push(
    spawn('script', ['-qfc', `tmux -S ${socket} attach-session -t ${session}`, '/dev/null'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, TERM: 'xterm' },
    }),
  );
  await expect.poll(() => tmux(socket, 'list-clients').split('\n').filter(Boolean).length, { timeout: 5_000 }).toBe(before + 1);
};

const valueOf = <T>(answer: { ok: true; value: T } | { ok: false; message: string }): T => {
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
};

beforeAll(() => {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  tmux(first, 'new-session', '-d', '-s', 'two words', '-x', '80', '-y', '24', 'sleep 60');
  tmux(first, 'split-window', '-t', 'two words', 'sleep 60');
  tmux(first, 'new-window', '-t', 'two words', 'sleep 60');
  tmux(first, 'new-session', '-d', '-s', 'other', 'sleep 60');
  tmux(second, 'new-session', '-d', '-s', 'alone', 'sleep 60');
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  for (const socket of [first, second]) {
    try {
      tmux(socket, 'kill-server');
    } catch {
      // A test ended it.
    }
  }
});

describe('a tmux server', () => {
  it('is found with all others in the folder', () => {
    expect(client.sockets().sort()).toEqual([first, second]);
  });

  it('lists its panes with its own identity', async () => {
    const panes = valueOf(await client.panes(first));
    expect(panes.map(({ pane, session_name, window_index, active }) => [pane, session_name, window_index, active])).toEqual([
      ['%3', 'other', 0, true],
      ['%0', 'two words', 0, false],
      ['%1', 'two words', 0, false],
      ['%2', 'two words', 1, true],
    ]);
    const [pid, start] = tmux(first, 'display-message', '-p', '#{pid} #{start_time}').split(' ').map(Number);
    expect(panes[0]?.server).toEqual({ socket: first, pid, start_ms: (start ?? 0) * 1000 });
    expect(panes[0]?.tty).toMatch(/^\/dev\/pts\/\d+$/u);
  });

  it('selects a pane in a window that is not shown, and moves the client to its session', async () => {
    await attach(first, 'other');
    const pane = valueOf(await client.panes(first)).find((row) => row.pane === '%0');
    if (!pane) throw new Error('no pane');
    expect(await client.select(pane)).toEqual({ ok: true, value: undefined });
    const [viewer] = valueOf(await client.clients(first));
    expect(viewer).toMatchObject({
      control: false,
      session: tmux(first, 'display-message', '-p', '-t', 'other', '#{session_id}'),
    });
    expect(await client.switchClient(first, viewer?.name ?? '', pane.session)).toEqual({ ok: true, value: undefined });
    expect(tmux(first, 'display-message', '-p', '-c', viewer?.name ?? '', '#{session_name} #{pane_id}')).toBe('two words %0');
  });

  it('keeps a zoomed window zoomed', async () => {
    const panes = valueOf(await client.panes(first));
    tmux(first, 'resize-pane', '-Z', '-t', '%0');
    const pane = panes.find((row) => row.pane === '%1');
    if (!pane) throw new Error('no pane');
    await client.select(pane);
    expect(tmux(first, 'display-message', '-p', '-t', '%1', '#{pane_active}#{window_zoomed_flag}')).toBe('11');
  });

  it('says why it does not answer', async () => {
    expect(await client.panes(join(folder, 'nobody'))).toEqual({
      ok: false,
      why: 'gone',
      message: `no tmux server listens on ${join(folder, 'nobody')}`,
    });
    const [pane] = valueOf(await client.panes(second));
    if (!pane) throw new Error('no pane');
    expect(await client.select({ ...pane, pane: '%77' })).toMatchObject({ ok: false, why: 'refused' });
    const without = tmuxClient({ run: runCommand, env: { PATH: '/nowhere' }, uid: 0 });
    expect(await without.panes(second)).toEqual({ ok: false, why: 'missing', message: 'tmux is not installed' });
  });

  it('costs a bounded wait when it is wedged', async () => {
    const hurried = tmuxClient({ run: runCommand, env: process.env, uid: process.getuid?.(), deadline_ms: 150 });
    const pid = Number(tmux(second, 'display-message', '-p', '#{pid}'));
    process.kill(pid, 'SIGSTOP');
    try {
      const before = performance.now();
      expect(await hurried.panes(second)).toEqual({
        ok: false,
        why: 'late',
        message: `the tmux server on ${second} does not answer`,
      });
      expect(performance.now() - before).toBeLessThan(1_000);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});

it('gives the same pane ids again after a restart, under another identity', async () => {
  const before = valueOf(await client.panes(second))[0];
  tmux(second, 'kill-server');
  await expect.poll(async () => (await client.panes(second)).ok).toBe(false);
  tmux(second, 'new-session', '-d', '-s', 'again', 'sleep 60');
  const after = valueOf(await client.panes(second))[0];
  expect(after?.pane).toBe(before?.pane);
  expect(after?.server.pid).not.toBe(before?.server.pid);
});

it('looks into no folder that somebody else made', () => {
  expect(tmuxClient({ run: runCommand, env: process.env, uid: 4_242 }).sockets()).toEqual([]);
  expect(tmuxClient({ run: runCommand, env: process.env, uid: undefined }).sockets()).toEqual([]);
});

it('reads rows whose last field holds blanks, and passes over what is none', () => {
  expect(parsePanes('/s', '12 100 %0 13 $0 @0 2 1 0  name with  blanks \nrubbish\n\n')).toEqual([
    {
      server: { socket: '/s', pid: 12, start_ms: 100_000 },
      pane: '%0',
      pid: 13,
      tty: '',
      session: '$0',
      window: '@0',
      window_index: 2,
      session_name: 'name with  blanks ',
      active: true,
      attached: 0,
    },
  ]);
  expect(
    parseClients('5 $0 10 0 /dev/pts/1 /dev/pts/1\n6 $1 20 1  client-6\n').map(({ name, control }) => [name, control]),
  ).toEqual([
    ['client-6', true],
    ['/dev/pts/1', false],
  ]);
});
