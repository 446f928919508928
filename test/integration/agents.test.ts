// `vigie agents`, as a newcomer would use it.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentFileSchema } from '../../src/agentfile/dialect-vigie.ts';
import { openClient } from '../../src/api/client.ts';
import { pathsFor } from '../../src/host/folders.ts';
import type { Ran } from './vigie-program.ts';
import { configure, ended, program, vigie } from './vigie-program.ts';

const paths = pathsFor();
const { VIGIE_TEST_FOLDER: folder = '' } = process.env;
const agentFile = (name: string): string => join(paths.agents, name);
const write = (name: string, text: string): string => {
  writeFileSync(agentFile(name), text);
  return agentFile(name);
};
const tryOut = (words: readonly string[], payload: unknown): Promise<Ran> => {
  const child = spawn(process.execPath, [program, 'agents', 'try', ...words], { stdio: 'pipe' });
  child.stdin.end(typeof payload === 'string' ? payload : JSON.stringify(payload));
  return ended(child);
};

beforeAll(() => {
  configure();
  mkdirSync(paths.agents, { recursive: true, mode: 0o700 });
});
afterAll(() => vigie(['down']));

describe('new', () => {
  it('begins a file that works as it is, and overwrites none', async () => {
    const file = agentFile('ralph.toml');
    expect(await vigie(['agents', 'new', 'ralph'])).toEqual({ status: 0, out: `${file}\n`, err: '' });
    expect(await vigie(['agents', 'lint', file])).toEqual({ status: 0, out: `${file}: fine\n`, err: '' });
    const before = readFileSync(file, 'utf8');
    expect(await vigie(['agents', 'new', 'ralph'])).toEqual({
      status: 1,
      out: '',
      err: `vigie: ${file} is there already\n  Edit it, or move it away first.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
    write('other.json', '{}');
    expect((await vigie(['agents', 'new', 'other'])).err).toContain('other.json is there already');
  });

  it('is fine with every line of it in use', async () => {
    const text = readFileSync(agentFile('ralph.toml'), 'utf8');
    const file = write('whole.toml', text.replace(/^# (?=\[|[a-zA-Z_]+ = )/gmu, ''));
    expect(readFileSync(file, 'utf8')).toContain('\n[jump]\nurl = "ralph://open?session={session}"\n');
    expect(await vigie(['agents', 'lint', file])).toEqual({ status: 0, out: `${file}: fine\n`, err: '' });
  });

  it.each([
    ['Ralph', 2, 'is no name of an agent'],
    ['claude', 1, 'taken by a built-in agent'],
  ])('makes no file for %s', async (name, status, says) => {
    expect(await vigie(['agents', 'new', name])).toMatchObject({ status, out: '', err: expect.stringContaining(says) });
  });
});

describe('lint', () => {
  it.each([
    ['typo.json', '{"nmae":"R"}', 'Line 1, column 2, nmae: there is no key "nmae" here. Did you mean "name"?'],
    ['comma.json', '{"name":"R",}', 'Line 1, column 13'],
    ['quote.toml', "vigie = 1\nname = 'R\n", 'Line 2, column'],
    ['event.toml', 'vigie = 1\n[events]\nstop = "finished"\n', 'Line 3, column 8, events.stop: "finished" is no event'],
    ['path.json', '{"fields":{"cwd":"workspace"}}', 'fields.cwd: is no path'],
    ['url.json', '{"jump":{"url":"FILE:///etc/passwd"}}', 'jump.url'],
    ['first.toml', 'name = "R"\n', 'must begin with vigie = 1'],
    ['Upper.json', '{}', '"Upper" is no name of an agent'],
  ])('tells the mistake in %s', async (name, text, says) => {
    const file = write(name, text);
    const ran = await vigie(['agents', 'lint', file]);
    expect(ran).toMatchObject({ status: 1, err: '' });
    expect(ran.out.startsWith(`${file}: `)).toBe(true);
    expect(ran.out).toContain(says);
  });

  it('lets nothing that a file holds steer the terminal, nor a recording', async () => {
    const file = write('marks.json', '{"a\\u001b]0;b\\u0007":1}');
    const ran = await vigie(['agents', 'lint', file]);
    expect(ran.out).toBe(`${file}: Line 1, column 2, ["a\\u001b]0;b\\u0007"]: there is no key "a]0;b" here.\n`);
    const recording = write('marks.jsonl', '\u001b]0;b\u0007');
    const played = await vigie(['replay', recording]);
    expect(played.status).not.toBe(0);
    expect(played.err).toContain('marks.jsonl, line 1: no JSON');
    expect(played.err).not.toContain('\u001b');
  });

  it('tells every mistake of several files, and goes on after a broken one', async () => {
    const broken = write('two.json', '{"nmae":"R","fields":{"cwd":"x"}}');
    const fine = write('fine.json', '{"name":"Fine"}');
    const ran = await vigie(['agents', 'lint', broken, fine]);
    expect(ran.status).toBe(1);
    expect(ran.out.trimEnd().split('\n')).toEqual([
      expect.stringContaining('nmae: there is no key'),
      expect.stringContaining('fields.cwd: is no path'),
      `${fine}: fine`,
    ]);
  });

  it.each([
    ['gone.toml', 'there is no file'],
    ['notes.txt', 'is no agent file that can be read'],
  ])('says why it can not read %s', async (name, says) => {
    write('notes.txt', 'vigie = 1');
    const ran = await vigie(['agents', 'lint', agentFile(name)]);
    expect(ran).toMatchObject({ status: 1, out: '', err: expect.stringContaining(says) });
  });

  it('tells of a twin under another extension', async () => {
    write('twin.toml', 'vigie = 1\n');
    const file = write('twin.json', '{}');
    expect((await vigie(['agents', 'lint', file])).out).toBe(
      `${file}: ${agentFile('twin.toml')} is of the same name; only one of them may stay\n`,
    );
  });

  it('knows no file that is not there', async () => {
    expect(await vigie(['agents', 'lint', join(folder, 'none.toml')])).toMatchObject({ status: 1, out: '' });
  });
});

describe('try', () => {
  it('says what a payload would become, and sends nothing', async () => {
    const demo = { session: 'demo', event: 'needs-you', message: 'Ralph wants to deploy', reason: 'plan' };
    expect(await tryOut(['ralph'], demo)).toEqual({
      status: 0,
      out: [
        'needs-you: session demo of Ralph',
        '  message: Ralph wants to deploy',
        '  reason: plan',
        '  state: blocked (plan), and nobody has seen it',
        '',
      ].join('\n'),
      err: '',
    });
  });

  it('takes the event as argument, and built-in agents as they are', async () => {
    expect((await tryOut(['ralph', 'NeedsYou'], { session: 1 })).out).toMatch(/^needs-you: session 1 of Ralph\n/u);
    const claude = await tryOut(['claude', 'Stop'], {
      session_id: 's',
      hook_event_name: 'Stop',
      last_assistant_message: 'Done.',
    });
    expect(claude).toMatchObject({ status: 0, err: '' });
    expect(claude.out).toMatch(/^done: session s of Claude\n/u);
    const { steps } = JSON.parse((await tryOut(['claude', 'Stop', '--json'], { session_id: 's' })).out);
    expect(steps).toMatchObject([{ event: { kind: 'done' }, session: { id: 'claude:s', done: true } }]);
  });

  it('says what is ignored, and what would be refused', async () => {
    write('beat.json', '{"events":{"heartbeat":"ignore"}}');
    expect(await tryOut(['beat', 'heartbeat'], { session: 's' })).toEqual({
      status: 0,
      out: 'ignored: the agent file says so\n',
      err: '',
    });
    expect(await tryOut(['ralph'], { event: 'done' })).toEqual({ status: 1, out: '', err: 'session is missing.\n' });
    expect(await tryOut(['ralph'], '{')).toMatchObject({ status: 1, out: '', err: expect.stringContaining('not JSON') });
    expect(await tryOut(['claude', 'Strop'], { session_id: 's' })).toMatchObject({ status: 1, out: '' });
  });
});

describe('show and schema', () => {
  it('prints the file that counts, and those that do not', async () => {
    const builtIn = await vigie(['agents', 'show', 'claude-code']);
    expect(builtIn.out).toBe(readFileSync(join(import.meta.dirname, '../../agents/claude/agent.toml'), 'utf8'));
    expect(builtIn.err).toMatch(/claude\/agent\.toml\n$/u);
    expect(JSON.parse((await vigie(['agents', 'show', 'fine', '--json'])).out)).toEqual({ name: 'Fine' });
    expect(await vigie(['agents', 'show', 'typo'])).toMatchObject({ status: 1, err: expect.stringContaining('nmae') });
    expect((await vigie(['agents', 'show', 'clude'])).err).toContain('Did you mean claude?');
  });

  it('prints the schema that is published', async () => {
    expect(JSON.parse((await vigie(['agents', 'schema'])).out)).toEqual(agentFileSchema());
  });
});

describe('list', () => {
  it('has every file, used or not, and who was only heard of', async () => {
    expect((await vigie(['tell', 'stray', 'prompt', '--session', '1'])).status).toBe(0);
    const { agents } = await (async () => {
      const { out } = await vigie(['agents', '--json']);
      return JSON.parse(out) as Awaited<ReturnType<ReturnType<typeof openClient>['agents']>>;
    })();
    const of = (id: string) => agents.find((agent) => agent.id === id);
    expect(of('claude')).toMatchObject({
      name: 'Claude',
      origin: 'built-in',
      used: true,
      colour: '#CA7B57',
      icon: true,
      heard_ms: null,
    });
    expect(of('stray')).toEqual({
      id: 'stray',
      name: 'Stray',
      origin: null,
      file: null,
      used: false,
      reasons: [],
      colour: null,
      icon: false,
      heard_ms: expect.any(Number),
      connection: null,
    });
    expect(of('typo')).toMatchObject({ origin: 'vigie', used: false, reasons: [expect.stringContaining('nmae')] });
    const shown = await vigie(['agents']);
    expect(shown.out).toMatch(/^stray +Stray +only heard of /mu);
    expect(shown.out).toContain(`${agentFile('typo.json')} is ignored:\n  Line 1, column 2, nmae`);
    expect((await vigie(['agents', 'list'])).status).toBe(0);
  });

  it('shows pictures by themselves, shut in, and only those there are', async () => {
    const { url } = await openClient(paths).health();
    const icon = await fetch(new URL('/icons/claude', url));
    expect(icon.status).toBe(200);
    expect(await icon.text()).toBe(readFileSync(join(import.meta.dirname, '../../agents/claude/icon.svg'), 'utf8'));
    expect(icon.headers.get('content-type')).toBe('image/svg+xml');
    expect(icon.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(icon.headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of ['stray', 'fine', '..%2f..%2fpackage.json'])
      expect((await fetch(new URL(`/icons/${name}`, url))).status).toBe(404);
    expect((await fetch(new URL('/api/agents', url))).status).toBe(401);
  });
});
