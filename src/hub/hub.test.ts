import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report } from '../agentfile/report.ts';
import type { Event } from '../domain/event.ts';
import type { Fault } from '../domain/fault.ts';
import type { ListChange } from '../domain/list.ts';
import { defaultRules } from '../domain/rules.ts';
import type { Spool } from '../intake/spool.ts';
import type { Hub } from './hub.ts';
import { openHub } from './hub.ts';
import type { Journal } from './journal.ts';
import { openJournal } from './journal.ts';
import { silentLog } from './log.ts';

let path = '';
let journal: Journal;
let hub: Hub;
let spool: ReturnType<typeof memorySpool>;
const living = new Set<number>();

/** A spool without a folder: what waits in it is put there by the test, and it tells of it only when asked to. */
const memorySpool = () => {
  const files = new Map<string, Report>();
  const faults: Fault[] = [];
  let onChange = (): void => {};
  let number = 0;
  const put = (event: Partial<Event>, at_ms = Date.now()): void => {
    const payload = new TextEncoder().encode(JSON.stringify({ agent: 'claude', source: 'hook', at_ms, ...event }));
    files.set(`f${++number}`, {
      agent: 'claude',
      event: 'E',
      payload,
      source: 'hook',
      at_ms,
      cwd: undefined,
      place: {},
      env: {},
    });
  };
  const spool: Spool = {
    scan: () => ({
      waiting: Array.from(files, ([file, report]) => ({ file, report })).slice(0, 500),
      ...(files.size > 500 && { more: true as const }),
      faults: faults.splice(0),
    }),
    remove: (gone) => gone.forEach((file) => files.delete(file)),
    watch: (callback) => {
      onChange = callback;
      return () => (onChange = () => {});
    },
    status: () => ({ waiting: files.size, quarantined: 0, watching: 'watch', dropped: 0 }),
  };
  return { ...spool, put, files, faults, notify: () => onChange() };
};

/** In these tests a payload is an event as it is. */
const mapReport = ({ payload }: Report) => {
  const event: Event = JSON.parse(new TextDecoder().decode(payload));
  return { events: [event], faults: [], ignored: false };
};

const open = (own: Spool = spool): Hub => {
  journal = openJournal(path);
  hub = openHub({
    version: '1.2.3',
    journal,
    spool: own,
    log: silentLog,
    mapReport,
    nameOf: (agent) => agent.toUpperCase(),
    rulesFor: () => defaultRules,
    alive: (pid) => living.has(pid),
    retention: { days: 90, bytes: 1e9 },
    home: '/home/dev',
  });
  return hub;
};
const states = (): Record<string, string> => Object.fromEntries(hub.snapshot().sessions.map(({ id, state }) => [id, state]));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_900_000_000_000 });
  path = join(mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'hub-')), 'journal.db');
  living.clear();
  spool = memorySpool();
  open();
});
afterEach(() => {
  hub.stop();
  vi.useRealTimers();
});

