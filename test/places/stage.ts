// What the jump tests build on: agents that are only a process, people who are only an attached client, a desktop that nobody sees.

import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

export const folder = process.env.VIGIE_TEST_FOLDER ?? '';
export const socketFolder = join(process.env.TMUX_TMPDIR ?? '', `tmux-${process.getuid?.()}`);
mkdirSync(socketFolder, { mode: 0o700, recursive: true });

export const tmux = (socket: string, ...words: string[]): string =>
  execFileSync('tmux', ['-f', '/dev/null', '-S', socket, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** A shell line for an agent that does nothing but be there, and tells its pid. */
export const agentLine = (name: string): string =>
  `echo $$ > '${join(folder, name)}.new'; mv '${join(folder, name)}.new' '${join(folder, name)}'; exec sleep 120`;

/** Waits for something that another program does in its own time; unlike `expect.poll`, in hooks too. */
export const until = (condition: () => boolean): Promise<unknown> => vi.waitUntil(condition, { timeout: 20_000, interval: 50 });

export const pidOf = async (name: string): Promise<number> => {
  const file = join(folder, name);
  await until(() => existsSync(file));
  return Number(readFileSync(file, 'utf8'));
};

const children: ChildProcess[] = [];
const sockets: string[] = [];

/** Starts a program that `clearAway` ends. */
export const start = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess => {
  const child = spawn(command, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  children.push(child);
  return child;
};

/** A tmux server of our own; its first session runs one agent. */
export const startServer = (socket: string, session: string, agent: string): string => {
  if (!sockets.includes(socket)) sockets.push(socket);
  tmux(socket, 'new-session', '-d', '-s', session, '-x', '80', '-y', '24', agentLine(agent));
  return socket;
};

/** A person at a pseudo terminal, who types one line. */
export const typeLine = (line: string, env: NodeJS.ProcessEnv = process.env): ChildProcess =>
  start('script', ['-qfc', line, '/dev/null'], { ...env, TERM: 'xterm', SHELL: '/bin/sh' });

/** Names of the clients of a server, once there are so many. */
export const clientsOf = async (socket: string, count: number): Promise<string[]> => {
  const list = () => tmux(socket, 'list-clients', '-F', '#{client_name}').split('\n').filter(Boolean);
  await until(() => list().length === count);
  return list();
};

/** What a client shows: `session pane`. */
export const shownBy = (socket: string, client: string): string =>
  tmux(socket, 'display-message', '-p', '-c', client, '#{session_name} #{pane_id}');

export const clearAway = (): void => {
  for (const socket of sockets.splice(0)) {
    try {
      tmux(socket, 'kill-server');
    } catch {
      // The test ended it.
    }
  }
  for (const child of children.splice(0).toReversed()) child.kill('SIGTERM');
};
