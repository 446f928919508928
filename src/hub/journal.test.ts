import { mkdtempSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from '../domain/event.ts';
import { createRoster } from '../domain/roster.ts';
import { defaultRules } from '../domain/rules.ts';
import type { Journal } from './journal.ts';
import { openJournal } from './journal.ts';
import { migrate, steps } from './schema.ts';
import { DatabaseSync } from './sqlite.ts';
import type { Batch } from './store.ts';
import { createTurn } from './turn.ts';

const noon = Date.UTC(2030, 0, 1, 12);
let path = '';
let clock = noon;
let journal: Journal;
const open = (): Journal => (journal = openJournal(path, () => clock));

beforeEach(() => {
  path = join(mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'journal-')), 'journal.db');
  clock = noon;
  open();
});
afterEach(() => journal.close());

const event = (kind: Event['kind'], session: string, more: Partial<Event> = {}): Event => ({
  agent: 'claude',
  session,
  kind,
  source: 'hook',
  at_ms: clock,
  ...more,
});

/** Folds events as the hub does and gives what is to be written. */
const batchOf = (events: readonly Event[], roster = createRoster({ rulesFor: () => defaultRules })): Batch => {
  const turn = createTurn(roster);
  for (const one of events) turn.take(one);
  return { ...turn.batch(), change: 7, files: ['f1'] };
};

describe('journal', () => {
  it('gives back live sessions, ended ones by key, and how far it came', () => {
    const roster = createRoster({ rulesFor: () => defaultRules });
    journal.append(batchOf([event('start', 'a'), event('prompt', 'b', { prompt: 'go' }), event('start', 'c')], roster));
    journal.append(batchOf([event('end', 'c', { at_ms: clock + 1 })], roster));
    journal.close();
    open();
    expect(journal.live().map(({ session, state }) => [session, state])).toEqual([
      ['a', 'idle'],
      ['b', 'working'],
    ]);
    expect(journal.recall('claude:c')).toMatchObject({ session: 'c', ended_ms: clock + 1 });
    expect(journal.recall('claude:d')).toBeUndefined();
    expect(journal.position()).toEqual({ seq: 4, change: 7, files: ['f1'] });
  });

  it('begins to count changes at the time of day, so that numbers of an older journal are none of its own', () => {
    expect(journal.position()).toEqual({ seq: 0, change: noon, files: [] });
  });

  it('gives the latest events of a session, newest first', () => {
    const roster = createRoster({ rulesFor: () => defaultRules });
    for (let at = 1; at <= 30; at++)
      journal.append(batchOf([event('tool', 'a', { tool: `t${at}` }), event('tool', 'b')], roster));
    const events = journal.eventsOf('claude:a', 20);
    expect(events.map(({ tool }) => tool)).toEqual(Array.from({ length: 20 }, (_, at) => `t${30 - at}`));
    expect(events[0]?.seq).toBe(59);
    expect(journal.eventsOf('claude:none', 20)).toEqual([]);
  });

  it('writes all of a batch or nothing', () => {
    const good = batchOf([event('start', 'a')]);
    const broken = {
      ...good,
      entries: [...good.entries, { event: event('start', 'a', { at_ms: Number.NaN }), key: 'claude:a' }],
    };
    expect(() => journal.append(broken)).toThrow(/constraint|NULL/iu);
    expect(journal.live()).toEqual([]);
    journal.append(good);
    expect(journal.eventsOf('claude:a', 9).map(({ seq }) => seq)).toEqual([1]);
  });

  it('finds prompts, messages and replies by their words', () => {
    journal.append(
      batchOf([
        event('prompt', 'a', { prompt: 'Please fix the CRLF parser' }),
        event('done', 'a', { reply: 'The parser is fixed' }),
        event('needs-you', 'b', { message: 'May I run npm test?' }),
        event('tool', 'b', { tool: 'Bash', input: 'parser' }),
      ]),
    );
    expect(journal.search('parser', 9).map(({ kind }) => kind)).toEqual(['done', 'prompt']);
    expect(journal.search('PARSER crlf', 9).map(({ kind }) => kind)).toEqual(['prompt']);
    expect(journal.search('npm', 9).map(({ kind }) => kind)).toEqual(['needs-you']);
    for (const odd of ['', '  ', '"', 'a"b OR', '*', 'NEAR(', 'prompt:fix']) expect(journal.search(odd, 9)).toEqual([]);
  });

  it('keeps the history of a session that turned out to be another', () => {
    const roster = createRoster({ rulesFor: () => defaultRules });
    const place = { tty: '/dev/pts/1' };
    journal.append(batchOf([{ agent: 'claude', kind: 'prompt', source: 'hook', at_ms: clock, place }], roster));
    expect(journal.eventsOf('claude:tty:/dev/pts/1', 9)).toHaveLength(1);
    journal.append(batchOf([event('tool', 'real', { place, at_ms: clock + 1 })], roster));
    expect(journal.eventsOf('claude:real', 9).map(({ kind }) => kind)).toEqual(['tool', 'prompt']);
    expect(journal.recall('claude:tty:/dev/pts/1')).toBeUndefined();
    expect(journal.live()).toHaveLength(1);
  });

  it('gives the events of a weak session to one that is in history already', () => {
    journal.append(batchOf([event('start', 'real'), event('end', 'real', { at_ms: clock + 1 })]));
    const place = { tty: '/dev/pts/1' };
    const weak: Event = { agent: 'claude', kind: 'prompt', source: 'hook', at_ms: clock + 2, place };
    journal.append(batchOf([weak, event('tool', 'real', { place, at_ms: clock + 3 })]));
    expect(journal.eventsOf('claude:real', 9).map(({ kind }) => kind)).toEqual(['tool', 'prompt', 'end', 'start']);
    expect(journal.live().map(({ session }) => session)).toEqual(['real']);
  });

  it('cuts the texts of an event that is far too long', () => {
    journal.append(
      batchOf([event('prompt', 'a', { prompt: 'word '.repeat(40_000), subagents_alive: Array.from({ length: 500 }, String) })]),
    );
    const [kept] = journal.eventsOf('claude:a', 1);
    expect(kept?.prompt).toHaveLength(8_192);
    expect(kept?.subagents_alive).toHaveLength(64);
    expect(journal.search('word', 9)).toHaveLength(1);
  });

  it('is private', () => {
    journal.append(batchOf([event('start', 'a')]));
    for (const name of readdirSync(dirname(path))) expect(statSync(join(dirname(path), name)).mode & 0o077).toBe(0);
  });
});

