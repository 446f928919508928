import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '../domain/text.ts';
import { makeNote, noteBody } from './note.ts';
import { blocked, done, failed } from '../../test/notify/item.ts';
import { brief, headline, summary } from './wording.ts';

const full = { content: 'full', sound: false } as const;
const none = { content: 'none', sound: false } as const;
const bash = { tool: 'Bash', input: 'npm test', message: 'May I run the tests?' };

describe('the words', () => {
  it.each([
    [blocked(bash), 'claude in api asks to run npm test', 'claude asks for a permission'],
    [blocked({ tool: 'Edit', input: 'src/main.ts' }), 'claude in api asks to edit src/main.ts', 'claude asks for a permission'],
    [
      blocked({ tool: 'WebFetch', input: 'https://x.test/' }),
      'claude in api asks to fetch https://x.test/',
      'claude asks for a permission',
    ],
    [
      blocked({ tool: 'mcp__jira__create', input: 'VIG-1' }),
      'claude in api asks to use mcp__jira__create: VIG-1',
      'claude asks for a permission',
    ],
    [blocked({ tool: 'Bash' }), 'claude in api asks to use Bash', 'claude asks for a permission'],
    [blocked({}), 'claude in api asks for a permission', 'claude asks for a permission'],
    [blocked({ detail: 'question' }), 'claude in api asks a question', 'claude asks a question'],
    [blocked({ detail: 'plan' }), 'claude in api asks to review a plan', 'claude asks to review a plan'],
    [blocked({ detail: 'trust' }), 'claude in api asks whether to trust the folder', 'claude asks whether to trust the folder'],
    [blocked({ detail: 'rate_limit' }), 'claude in api waits at a rate limit', 'claude waits at a rate limit'],
    [blocked({ detail: 'constructor' }), 'claude in api needs you', 'claude needs you'],
    [blocked({ detail: null, cwd: null }), 'claude needs you', 'claude needs you'],
    [done({ cwd: 'C:\\code\\shop\\' }), 'claude in shop is done', 'claude is done'],
    [failed({}), 'claude in api failed', 'claude failed'],
    [failed({ detail: 'rate_limit' }), 'claude in api stopped at a rate limit', 'claude stopped at a rate limit'],
  ])('%#', (item, withContent, without) => {
    expect(headline(item, 'full')).toBe(withContent);
    expect(headline(item, 'none')).toBe(without);
  });

  it('counts several', () => {
    const [a, b, c] = [blocked({}), done({}), failed({})];
    expect(summary([a, b, c])).toBe('1 needs you, 1 failed, 1 done');
    expect(summary([b, a, a, b])).toBe('2 need you, 2 done');
  });
});

describe('a note about one session', () => {
  it('says what is asked, and in the agent’s own words why', () => {
    const item = blocked({ ...bash, title: 'Fix the login', place: { ...blocked({}).session.place, tty: '/dev/pts/3' } });
    expect(makeNote([item], { content: 'full', sound: true }, 9_000)).toEqual({
      schema: 1,
      id: 'claude:s1 blocked 1000 9000',
      kind: 'blocked',
      title: 'claude in api asks to run npm test',
      body: 'Fix the login: May I run the tests?',
      at_ms: 9_000,
      count: 1,
      sessions: [
        {
          id: 'claude:s1',
          agent: 'claude',
          name: 'claude',
          host: '',
          kind: 'blocked',
          detail: 'permission',
          since_ms: 1_000,
          title: 'Fix the login',
          message: 'May I run the tests?',
          tool: 'Bash',
          input: 'npm test',
          cwd: '/code/api',
        },
      ],
      terminals: [{ tty: '/dev/pts/3', isPane: false }],
      sound: true,
    });
  });

  it.each([
    [done({ message: 'Deployed', reply: 'a long reply' }), 'Deployed'],
    [done({ reply: 'It is\nfixed.' }), 'It is fixed.'],
    [done({ title: 'Fix the login', message: 'Fixed' }), 'Fix the login: Fixed'],
    [done({ title: 'Fix the login', message: '' }), 'Fix the login'],
    [failed({ reply: 'an old reply', title: 'Fix the login' }), 'Fix the login'],
    [done({}), ''],
  ])('%#: below the headline', (item, body) => {
    expect(makeNote([item], full, 0).body).toBe(body);
  });

  it('names the terminal only where it is this machine’s', () => {
    const place = { ...done({}).session.place, tty: '/dev/pts/3' };
    expect(makeNote([done({ place, host: 'far' })], full, 0).terminals).toEqual([]);
  });

  it('names each terminal once, and whether it is a pane of tmux', () => {
    const place = { ...done({}).session.place, tty: '/dev/pts/3' };
    const pane = { ...place, tty: '/dev/pts/4', tmux: { socket: null, server_pid: null, server_start_ms: null, pane: '%1' } };
    const items = [done({ place }), done({ session: 'b', place: pane }), blocked({ session: 'c', place })];
    expect(makeNote(items, full, 0).terminals).toEqual([
      { tty: '/dev/pts/3', isPane: false },
      { tty: '/dev/pts/4', isPane: true },
    ]);
  });
});

