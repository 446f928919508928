import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ManualClock } from '../../test/manual-clock.ts';
import { manualClock } from '../../test/manual-clock.ts';
import type { Event } from '../domain/event.ts';
import type { Roster } from '../domain/roster.ts';
import { createRoster } from '../domain/roster.ts';
import { defaultRules } from '../domain/rules.ts';
import { farewell_ms, grace_ms } from './claude-verdict.ts';
import type { Sensor } from './sensor.ts';
import { openSensing } from './sensing.ts';

const fixtures = join(import.meta.dirname, '../../test/fixtures');
const id = 'da6ad1a7-8ddc-49f0-acb8-5c26b072d24d';
const key = `claude:${id}`;

let home: string;
let clock: ManualClock;
let roster: Roster;
let sensing: Sensor;
/** Hooks whose word lies in the spool. */
let spool: (() => void)[];
let told: Pick<Event, 'kind' | 'source' | 'rule' | 'at_ms'>[];

const take = (event: Event): void => {
  const change = roster.apply(event);
  sensing.heard(change.key);
};
/** A hook fires now. */
const hook = (kind: Event['kind'], more: Partial<Event> = {}): void =>
  take({ agent: 'claude', session: id, source: 'hook', kind, at_ms: clock.now(), cwd: '/home/dev/project', ...more });
/** Claude writes its file now, and the hub gets to see it without a notification. */
const registry = (status: string, pid = 386): void => {
  const text = readFileSync(join(fixtures, 'claude-registry/idle.json'), 'utf8');
  const file = JSON.stringify({ ...JSON.parse(text), status, statusUpdatedAt: clock.now() });
  mkdirSync(join(home, '.claude/sessions'), { recursive: true });
  writeFileSync(join(home, `.claude/sessions/${pid}.json`), file);
};
const state = (): unknown => {
  const session = roster.get(key);
  return session && { state: session.state, attention: session.attention };
};
const start = (): void => {
  sensing = openSensing({
    home,
    env: {},
    clock,
    session: (which) => roster.get(which),
    drain: () => {
      for (const waiting of spool.splice(0)) waiting();
    },
    live: [...roster.live()].map(({ agent, session }) => `${agent}:${session}`),
    detailsOf: (agent) => (agent === 'claude' ? 'claude' : undefined),
    emit: (events) => {
      for (const event of events) {
        told.push({ kind: event.kind, source: event.source, rule: event.rule, at_ms: event.at_ms });
        take(event);
      }
    },
  });
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'vigie-claude-'));
  clock = manualClock(1_796_061_430_000);
  roster = createRoster({ rulesFor: () => defaultRules });
  told = [];
  spool = [];
  start();
});
afterEach(() => {
  sensing.stop();
  rmSync(home, { recursive: true, force: true });
});

const rescan_ms = 10_000;
const bash = { tool: 'Bash', tool_use_id: 'call-1' };

