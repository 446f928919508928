// The hub as a process: one per user, killed and back, stopped and replaced.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/api/client.ts';
import { openClient } from '../../src/api/client.ts';
import { ensureHub } from '../../src/api/start-hub.ts';
import type { StreamMessage } from '../../src/api/contract.ts';
import { VigieError } from '../../src/domain/error.ts';
import type { Paths } from '../../src/host/folders.ts';
import { DatabaseSync } from '../../src/hub/sqlite.ts';
import { freshPaths, tell } from './hub-here.ts';

const program = join(import.meta.dirname, 'hub-process.ts');
const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
const started: ChildProcess[] = [];

const environment = (paths: Paths): NodeJS.ProcessEnv => ({ ...process.env, VIGIE_HOME: dirname(paths.state) });

/** Starts a hub; resolves to its first line. */
const start = (paths: Paths): { child: ChildProcess; said: Promise<string>; ended: Promise<number | string | null> } => {
  const child = spawn(process.execPath, [...flags, program], { env: environment(paths), stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const ended = new Promise<number | string | null>((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)));
  const said = new Promise<string>((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(text.trim());
    });
    void ended.then(() => resolve(text.trim()));
  });
  return { child, said, ended };
};

const freePort = (paths: Paths): Paths => {
  mkdirSync(paths.config, { recursive: true });
  writeFileSync(paths.configFile, '[page]\nport = 0\n');
  return paths;
};

/** Paths, with a hub that is up on them. */
const up = async (): Promise<{ paths: Paths; client: Client; child: ChildProcess; ended: Promise<number | string | null> }> => {
  const paths = freePort(freshPaths());
  const { child, said, ended } = start(paths);
  expect(await said).toMatch(/^up http/u);
  return { paths, client: openClient(paths), child, ended };
};

const rows = async (client: Client): Promise<string[]> =>
  (await client.snapshot()).sessions.map(({ session, state, detail }) => `${session} ${state} ${detail ?? ''}`.trim()).toSorted();

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const stop of stops.splice(0)) await stop().catch(() => {});
});

describe('one hub', () => {
  it('comes of forty that start at once', { timeout: 120_000 }, async () => {
    const paths = freePort(freshPaths());
    const said = await Promise.all(Array.from({ length: 40 }, () => start(paths).said));
    expect(said.filter((line) => line.startsWith('up '))).toHaveLength(1);
    expect(said.filter((line) => line === 'taken')).toHaveLength(39);
    expect((await openClient(paths).health()).version).toBe('1.0.0');
  });

  it('makes way for the next the moment it is killed', async () => {
    const { paths, child, ended } = await up();
    expect(await start(paths).said).toBe('taken');
    child.kill('SIGKILL');
    await ended;
    expect(await start(paths).said).toMatch(/^up http/u);
  });
});

describe('after kill -9', () => {
  it('everything it had is there, what came meanwhile too, and nothing twice', async () => {
    const { paths, client, child, ended } = await up();
    tell(paths, 'prompt', 'a', { prompt: 'a secret' });
    tell(paths, 'needs-you', 'b', { reason: 'question' });
    expect(await rows(client)).toEqual(['a working thinking', 'b blocked question']);
    const before = await client.snapshot();
    child.kill('SIGKILL');
    await ended;
    tell(paths, 'done', 'a');
    tell(paths, 'start', 'c');
    expect(await start(paths).said).toMatch(/^up http/u);
    expect(await rows(client)).toEqual(['a idle', 'b blocked question', 'c idle']);
    expect((await client.why('a')).events.map(({ kind }) => kind)).toEqual(['done', 'prompt']);
    expect((await client.snapshot()).seq).toBe(before.seq + 2);
    expect(readFileSync(paths.hubLog, 'utf8')).not.toContain('a secret');
  });

  it('whenever that happens, each event counts once', { timeout: 120_000 }, async () => {
    const paths = freePort(freshPaths());
    const client = openClient(paths);
    let told = 0;
    for (let round = 0; round < 4; round++) {
      const { child, said, ended } = start(paths);
      await said;
      for (let at = 0; at < 40; at++)
        tell(paths, 'tool', 's', { tool: `t${++told}`, tool_use_id: `t${told}`, at_ms: Date.now() + told });
      await new Promise((resolve) => setTimeout(resolve, round * 3));
      child.kill('SIGKILL');
      await ended;
    }
    await start(paths).said;
    await client.snapshot();
    const journal = new DatabaseSync(paths.journal, { readOnly: true });
    const tools = journal.prepare("SELECT seq, body ->> 'tool' AS tool FROM events ORDER BY seq").all();
    journal.close();
    expect(tools.map(({ seq }) => seq)).toEqual(Array.from({ length: told }, (_, at) => at + 1));
    expect(new Set(tools.map(({ tool }) => tool)).size).toBe(told);
  });
});

