// A recording is made of a hub's day and played into another: the same states come of it, and nothing private is in it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Arrival } from '../../src/cli/recording.ts';
import { parseRecording } from '../../src/cli/recording.ts';
import { configure, report, start, vigie } from './vigie-program.ts';

const folder = process.env.VIGIE_TEST_FOLDER ?? '';
const home = process.env.HOME ?? '';
const id = 'c0ffee00-1111-4222-8333-444455556666';
const projects = join(home, '.claude/projects/-secret-project');
const transcript = join(projects, `${id}.jsonl`);
const registry = join(home, '.claude/sessions');

beforeAll(() => configure());
/** A second hub, into which the day is played. */
const other = { VIGIE_HOME: join(folder, 'other') };
afterAll(async () => {
  await Promise.all([vigie(['down']), vigie(['down'], other)]);
});

const stateOf = async (env = {}): Promise<unknown> => {
  const { sessions } = JSON.parse((await vigie(['ls', '--json'], env)).out);
  return sessions.map(({ id: each, state, detail }: { id: string; state: string; detail: string | null }) => [
    each,
    state,
    detail,
  ]);
};
const payload = (event: string, more = {}) => ({
  session_id: id,
  transcript_path: transcript,
  cwd: join(home, 'secret-project'),
  hook_event_name: event,
  ...more,
});
const writeRegistry = (pid: number, status: string): void =>
  writeFileSync(join(registry, `${pid}.json`), JSON.stringify({ pid, sessionId: id, status, statusUpdatedAt: Date.now() }));

/** Records while `scene` plays. */
const record = async (words: string[], scene: () => Promise<void>): Promise<{ status: unknown; err: string }> => {
  const recorder = start(['record', ...words]);
  let err = '';
  recorder.stderr?.on('data', (chunk) => (err += chunk));
  while (!err.includes('Ctrl-C ends it')) await once(recorder.stderr ?? recorder, 'data');
  await scene();
  recorder.kill('SIGINT');
  const [status] = await once(recorder, 'exit');
  return { status, err };
};

describe('record', () => {
  const file = join(folder, 'day.jsonl');
  let arrivals: Arrival[];

  it('goes on until Ctrl-C, and says what came of it', async () => {
    for (const each of [projects, registry, join(home, 'secret-project')]) mkdirSync(each, { recursive: true });
    const agent = spawn('sleep', ['60']);
    const env = { CLAUDE_PID: String(agent.pid) };
    const { status, err } = await record([file], async () => {
      await report('SessionStart', payload('SessionStart'), env);
      await report('UserPromptSubmit', payload('UserPromptSubmit', { prompt: 'Sell the orchard' }), env);
      writeRegistry(agent.pid ?? 0, 'busy');
      await report(
        'PermissionRequest',
        payload('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm orchard' } }),
        env,
      );
      await expect.poll(() => stateOf()).toEqual([[`claude:${id}`, 'blocked', 'permission']]);
      writeRegistry(agent.pid ?? 0, 'idle');
      appendFileSync(transcript, `${JSON.stringify({ type: 'user', note: 'Sell the orchard' })}\n`);
      await expect.poll(() => stateOf()).toEqual([[`claude:${id}`, 'idle', null]]);
      rmSync(join(registry, `${agent.pid}.json`));
      agent.kill();
      await once(agent, 'exit');
      await expect.poll(() => stateOf(), { timeout: 10_000 }).toEqual([]);
    });
    expect([status, err]).toEqual([0, expect.stringMatching(/\d+ arrivals in .*, \d+ kB\.\n$/u)]);
    arrivals = parseRecording(readFileSync(file, 'utf8'), file);
  });

  it('holds all that came in, for its owner alone', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kinds = arrivals.map((each) => (each.kind === 'report' ? each.event : each.kind));
    expect(kinds.filter((kind) => kind !== 'registry')).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PermissionRequest',
      'transcript',
      'process',
    ]);
    const registries = arrivals.filter((each) => each.kind === 'registry').map(({ content }) => content?.status ?? null);
    expect(registries).toEqual(['busy', 'idle', null]);
  });

  it('holds nothing private', () => {
    expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`orchard|secret|${home}`, 'iu'));
  });

  it('gives the same states when it is played', async () => {
    mkdirSync(join(other.VIGIE_HOME, 'config'), { recursive: true });
    writeFileSync(join(other.VIGIE_HOME, 'config/config.toml'), '[page]\nport = 0\n');
    const first = arrivals.findIndex((each) => each.kind === 'registry' && each.content === null);
    const cut = join(folder, 'cut.jsonl');
    writeFileSync(cut, readFileSync(file, 'utf8').trim().split('\n').slice(0, first).join('\n'));
    const { status, err } = await vigie(['replay', cut], other);
    expect([status, err]).toEqual([0, expect.stringContaining('Played.')]);
    await expect.poll(() => stateOf(other)).toEqual([[`claude:${id}`, 'idle', null]]);
    expect((await vigie(['replay', file], other)).status).toBe(0);
    await expect.poll(() => stateOf(other), { timeout: 10_000 }).toEqual([]);
  });

  it('keeps within its bounds and says what it left out; what was said is kept when asked for', async () => {
    const small = join(folder, 'small.jsonl');
    const { err } = await record([small, '--keep', 'prompts', '--max', '0.001'], async () => {
      for (let turn = 0; turn < 4; turn++)
        await report('UserPromptSubmit', payload('UserPromptSubmit', { prompt: `Turn ${turn} of the orchard` }));
      await expect.poll(async () => JSON.stringify(await stateOf())).toContain('working');
    });
    expect(err).toMatch(/[1-3] more were left out/u);
    expect(statSync(small).size).toBeLessThanOrEqual(1_000);
    expect(readFileSync(small, 'utf8')).toContain('Turn 0 of the orchard');
  });

  it.each([
    [['record', '/nowhere/there/r.jsonl'], 1, "can't be written"],
    [['record', '--keep', 'all'], 2, 'all is nothing that is hidden'],
    [['record', '--max', '0'], 2, 'no number above 0'],
  ])('refuses %j', async (words, status, complaint) => {
    expect(await vigie(words)).toMatchObject({ status, err: expect.stringContaining(complaint) });
  });

  it('overwrites no file', async () => {
    const taken = join(folder, 'taken.jsonl');
    writeFileSync(taken, 'mine');
    expect(await vigie(['record', taken])).toMatchObject({ status: 1, err: expect.stringContaining('is there already') });
    expect(readFileSync(taken, 'utf8')).toBe('mine');
  });
});
