// Looking at sessions: what the verbs show is what the relay has just left, whether or not a hub was running.

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionView } from '../../src/domain/view.ts';
import { pathsFor } from '../../src/host/folders.ts';
import { configure, ended, payloadOf, pushAsked, report, start, tell, vigie } from './vigie-program.ts';

const listed = async (): Promise<SessionView[]> => JSON.parse((await vigie(['ls', '--json'])).out).sessions;

beforeAll(() => configure());
afterAll(() => vigie(['down']));

describe('a read verb', () => {
  it('starts the hub, which leaves launchers and nothing else to do', async () => {
    expect(existsSync(pathsFor().socket)).toBe(false);
    const { status, out } = await vigie(['ls']);
    expect([status, out]).toEqual([
      0,
      'No sessions. Start an agent that is connected, or connect those on this machine: vigie connect --all\n',
    ]);
    expect(existsSync(join(pathsFor().bin, 'vigie-hook'))).toBe(true);
    expect((await vigie(['ls', '--json'])).out).toBe('{\n  "schema": 1,\n  "sessions": []\n}\n');
    expect((await vigie(['status'])).out).toBe('no sessions\n');
  });

  it('says that a hub can not start, and why', async () => {
    const { status, err } = await vigie(['ls'], { VIGIE_HOME: '/dev/null/home' });
    expect(status).toBe(1);
    expect(err).toMatch(/^vigie: .*\/dev\/null\/home/u);
  });
});