describe('faults', () => {
  it('are counted, kept, and told latest first', () => {
    const fault = { where: 'claude Stop', reason: 'no JSON' };
    expect(journal.count(fault)).toBe(1);
    clock += 5;
    journal.count({ where: 'spool', reason: 'cut short' });
    clock += 5;
    expect(journal.count(fault)).toBe(2);
    expect(journal.unwritten()).toBe(true);
    journal.append(batchOf([]));
    expect(journal.unwritten()).toBe(false);
    journal.close();
    expect(open().faults()).toEqual([
      { where: 'claude Stop', reason: 'no JSON', count: 2, first_ms: noon, last_ms: noon + 10 },
      { where: 'spool', reason: 'cut short', count: 1, first_ms: noon + 5, last_ms: noon + 5 },
    ]);
  });

  it('are kept in a bounded number, the latest ones', () => {
    for (let at = 0; at < 250; at++) journal.count({ where: 'x', reason: String(at) });
    journal.append(batchOf([]));
    for (let at = 250; at < 260; at++) journal.count({ where: 'x', reason: String(at) });
    journal.append(batchOf([]));
    journal.close();
    const kept = open().faults();
    expect(kept).toHaveLength(200);
    expect(new Set(kept.map(({ reason }) => Number(reason)))).toEqual(new Set(Array.from({ length: 200 }, (_, at) => at + 60)));
  });
});

describe('tokens', () => {
  it('live until their time or their revocation, over a restart', () => {
    journal.addToken('h1', clock + 10);
    journal.addToken('h2', clock + 20);
    journal.close();
    open();
    expect(journal.hasToken('h1')).toBe(true);
    clock += 10;
    expect([journal.hasToken('h1'), journal.hasToken('h2'), journal.hasToken('h3')]).toEqual([false, true, false]);
    journal.clearTokens();
    expect(journal.hasToken('h2')).toBe(false);
  });
});