describe('a stop', () => {
  it('by SIGTERM ends the streams, writes everything down and leaves no socket', async () => {
    const { paths, client, child, ended } = await up();
    const stop = new AbortController();
    const messages: StreamMessage[] = [];
    const reader = (async () => {
      for await (const message of client.stream({ signal: stop.signal })) messages.push(message);
    })();
    await expect.poll(() => messages.length).toBe(1);
    tell(paths, 'prompt', 'a');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    stop.abort();
    await reader;
    expect(existsSync(paths.socket)).toBe(false);
    expect(existsSync(`${paths.journal}-wal`)).toBe(false);
    expect(await start(paths).said).toMatch(/^up http/u);
    expect(await rows(client)).toEqual(['a working thinking']);
  });

  it('over the socket is over when the call is', async () => {
    const { client, ended } = await up();
    await client.stop();
    await expect(client.health()).rejects.toMatchObject({ code: 'hub_away' });
    expect(await ended).toBe(0);
  });
});

describe('ensureHub', () => {
  const options = (paths: Paths, version = '1.0.0') => ({
    paths,
    version,
    command: [
      '/usr/bin/env',
      `VIGIE_HOME=${dirname(paths.state)}`,
      `VIGIE_TEST_VERSION=${version}`,
      process.execPath,
      ...flags,
      program,
    ] as const,
  });
  const ensure = async (paths: Paths, version?: string): Promise<Client> => {
    stops.push(() => openClient(paths).stop());
    const { command, ...rest } = options(paths, version);
    return ensureHub({ ...rest, command: [...command] });
  };

  it('starts one hub for many who ask at once, and leaves a running one alone', async () => {
    const paths = freePort(freshPaths());
    const clients = await Promise.all(Array.from({ length: 5 }, () => ensure(paths)));
    const pids = await Promise.all(clients.map(async (client) => (await client.health()).pid));
    expect(new Set(pids).size).toBe(1);
    expect((await (await ensure(paths)).health()).pid).toBe(pids[0]);
    expect((await (await ensure(paths, '0.9.0')).health()).pid).toBe(pids[0]);
  });

  it('puts a newer hub in the place of an older one', async () => {
    const paths = freePort(freshPaths());
    const old = await ensure(paths, '1.0.0');
    tell(paths, 'prompt', 'a');
    const { pid } = await old.health();
    const fresh = await ensure(paths, '1.0.1');
    const health = await fresh.health();
    expect(health.version).toBe('1.0.1');
    expect(health.pid).not.toBe(pid);
    expect(await rows(fresh)).toEqual(['a working thinking']);
  });

  it('says why a hub did not come up', async () => {
    const paths = freePort(freshPaths());
    writeFileSync(paths.configFile, '[page]\nprot = 1\n');
    const error = await ensure(paths).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(VigieError);
    expect(error).toMatchObject({ code: 'hub_away', hint: `Its log: ${paths.hubLog}` });
    expect(String(error)).toContain('Line 2, column 1, page.prot: there is no key "prot" here. Did you mean "port"?');
  });
});
