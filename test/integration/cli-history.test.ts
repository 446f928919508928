import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathsFor } from '../../src/host/folders.ts';
import { configure, ended, payloadOf, report, start, tell, vigie } from './vigie-program.ts';

const paths = pathsFor();
const secret = 'xyzzyquux';

/** One request over the hub's socket. */
const get = (path: string): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    request({ socketPath: paths.socket, path, agent: false, headers: { host: 'localhost' } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, text: body }), reject);
    })
      .on('error', reject)
      .end();
  });

/** Whether any file of the journal holds that text. */
const journalHolds = (word: string): boolean =>
  readdirSync(paths.state)
    .filter((name) => name.startsWith('journal.db'))
    .some((name) => readFileSync(join(paths.state, name)).includes(word));

beforeAll(async () => {
  configure();
  await vigie(['up', '--detach']);
  await tell(
    'aa11',
    'SessionStart',
    ['UserPromptSubmit', { prompt: 'Fix the parser' }],
    ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 't1' }],
    ['Stop', { last_assistant_message: 'All green.' }],
    ['SessionEnd', { reason: 'exit' }],
  );
  await tell('bb22', 'SessionStart', ['UserPromptSubmit', { prompt: `The ${secret} of mine`, cwd: '/home/dev/harbor-api/deep' }]);
  await tell('cc33', 'SessionStart', ['UserPromptSubmit', { prompt: 'Elsewhere', cwd: '/home/dev/harbor-api-2' }]);
});
afterAll(() => vigie(['down']));

describe('log', () => {
  it('tells what happened in an ended session, by the beginning of its id, the oldest first', async () => {
    const { out, status } = await vigie(['log', 'aa1']);
    expect(status).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(21)),
    ).toEqual([
      'the session starts',
      'you say: Fix the parser',
      'runs Bash npm test',
      'is done: All green.',
      'the session ends (exit)',
    ]);
    expect(out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}the session/u);
  });

  it('tells of all sessions, as many events as wanted', async () => {
    const { out } = await vigie(['log', '--limit', '2']);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(21)),
    ).toEqual(['claude:cc33  the session starts', 'claude:cc33  you say: Elsewhere']);
  });

  it('gives JSON, the newest first', async () => {
    const { out } = await vigie(['log', 'claude:aa11', '--json', '--limit', '1']);
    expect(JSON.parse(out)).toMatchObject({
      schema: 1,
      events: [{ id: 'claude:aa11', kind: 'end', end_reason: 'exit', source: 'hook', seq: 5 }],
    });
    const page = await get('/api/events?session=aa11&before=3&limit=9');
    expect(JSON.parse(page.text).events.map(({ kind }: { kind: string }) => kind)).toEqual(['prompt', 'start']);
  });

  it.each([
    [['log', 'nobody'], 1, 'No session is called "nobody"'],
    [['log', '--limit', '0'], 2, '--limit must be a whole number from 1 to 1000, not 0'],
  ])('says what is wrong: %j', async (words, status, message) => {
    const ran = await vigie(words);
    expect([ran.status, ran.out]).toEqual([status, '']);
    expect(ran.err).toContain(message);
  });
});

it('tells its numbers to Prometheus, on the socket only', async () => {
  const { status, text } = await get('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('# TYPE vigie_sessions gauge\nvigie_sessions{state="working"} 2\nvigie_sessions{state="blocked"} 0\n');
  expect(text).toMatch(/^vigie_spool_waiting 0$/mu);
  expect(text).toMatch(/^vigie_faults_total 0$/mu);
  expect(text).toMatch(/^process_cpu_seconds_total 0\.\d+$/mu);
  const { url } = JSON.parse((await get('/api/health')).text);
  expect((await fetch(`${url}metrics`)).status).toBe(404);
});

describe('completions', () => {
  const offered = async (...words: string[]): Promise<string[]> =>
    (await vigie(['completions', 'complete', '--', ...words])).out.trimEnd().split('\n').slice(0, -1);

  it('offers verbs, options, sessions and settings', async () => {
    expect(await offered('lo')).toEqual(['log\ttell what happened in a session']);
    expect(await offered('log', '--j')).toEqual([expect.stringMatching(/^--json\tPrints/u)]);
    expect(await offered('why', '')).toEqual(['bb22\tclaude The xyzzyquux of mine', 'cc33\tclaude Elsewhere']);
    expect(await offered('config', 'se')).toEqual(['set\tchange a setting']);
    expect(await offered('config', 'get', 'ret')).toEqual(['retention_days\tsetting', 'retention_bytes\tsetting']);
  });

  it('works in bash', () => {
    const bin = join(process.env.VIGIE_TEST_FOLDER ?? '', 'bin');
    if (!existsSync('/usr/share/bash-completion/bash_completion')) return;
    mkdirSync(bin, { recursive: true });
    const script = `
      . /usr/share/bash-completion/bash_completion
      PATH='${paths.bin}':$PATH
      . <(vigie completions bash)
      COMP_LINE='vigie why b' COMP_POINT=11 COMP_WORDS=(vigie why b) COMP_CWORD=2
      __vigie_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('bb22\n');
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s', async (shell) => {
    const { out, status } = await vigie(['completions', shell]);
    expect(status).toBe(0);
    expect(out).toMatch(/vigie completions.* complete\b/u);
  });

  it('refuses other shells', async () => {
    const { err, status } = await vigie(['completions', 'tcsh']);
    expect([status, err]).toEqual([2, 'vigie: vigie knows no completions for tcsh\n  It knows bash, zsh, fish, powershell.\n']);
  });
});

describe('forget', () => {
  it('asks before it forgets: without an answer nothing is gone', async () => {
    const { out, err, status } = await vigie(['forget', '/home/dev/harbor-api/']);
    expect(status).toBe(1);
    expect(out).toBe('2 sessions with 7 events:\n  claude:aa11\n  claude:bb22\n');
    expect(err).toContain('vigie forget /home/dev/harbor-api/ --yes');
    expect(journalHolds(secret)).toBe(true);
  });

  it('forgets a folder for good: list, history, full text, and every byte in the file', async () => {
    const watching = start(['watch']);
    const { out, status } = await vigie(['forget', '/home/dev/harbor-api', '--yes']);
    expect([status, out.split('\n').at(-2)]).toEqual([0, 'Forgot 2 sessions with 7 events.']);
    watching.kill();
    expect((await ended(watching)).out).not.toContain('undefined');
    expect(journalHolds(secret)).toBe(false);
    expect(journalHolds('aa11')).toBe(false);
    expect(journalHolds('Elsewhere')).toBe(true);
    expect((await vigie(['ls'])).out).toContain('Elsewhere');
    expect((await vigie(['ls'])).out).not.toContain(secret);
    expect((await vigie(['log', 'bb22'])).status).toBe(1);
    expect((await vigie(['log'])).out.trimEnd().split('\n')).toHaveLength(2);
  });

  it('forgets one session; what its agent reports next makes it anew', async () => {
    expect((await vigie(['forget', 'cc33', '--yes'])).out).toContain('Forgot 1 session with 2 events.');
    expect((await vigie(['ls'])).out).toContain('No sessions');
    await report('Stop', payloadOf('cc33', 'Stop', {}));
    expect((await vigie(['log', 'cc33'])).out).toContain('is done');
  });

  it('says so when there is nothing to forget', async () => {
    expect(await vigie(['forget', '/nowhere', '--yes'])).toEqual({ status: 0, out: 'Nothing is known of /nowhere.\n', err: '' });
    expect((await vigie(['forget', 'nobody', '--yes'])).err).toContain('No session is called "nobody"');
  });
});