describe('retention', () => {
  const day = 24 * 60 * 60 * 1000;
  const all = { days: 365, bytes: 1e12 };

  it('drops what is too old, and ended sessions with it, but no live one', () => {
    const roster = createRoster({ rulesFor: () => defaultRules });
    journal.append(
      batchOf(
        [event('start', 'live'), event('prompt', 'gone', { prompt: 'old words' }), event('end', 'gone', { at_ms: clock + 1 })],
        roster,
      ),
    );
    clock += 9 * day;
    journal.append(batchOf([event('prompt', 'live', { prompt: 'new words' })], roster));
    expect(journal.prune(all)).toBe(false);
    expect(journal.search('words', 9)).toHaveLength(2);
    expect(journal.prune({ ...all, days: 5 })).toBe(false);
    expect(journal.search('words', 9).map(({ prompt }) => prompt)).toEqual(['new words']);
    expect(journal.recall('claude:gone')).toBeUndefined();
    expect(journal.eventsOf('claude:live', 9).map(({ kind }) => kind)).toEqual(['prompt']);
    journal.append(batchOf([event('idle', 'live')], roster));
    expect(journal.eventsOf('claude:live', 1)[0]?.seq).toBe(5);
  });

  it('drops the oldest while it is too large, a bounded number at a time', () => {
    const roster = createRoster({ rulesFor: () => defaultRules });
    for (let at = 0; at < 10; at++)
      journal.append(
        batchOf(
          Array.from({ length: 300 }, (_, number) => event('prompt', 's', { prompt: `${at} ${number} ${'x'.repeat(800)}` })),
          roster,
        ),
      );
    const bytes = 1_000_000;
    expect(journal.prune({ ...all, bytes })).toBe(true);
    while (journal.prune({ ...all, bytes }));
    const left = journal.eventsOf('claude:s', 9_999);
    expect(left.length).toBeGreaterThan(100);
    expect(left.length).toBeLessThan(1_000);
    expect(left[0]?.seq).toBe(3_000);
    expect(left.at(-1)?.seq).toBe(3_001 - left.length);
  });
});

describe('damage', () => {
  const asides = (): string[] => readdirSync(dirname(path)).filter((name) => name.includes('damaged'));

  it.each([
    ['no database at all', () => writeFileSync(path, 'x'.repeat(8_192))],
    ['cut in the middle', () => truncateSync(path, 5_000)],
    ['with a page of nonsense', () => overwrite(4_096, 20_000)],
  ])('sets a journal aside that is %s, says so, and begins anew', (_, damage) => {
    const roster = createRoster({ rulesFor: () => defaultRules });
    for (let at = 0; at < 40; at++) journal.append(batchOf([event('prompt', `s${at}`, { prompt: 'y'.repeat(2_000) })], roster));
    journal.close();
    damage();
    const before = readFileSync(path);
    clock = Date.UTC(2030, 0, 2);
    open();
    expect(journal.live()).toEqual([]);
    expect(asides()).toContain('journal.damaged-2030-01-02T00-00-00-000Z.db');
    expect(readFileSync(join(dirname(path), 'journal.damaged-2030-01-02T00-00-00-000Z.db')).equals(before)).toBe(true);
    expect(journal.faults()).toMatchObject([{ where: 'journal', count: 1 }]);
    expect(journal.faults()[0]?.reason).toMatch(
      /^it was damaged \(.+\) and was set aside as journal\.damaged-.*\.db; history begins anew$/u,
    );
    expect(journal.append(batchOf([event('start', 'new')]))).toBe('written');
    journal.close();
    expect(open().live()).toHaveLength(1);
  });

  it('is found out while running, and the batch at hand is not lost', () => {
    const roster = createRoster({ rulesFor: () => defaultRules });
    for (let at = 0; at < 40; at++) journal.append(batchOf([event('prompt', `s${at}`, { prompt: 'y'.repeat(2_000) })], roster));
    journal.close();
    open();
    overwrite(8_192, 60_000);
    expect(journal.append(batchOf([event('prompt', 's1', { prompt: 'again' })], roster))).toBe('anew');
    expect(asides()).toHaveLength(1);
    expect(journal.live().map(({ session }) => session)).toEqual(['s1']);
    expect(journal.faults()).toHaveLength(1);
  });

  const overwrite = (from: number, bytes: number): void => {
    const whole = readFileSync(path);
    whole.fill(0x5a, from, from + bytes);
    writeFileSync(path, whole);
  };
});

describe('schema', () => {
  it('goes forward step by step and keeps what is there', () => {
    const db = new DatabaseSync(':memory:');
    const later = ['CREATE TABLE t (a)', 'ALTER TABLE t ADD COLUMN b DEFAULT 5'];
    migrate(db, 'j', later.slice(0, 1));
    db.exec('INSERT INTO t VALUES (1)');
    migrate(db, 'j', later);
    migrate(db, 'j', later);
    expect({ ...db.prepare('SELECT a, b FROM t').get() }).toEqual({ a: 1, b: 5 });
    db.close();
  });

  it('leaves a journal of a newer Vigie alone', () => {
    journal.close();
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA user_version = ${steps.length + 1}`);
    db.close();
    expect(() => openJournal(path)).toThrow('was written by a newer Vigie');
    const restored = new DatabaseSync(path);
    restored.exec(`PRAGMA user_version = ${steps.length}`);
    restored.close();
    open();
  });
});