describe('the registry', () => {
  test('Esc while it works: idle', () => {
    registry('busy');
    hook('prompt');
    clock.advance(1_000);
    registry('idle');
    const at_ms = clock.now();
    clock.advance(rescan_ms);
    expect(state()).toEqual({ state: 'idle', attention: false });
    expect(told).toEqual([{ kind: 'interrupted', source: 'process', rule: 'registry idle', at_ms }]);
  });

  test('"No" at a dialog: idle, and nothing is asked any more', () => {
    hook('prompt');
    hook('tool', bash);
    hook('needs-you', { ...bash, reason: 'permission' });
    registry('waiting');
    clock.advance(rescan_ms);
    expect(state()).toEqual({ state: 'blocked', attention: true });
    registry('idle');
    clock.advance(rescan_ms);
    expect(state()).toEqual({ state: 'idle', attention: false });
  });

  test('"Yes" at a dialog: working, before the tool is done', () => {
    hook('prompt');
    hook('needs-you', { ...bash, reason: 'permission' });
    registry('waiting');
    clock.advance(rescan_ms);
    registry('busy');
    clock.advance(rescan_ms);
    expect(state()).toEqual({ state: 'working', attention: false });
    expect(told.map(({ kind }) => kind)).toEqual(['answered']);
  });

  test('a turn that ends by its hook stays done, however close the registry follows or leads', () => {
    for (const lead of [-100, 0, 100]) {
      registry('busy');
      hook('prompt');
      clock.advance(rescan_ms);
      if (lead < 0) hook('done');
      clock.advance(Math.abs(lead));
      registry('idle');
      sensing.heard(key);
      clock.advance(Math.max(0, lead));
      if (lead >= 0) hook('done');
      clock.advance(rescan_ms);
      expect(state()).toEqual({ state: 'idle', attention: true });
    }
    expect(told).toEqual([]);
  });

  test('waits its moment, and takes the word that comes in it', () => {
    registry('busy');
    hook('prompt');
    clock.advance(rescan_ms);
    registry('idle');
    sensing.heard(key);
    clock.advance(grace_ms - 1);
    expect(told).toEqual([]);
    hook('prompt');
    registry('busy');
    clock.advance(rescan_ms);
    expect(told).toEqual([]);
    expect(state()).toMatchObject({ state: 'working' });
  });

  test('a word that lies in the spool goes first', () => {
    registry('busy');
    hook('prompt');
    clock.advance(rescan_ms);
    const at_ms = clock.now();
    spool.push(() => hook('done', { at_ms }));
    registry('idle');
    sensing.heard(key);
    clock.advance(rescan_ms);
    expect(told).toEqual([]);
    expect(state()).toEqual({ state: 'idle', attention: true });
  });

  test('heals what was missed while the hub was away', () => {
    hook('prompt');
    sensing.stop();
    clock.advance(5_000);
    registry('idle');
    clock.advance(60_000);
    start();
    clock.advance(0);
    expect(state()).toEqual({ state: 'idle', attention: false });
  });

  test('a file that is gone ends its session, if no hook says so first', () => {
    registry('idle');
    hook('start');
    rmSync(join(home, '.claude/sessions/386.json'));
    clock.advance(rescan_ms + farewell_ms);
    expect(roster.get(key)).toBeUndefined();
    expect(told.map(({ kind, rule }) => [kind, rule])).toEqual([['end', 'registry gone']]);
  });

  test('a session that goes on in another process does not end with the first', () => {
    registry('idle');
    hook('start');
    rmSync(join(home, '.claude/sessions/386.json'));
    sensing.heard(key);
    clock.advance(rescan_ms);
    hook('start', { place: { pid: 512 } });
    registry('idle', 512);
    clock.advance(3 * rescan_ms);
    expect(told).toEqual([]);
  });

  test('is that of the agent when the agent has a config folder of its own', () => {
    const own = join(home, 'elsewhere');
    mkdirSync(join(own, 'sessions'), { recursive: true });
    hook('prompt', { transcript: join(own, 'projects/-home-dev-project', `${id}.jsonl`) });
    clock.advance(1_000);
    copyFileSync(join(fixtures, 'claude-registry/after-escape.json'), join(own, 'sessions/386.json'));
    clock.advance(rescan_ms);
    expect(told.map(({ rule, at_ms }) => [rule, at_ms])).toEqual([['registry idle', 1_796_061_430_362]]);
  });
});

describe('the transcript', () => {
  const transcript = (): string => {
    const folder = join(home, '.claude/projects/-home-dev-project');
    mkdirSync(folder, { recursive: true });
    return join(folder, `${id}.jsonl`);
  };
  /** A real line that says that a person interrupted now. */
  const mark = (): string => {
    const line = readFileSync(join(fixtures, 'claude-transcript/interrupted.jsonl'), 'utf8')
      .split('\n')
      .find((each) => each.includes('[Request interrupted by user]'));
    return `${JSON.stringify({ ...JSON.parse(line ?? '{}'), timestamp: new Date(clock.now()).toISOString() })}\n`;
  };

  test('tells of an interruption where the registry is silent', () => {
    const file = transcript();
    hook('prompt', { transcript: file });
    clock.advance(500);
    appendFileSync(file, mark());
    const at_ms = clock.now();
    clock.advance(rescan_ms);
    expect(told).toEqual([{ kind: 'interrupted', source: 'transcript', rule: 'interrupted', at_ms }]);
    expect(state()).toEqual({ state: 'idle', attention: false });
  });

  test('an interruption of an earlier turn is none of this one', () => {
    const file = transcript();
    appendFileSync(file, mark());
    clock.advance(1_000);
    hook('prompt', { transcript: file });
    clock.advance(rescan_ms);
    expect(told).toEqual([]);
    expect(state()).toMatchObject({ state: 'working' });
  });

  test('is not read while the registry speaks, nor while the session rests', () => {
    const file = transcript();
    hook('start', { transcript: file });
    clock.advance(rescan_ms);
    registry('busy');
    hook('prompt', { transcript: file });
    clock.advance(500);
    appendFileSync(file, mark());
    clock.advance(rescan_ms);
    expect(told).toEqual([]);
  });
});

describe('watches nothing', () => {
  test('while there is no session', () => {
    clock.advance(0);
    expect(clock.waiting()).toBe(0);
  });

  test('for an agent whose file asks for nothing', () => {
    take({ agent: 'codex', session: 'c', source: 'hook', kind: 'prompt', at_ms: clock.now() });
    clock.advance(0);
    expect(clock.waiting()).toBe(0);
  });

  test('once it is stopped, whatever is heard then', () => {
    hook('prompt');
    registry('idle');
    clock.advance(100);
    sensing.stop();
    hook('tool', bash);
    expect(clock.waiting()).toBe(0);
  });

  test('once the last session has ended', () => {
    hook('prompt');
    expect(clock.waiting()).toBeGreaterThan(0);
    hook('end');
    clock.advance(0);
    expect(clock.waiting()).toBe(0);
  });
});
