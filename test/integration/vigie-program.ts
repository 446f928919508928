// The built program as a person and an agent's hook run it, in this test file's own VIGIE_HOME.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathsFor } from '../../src/host/folders.ts';

export const program = join(import.meta.dirname, '../../dist/vigie.js');

/** On any free port, so that no two test files meet. Call it before the first hub starts. */
export const configure = (more = ''): void => {
  const { configFile } = pathsFor();
  mkdirSync(dirname(configFile), { recursive: true, mode: 0o700 });
  writeFileSync(configFile, `[page]\nport = 0\n${more}`);
};

export interface Ran {
  status: number | null;
  out: string;
  err: string;
}

export const start = (words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });

/** Runs to the end. */
export const vigie = async (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> => ended(start(words, env));

export const ended = async (child: ChildProcess): Promise<Ran> => {
  const [out, err, status] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { status, out, err };
};

/** What an agent's hook does: runs the relay, and resolves with its status when it has left. */
export const report = (event: string, payload: unknown, env: NodeJS.ProcessEnv = {}): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const { PATH } = process.env;
    const child = spawn(join(pathsFor().bin, 'vigie-hook'), ['claude', event], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH, ...env },
    });
    child.once('error', reject);
    child.once('exit', resolve);
    child.stdin.end(JSON.stringify(payload));
  });

/** A payload as Claude Code sends it. */
export const payloadOf = (session: string, event: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  session_id: session,
  transcript_path: `/home/dev/.claude/projects/-home-dev-harbor-api/${session}.jsonl`,
  cwd: '/home/dev/harbor-api',
  hook_event_name: event,
  ...more,
});

/** Sends events of one session, one after the other: a name, or name and fields. */
export const tell = async (session: string, ...events: (string | [string, Record<string, unknown>])[]): Promise<void> => {
  for (const each of events) {
    const [event, more = {}] = typeof each === 'string' ? [each] : each;
    await report(event, payloadOf(session, event, more));
  }
};

/** An open permission dialog. */
export const pushAsked: [string, Record<string, unknown>] = [
  'PermissionRequest',
  { tool_name: 'Bash', tool_input: { command: 'git push', description: 'Push the branch' }, permission_mode: 'default' },
];
