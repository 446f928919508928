import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { manualClock } from '../../test/manual-clock.ts';
import type { ClaudeRegistry } from './claude-registry.ts';
import { openClaudeRegistry, parseEntry } from './claude-registry.ts';

const fixtures = join(import.meta.dirname, '../../test/fixtures/claude-registry');
const id = 'da6ad1a7-8ddc-49f0-acb8-5c26b072d24d';

let folder: string;
let registry: ClaudeRegistry;
let changes: string[];
const clock = manualClock(1_796_061_500_000);

const open = (path: string): void => {
  changes = [];
  registry = openClaudeRegistry({ folder: path, clock, onChange: (session) => changes.push(session) });
};
const put = (state: string, pid = 386): void => copyFileSync(join(fixtures, `${state}.json`), join(folder, `${pid}.json`));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigie-registry-'));
});
afterEach(() => {
  registry.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['idle', 'idle', 1_796_060_331_222],
  ['working', 'busy', 1_796_061_410_306],
  ['permission', 'waiting', 1_796_061_415_748],
  ['question', 'waiting', 1_796_061_426_431],
  ['after-escape', 'idle', 1_796_061_430_362],
])('reads the file of a session: %s', (state, status, since_ms) => {
  put(state);
  open(folder);
  expect(registry.entry(id)).toEqual({ session: id, status, since_ms });
  expect(changes).toEqual([]);
});

test('hears of a change by notification', async () => {
  put('working');
  open(folder);
  put('after-escape');
  await vi.waitFor(() => expect(registry.entry(id)?.status).toBe('idle'), { interval: 5 });
  expect(changes).toEqual([id]);
});

test('a scan finds what no notification told', () => {
  open(folder);
  put('working');
  registry.scan();
  expect(registry.entry(id)?.status).toBe('busy');
  rmSync(join(folder, '386.json'));
  registry.scan();
  expect(registry.entry(id)).toBeUndefined();
  expect(changes).toEqual([id, id]);
});

test('finds a folder that is made later', () => {
  const later = join(folder, 'later');
  open(later);
  expect(registry.entry(id)).toBeUndefined();
  mkdirSync(later);
  copyFileSync(join(fixtures, 'working.json'), join(later, '386.json'));
  clock.advance(10_000);
  expect(registry.entry(id)?.status).toBe('busy');
});

test('a half-written file changes nothing', () => {
  put('working');
  open(folder);
  const whole = readFileSync(join(fixtures, 'after-escape.json'), 'utf8');
  for (const text of ['', whole.slice(0, 100), `${whole}ting for"}`]) {
    writeFileSync(join(folder, '386.json'), text);
    registry.scan();
    expect(registry.entry(id)?.status).toBe('busy');
  }
  expect(changes).toEqual([]);
});

test('a file that names another session frees the one before: /clear', () => {
  put('idle');
  open(folder);
  const moved = readFileSync(join(fixtures, 'idle.json'), 'utf8').replace(id, 'the-next');
  writeFileSync(join(folder, '386.json'), moved);
  registry.scan();
  expect(registry.entry(id)).toBeUndefined();
  expect(registry.entry('the-next')?.status).toBe('idle');
  expect(changes).toEqual([id, 'the-next']);
});

test('a resumed session counts, not what its killed process left behind', () => {
  put('working', 386);
  put('after-escape', 512);
  open(folder);
  expect(registry.entry(id)?.status).toBe('idle');
});

test('opens nothing but pid.json: the keys beside are secrets', () => {
  writeFileSync(join(folder, '386.0f0f.key'), readFileSync(join(fixtures, 'idle.json')));
  writeFileSync(join(folder, 'notes.json'), readFileSync(join(fixtures, 'idle.json')));
  open(folder);
  expect(registry.entry(id)).toBeUndefined();
});

test('reads a file before its first status, and refuses what is none', () => {
  open(folder);
  expect(parseEntry('{"sessionId":"s","pid":1}')).toEqual({ session: 's', status: '', since_ms: 0 });
  for (const text of ['[]', 'null', '{}', '{"sessionId":""}', '{"sessionId":7}', '{"sessionId":"s","status":3}'])
    expect(parseEntry(text)).toBeUndefined();
});

test('once stopped, it looks no more', () => {
  open(folder);
  registry.stop();
  expect(clock.waiting()).toBe(0);
});