describe('a note about several', () => {
  it('puts the most urgent first', () => {
    const note = makeNote(
      [
        done({ session: 'a' }),
        failed({ session: 'b' }),
        blocked({ session: 'c', since_ms: 5_000 }),
        blocked({ session: 'd', ...bash }),
      ],
      full,
      0,
    );
    expect(note.title).toBe('2 need you, 1 failed, 1 done');
    expect(note.body).toBe(
      'claude in api asks to run npm test\nclaude in api asks for a permission\nclaude in api failed\nclaude in api is done',
    );
    expect(note.kind).toBe('blocked');
    expect(note.sessions.map(({ id }) => id)).toEqual(['claude:d', 'claude:c', 'claude:b', 'claude:a']);
  });

  it('is bounded whatever came together', () => {
    const note = makeNote(
      Array.from({ length: 300 }, (_, index) => done({ session: `s${index}`, message: 'x'.repeat(8_000) })),
      full,
      0,
    );
    expect(note.title).toBe('300 done');
    expect(note.body.split('\n')).toHaveLength(6);
    expect(note.body.split('\n').at(-1)).toBe('and 295 more');
    expect(note.sessions).toHaveLength(20);
    expect(note.count).toBe(300);
    expect(JSON.stringify(noteBody(note)).length).toBeLessThan(40_000);
  });
});

describe('what agents say', () => {
  const hostile = 'rm\u001B]0;own\u0007 -rf\u202E /\n\u009B31m';

  it('loses the marks that steer or hide', () => {
    const item = blocked({ tool: 'Bash', input: hostile, message: hostile, cwd: `/code/${hostile}` });
    const note = makeNote([item], full, 0);
    expect(note.body).toBe('rm]0;own -rf / 31m');
    expect(JSON.stringify(noteBody(note))).not.toMatch(/\\u00|[\u0080-\u009f\u202e]/u);
  });

  it('never shows in a note without content, whatever it is', () => {
    const word = fc.stringMatching(/^secret[a-z]{4,12}$/u);
    fc.assert(
      fc.property(word, fc.constantFrom('permission', 'question', 'plan', null), (secret, detail) => {
        const texts = { title: secret, message: secret, reply: secret, prompt: secret, tool: secret, input: secret };
        const item = blocked({ ...texts, detail, cwd: `/code/${secret}` });
        const other = done({ ...texts, session: 's2', cwd: `/code/${secret}` });
        for (const items of [[item], [other], [item, other]])
          expect(JSON.stringify(makeNote(items, none, 0))).not.toContain(secret);
      }),
    );
  });

  it('is cut to one line of so many bytes, on a character', () => {
    expect(brief('one\n two')).toBe('one two');
    expect(brief('é'.repeat(200), 10)).toBe('ééééé…');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const line = brief(text, 100);
        expect(line).not.toMatch(/[\n\r\u001b]/u);
        expect(line.endsWith('…') ? cutText(line, 103) : cutText(line, 100)).toBe(line);
      }),
    );
  });
});