describe('a real turn through the relay', () => {
  const fixture = (name: string): string[] =>
    readFileSync(join(import.meta.dirname, '../fixtures/claude', name), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const hooks = fixture('hooks.jsonl').map((line) => JSON.parse(line));
  const grades = fixture('graded.txt').map((line) => line.slice(40).trim());
  const ofSession = (id: string): { event: string; payload: Record<string, unknown>; grade: string }[] =>
    hooks.flatMap(({ event, payload }, at) =>
      payload.session_id.startsWith(id) ? [{ event, payload, grade: grades[at] ?? '' }] : [],
    );
  const gradeOf = (session: SessionView | undefined): string =>
    session ? `${session.state}${session.detail ? `/${session.detail}` : ''}${session.attention ? ' !' : ''}` : 'ended';

  // Prompt, tool and answer; a permission; a background subagent that asks and ends; /clear while a question is open.
  it.each([
    ['5a2f63', 0, 8],
    ['da6ad1', 0, 8],
    ['da6ad1', 58, 72],
    ['da6ad1', 101, 105],
    ['03488b', 0, 3],
  ])('is in the graded state right after each hook: %s from %i to %i', async (id, from, to) => {
    const seen: string[] = [];
    const steps = ofSession(id).slice(from, to);
    for (const { event, payload, grade } of steps) {
      expect(await report(event, payload)).toBe(0);
      const session = (await listed()).find((row) => row.session.startsWith(id));
      seen.push(`${event} ${grade === '-' ? '-' : gradeOf(session)}`);
    }
    expect(seen).toEqual(steps.map(({ event, grade }) => `${event} ${grade}`));
  });

  it('is complete after it ran without a hub', async () => {
    await vigie(['down']);
    await tell(
      'away-1',
      'SessionStart',
      ['UserPromptSubmit', { prompt: 'Add pages' }],
      ['Stop', { last_assistant_message: 'Added.' }],
    );
    expect(existsSync(pathsFor().socket)).toBe(false);
    const row = (await listed()).find(({ session }) => session === 'away-1');
    expect(row).toMatchObject({ state: 'idle', done: true, prompt: 'Add pages', reply: 'Added.', cwd: '/home/dev/harbor-api' });
  });
});

describe('the list', () => {
  beforeAll(async () => {
    await tell('list-1', 'SessionStart', ['UserPromptSubmit', { prompt: 'Add \u001B[31mpages\u0007' }], pushAsked);
    await tell('list-2', 'SessionStart', ['UserPromptSubmit', { prompt: 'Count the gulls' }]);
  });

  it('holds all that the contract promises, who needs you first', async () => {
    const { schema, sessions } = JSON.parse((await vigie(['ls', '--json'])).out);
    expect(schema).toBe(1);
    expect(sessions[0]).toMatchObject({
      id: 'claude:list-1',
      agent: 'claude',
      name: 'Claude',
      state: 'blocked',
      detail: 'permission',
    });
    const promised =
      'id agent name session state detail attention done title message prompt reply tool cwd model since_ms heard_ms source place';
    for (const session of sessions) for (const field of promised.split(' ')) expect(session).toHaveProperty(field);
  });

  it('is a table without any control character', async () => {
    const { out } = await vigie(['ls']);
    expect(out).toMatch(
      /^STATE +SESSION +AGENT +TITLE +LATEST STEP +PLACE +AGE\nblocked +list-1 +Claude +Add \[31mpages +permission: Bash git push/u,
    );
    expect(out).not.toMatch(/[^\n\P{Cc}]/u);
  });

  it('is counted', async () => {
    const counts = JSON.parse((await vigie(['status', '--json'])).out);
    expect(counts).toMatchObject({ schema: 1, blocked: 1, failed: 0, unknown: 0 });
    expect(counts.sessions).toBe(counts.blocked + counts.done + counts.working + counts.idle);
    expect((await vigie(['status'])).out).toMatch(/^1 blocked, \d done, \d working(?:, \d idle)?\n$/u);
  });

  it('may be read only in part', async () => {
    const child = start(['ls', '--json']);
    child.stdout?.destroy();
    const [[status], err] = await Promise.all([once(child, 'exit'), child.stderr ? text(child.stderr) : '']);
    expect([status, err]).toEqual([0, '']);
  });

  it('is watched: a line per change where the output is no terminal', async () => {
    const child = start(['watch']);
    const lines: string[] = [];
    const until = (wanted: RegExp): Promise<void> =>
      new Promise((resolve) => {
        child.stdout?.on('data', (chunk) => {
          lines.push(...String(chunk).split('\n').filter(Boolean));
          if (lines.some((line) => wanted.test(line))) resolve();
        });
      });
    await until(/claude:list-1/u);
    const done = until(/\tdone\tclaude:list-2\t/u);
    await report('Stop', payloadOf('list-2', 'Stop', { last_assistant_message: '14 gulls.' }));
    await done;
    expect(lines.find((line) => line.includes('done\tclaude:list-2'))).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z\tdone\tclaude:list-2\tharbor-api\tCount the gulls\t14 gulls\.$/u,
    );
    child.kill('SIGINT');
    expect((await ended(child)).status).toBe(0);
  });
});

describe('why', () => {
  it('tells the evidence, by any name of the session', async () => {
    const { status, out } = await vigie(['why', 'list-1']);
    expect(status).toBe(0);
    expect(out).toMatch(/^claude:list-1 has been blocked \(permission\) for \d+ seconds?\.\n/u);
    expect(out).toContain('said needs-you (PermissionRequest)');
    expect(JSON.parse((await vigie(['why', 'claude:list-1', '--json'])).out).asks).toHaveLength(1);
  });

  it.each([
    ['nobody', /^vigie: No session is called "nobody"/u],
    ['list', /^vigie: .*list-1.*list-2|ambiguous|more than one/su],
  ])('says that it can not know which: %s', async (name, complaint) => {
    const { status, err } = await vigie(['why', name]);
    expect(status).toBe(1);
    expect(err).toMatch(complaint);
  });
});

describe('seen', () => {
  it('takes attention away, from all or from none', async () => {
    const attention = async () =>
      (await listed()).filter(({ session }) => session.startsWith('list-')).map((row) => row.attention);
    expect(await attention()).toEqual([true, true]);
    expect((await vigie(['seen', 'list-1', 'nobody'])).status).toBe(1);
    expect(await attention()).toEqual([true, true]);
    expect((await vigie(['seen', 'list-1', 'list-2'])).status).toBe(0);
    expect(await attention()).toEqual([false, false]);
  });
});