describe('hub', () => {
  it('takes what waits when it starts, and at once when the spool tells of more', () => {
    hub.stop();
    spool.put({ kind: 'prompt', session: 'a' });
    open();
    expect(states()).toEqual({ 'claude:a': 'working' });
    spool.put({ kind: 'needs-you', session: 'a' });
    spool.notify();
    expect(states()).toEqual({ 'claude:a': 'blocked' });
    expect(spool.files.size).toBe(0);
  });

  it('tells subscribers each change once, one per session and turn, with numbers that go up by one', () => {
    const heard: ListChange[] = [];
    const first = hub.snapshot().seq;
    hub.subscribe((changes) => heard.push(...changes));
    spool.put({ kind: 'prompt', session: 'a' });
    spool.put({ kind: 'tool', session: 'a' });
    spool.put({ kind: 'start', session: 'b' });
    spool.notify();
    spool.put({ kind: 'end', session: 'b' }, Date.now() + 1);
    spool.put({ kind: 'start', session: 'brief' });
    spool.put({ kind: 'end', session: 'brief' }, Date.now() + 1);
    spool.notify();
    expect(heard.map(({ seq, type, data }) => [seq - first, type, data.id])).toEqual([
      [1, 'change', 'claude:a'],
      [2, 'change', 'claude:b'],
      [3, 'gone', 'claude:b'],
    ]);
    expect(heard[0]?.data).toMatchObject({ name: 'CLAUDE', state: 'working', detail: 'tool' });
    expect(hub.changesSince(first + 1)).toEqual(heard.slice(1));
    expect(hub.changesSince(first - 1)).toBeUndefined();
  });

  it('has everything after it was killed, and counts on', () => {
    spool.put({ kind: 'prompt', session: 'a', prompt: 'go' });
    spool.notify();
    const before = hub.snapshot();
    // A second hub on the same journal stands for one after kill -9: the first never closed it.
    const killed = journal;
    open();
    expect(hub.snapshot()).toEqual(before);
    expect(hub.changesSince(before.seq)).toEqual([]);
    killed.close();
  });

  it('never takes a file twice when it was killed before the file was gone', () => {
    hub.stop();
    const forgetful: Spool = { ...spool, remove: () => {} };
    spool.put({ kind: 'needs-you', session: 'a' });
    open(forgetful);
    hub.user('seen', ['a']);
    hub.report({ ...reportOf({ kind: 'answered', session: 'a' }) });
    hub.stop();
    expect(spool.files.size).toBe(1);
    open();
    expect(spool.files.size).toBe(0);
    expect(states()).toEqual({ 'claude:a': 'working' });
    expect(hub.why('claude:a')?.events.map(({ kind }) => kind)).toEqual(['answered', 'seen', 'needs-you']);
  });

  const reportOf = (event: Partial<Event>): Report => {
    const scratch = memorySpool();
    scratch.put(event);
    const [report] = [...scratch.files.values()];
    if (!report) throw new Error('the spool is empty');
    return report;
  };

  it('keeps files and says so while the journal can not be written, and goes on after', () => {
    const full = vi.spyOn(journal, 'append').mockImplementation(() => {
      throw new Error('database or disk is full');
    });
    spool.put({ kind: 'prompt', session: 'a' });
    spool.notify();
    spool.put({ kind: 'prompt', session: 'b' });
    spool.notify();
    expect(spool.files.size).toBe(2);
    expect(hub.health().faults).toMatchObject([{ where: 'journal', reason: 'it cannot be written: database or disk is full' }]);
    expect(() => hub.user('seen', ['a'])).toThrow('The journal cannot be written');
    full.mockRestore();
    hub.drain();
    expect(spool.files.size).toBe(0);
    expect(states()).toEqual({ 'claude:a': 'working', 'claude:b': 'working' });
    expect(hub.why('claude:a')?.events.map(({ kind }) => kind)).toEqual(['prompt']);
  });

  it('takes a report that came by the socket after what waits in the spool', () => {
    spool.put({ kind: 'tool', session: 'a', tool: 'Bash', tool_use_id: 't1' });
    hub.report(reportOf({ kind: 'needs-you', session: 'a', tool_use_id: 't1' }));
    expect(hub.session('claude:a')).toMatchObject({ state: 'blocked', tool: 'Bash' });
  });

  it('survives any report, counts it, and takes the rest', () => {
    const nonsense = [
      {},
      { kind: 'nothing' },
      { kind: 'start', agent: '' },
      { kind: 'start', source: 'x' },
      { kind: 'start', session: 'x', at_ms: null },
    ];
    for (const event of nonsense) spool.put(event as Partial<Event>);
    spool.files.set('bad', { ...reportOf({}), payload: new Uint8Array([0xff]) });
    spool.faults.push({ where: 'spool', reason: 'cut short' });
    spool.put({ kind: 'start', session: 'good', at_ms: Date.now() + 0.5 });
    spool.notify();
    expect(states()).toEqual({ 'claude:good': 'idle' });
    expect(
      hub
        .health()
        .faults.map(({ where, count, reason }) => `${count} ${where}: ${reason.slice(0, 30)}`)
        .toSorted(),
    ).toEqual([
      '1 claude E: an event of no known source',
      '1 claude E: an event without a time',
      '1 claude E: an event without an agent',
      '1 claude E: it could not be understood (Sy',
      '1 spool: cut short',
      '2 claude E: an event of no known kind',
    ]);
    hub.stop();
    open();
    expect(hub.health().faults).toHaveLength(6);
  });

  it('lets a person mark sessions as seen, all of them or none', () => {
    spool.put({ kind: 'done', session: 'one' });
    spool.put({ kind: 'done', session: 'two' });
    hub.drain();
    expect(() => hub.user('seen', ['one', 'three'])).toThrow('No session is called "three"');
    expect(hub.snapshot().sessions.map(({ done }) => done)).toEqual([true, true]);
    hub.user('seen', ['one', 'claude:tw']);
    expect(hub.snapshot().sessions.map(({ done }) => done)).toEqual([false, false]);
    hub.user('unseen', ['two']);
    expect(hub.session('claude:two')?.attention).toBe(true);
  });

  it('finds an ended session by the beginning of its id and explains it', () => {
    spool.put({ kind: 'start', session: 'a' });
    spool.put({ kind: 'end', session: 'a' }, Date.now() + 1);
    hub.drain();
    expect(hub.snapshot().sessions).toEqual([]);
    expect(hub.find('claude:a')).toBe('claude:a');
    expect(hub.find('a')).toBe('claude:a');
    expect(() => hub.find('b')).toThrow('No session is called "b"');
    expect(hub.why('claude:a')).toMatchObject({
      session: { ended_ms: Date.now() + 1 },
      claims: [{ source: 'hook', kind: 'end', decides: true }],
    });
    expect(hub.why('claude:b')).toBeUndefined();
  });

  it('brings an ended session back with what it was about', () => {
    spool.put({ kind: 'prompt', session: 'a', prompt: 'long ago' });
    spool.put({ kind: 'end', session: 'a' }, Date.now() + 1);
    hub.drain();
    hub.stop();
    open();
    spool.put({ kind: 'start', session: 'a' }, Date.now() + 2);
    hub.drain();
    expect(hub.session('claude:a')).toMatchObject({ prompt: 'long ago', ended_ms: null, state: 'idle' });
  });

  it('ends a session whose process is gone within 6 s', () => {
    living.add(7);
    spool.put({ kind: 'prompt', session: 'a', place: { pid: 7 } });
    hub.drain();
    living.delete(7);
    vi.advanceTimersByTime(6_000);
    expect(states()).toEqual({});
    expect(hub.why('claude:a')?.events[0]).toMatchObject({ kind: 'end', source: 'process', rule: 'process_gone' });
  });

  it('lets time pass also for a reader who comes before the timer', () => {
    spool.put({ kind: 'prompt', session: 'a' });
    hub.drain();
    vi.setSystemTime(Date.now() + 6 * 60_000);
    hub.drain();
    expect(states()).toEqual({ 'claude:a': 'idle' });
    vi.setSystemTime(Date.now() + 13 * 60 * 60_000);
    const { seq } = hub.snapshot();
    hub.drain();
    expect(hub.changesSince(seq)).toMatchObject([{ type: 'gone', data: { id: 'claude:a', reason: 'left' } }]);
    hub.stop();
    open();
    expect(states()).toEqual({});
  });

  it('tells when a session turns out to be another', () => {
    const place = { tty: '/dev/pts/3' };
    spool.put({ kind: 'prompt', place });
    hub.drain();
    const { seq } = hub.snapshot();
    spool.put({ kind: 'tool', session: 'real', place });
    hub.drain();
    expect(hub.changesSince(seq)).toMatchObject([
      { type: 'gone', data: { id: 'claude:tty:/dev/pts/3', reason: 'adopted' } },
      { type: 'change', data: { id: 'claude:real', weak: false } },
    ]);
  });

  it('drains a backlog larger than one scan', () => {
    for (let at = 0; at < 1_700; at++) spool.put({ kind: 'prompt', session: `s${at % 40}` });
    hub.drain();
    expect(spool.files.size).toBe(0);
    expect(hub.snapshot().sessions).toHaveLength(40);
  });

  it('takes nothing more once it has stopped', () => {
    hub.stop();
    spool.put({ kind: 'prompt', session: 'a' });
    spool.notify();
    hub.drain();
    expect(spool.files.size).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
