import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { manualClock } from '../../test/manual-clock.ts';
import { followTranscript, interruptionIn } from './claude-transcript.ts';
import { lineCutter } from './log-follower.ts';

const transcript = readFileSync(join(import.meta.dirname, '../../test/fixtures/claude-transcript/interrupted.jsonl'), 'utf8');
const lines = transcript.split('\n');
const marks = lines.flatMap((line) => interruptionIn(line) ?? []);

test('finds the marks of a real transcript: "No" at a dialog leaves two, Esc while it works one', () => {
  expect(marks.map((at_ms) => new Date(at_ms).toISOString())).toEqual([
    '2026-11-30T17:36:00.501Z',
    '2026-11-30T17:36:00.503Z',
    '2026-11-30T17:38:29.167Z',
  ]);
});

test('a person who writes about it interrupts nothing, nor does a subagent that was stopped', () => {
  const says = (text: string, more = {}): string =>
    JSON.stringify({
      type: 'user',
      timestamp: '2026-11-30T17:36:00.503Z',
      message: { content: [{ type: 'text', text }] },
      ...more,
    });
  expect(interruptionIn(says('[Request interrupted by user]'))).toBe(Date.parse('2026-11-30T17:36:00.503Z'));
  expect(interruptionIn(says('Why does it say [Request interrupted by user]?'))).toBeUndefined();
  expect(interruptionIn(says('[Request interrupted by user]', { isSidechain: true }))).toBeUndefined();
  expect(interruptionIn(says('[Request interrupted by user]', { type: 'assistant' }))).toBeUndefined();
  expect(interruptionIn(says('[Request interrupted by user]', { timestamp: 'soon' }))).toBeUndefined();
  expect(interruptionIn(says('[Request interrupted by user]').slice(0, -9))).toBeUndefined();
});

describe('cutting into lines', () => {
  const cut = (parts: readonly Buffer[]): string[] => {
    const found: string[] = [];
    const take = lineCutter((line) => found.push(line));
    for (const part of parts) take(part);
    return found;
  };

  test('gives the same lines however the bytes arrive, and never an unfinished one', () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }).map((line) => line.replaceAll(/[\r\n]/gu, '')));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('\n', '\r\n'),
        fc.string({ maxLength: 5 }),
        fc.array(fc.nat(9)),
        (whole, ending, tail, sizes) => {
          const bytes = Buffer.from(whole.map((line) => line + ending).join('') + tail.replaceAll('\n', ''));
          const parts: Buffer[] = [];
          let at = 0;
          for (const size of sizes) parts.push(bytes.subarray(at, (at += size)));
          parts.push(bytes.subarray(at));
          expect(cut(parts)).toEqual(whole);
        },
      ),
    );
  });

  test('passes over a line that is too long, and goes on behind it', () => {
    const long = Buffer.from('x'.repeat(10_000));
    expect(cut([Buffer.from('one\n'), long, long, long, Buffer.from('\ntwo\n')])).toEqual(['one', 'two']);
    expect(cut([Buffer.from(`${'x'.repeat(20_000)}\ntwo\n`)])).toEqual(['two']);
  });
});

describe('following a file', () => {
  let folder: string;
  let file: string;
  let stop: () => void;
  let found: number[];
  const clock = manualClock(0);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigie-transcript-'));
    file = join(folder, 'session.jsonl');
    found = [];
  });
  afterEach(() => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const follow = (): void => {
    stop = followTranscript(file, clock, (at_ms) => found.push(at_ms));
    clock.advance(0);
  };

  test('tells what is written later, once its line is finished', async () => {
    writeFileSync(file, `${lines[0]}\n`);
    follow();
    const line = lines.find((each) => interruptionIn(each) !== undefined) ?? '';
    appendFileSync(file, line.slice(0, 300));
    clock.advance(10_000);
    expect(found).toEqual([]);
    appendFileSync(file, `${line.slice(300)}\r\n`);
    await vi.waitFor(() => expect(found).toEqual(marks.slice(0, 1)), { interval: 5 });
  });

  test('tells an interruption by which a prompt that had waited goes on', () => {
    const at = (ms: number): string => new Date(ms).toISOString();
    const dequeued = (ms: number): string => JSON.stringify({ type: 'queue-operation', operation: 'dequeue', timestamp: at(ms) });
    const mark = (ms: number): string =>
      JSON.stringify({ type: 'user', timestamp: at(ms), message: { content: [{ text: '[Request interrupted by user]' }] } });
    writeFileSync(file, `${[dequeued(1_000), mark(2_000), dequeued(3_024), mark(3_000)].join('\n')}\n`);
    const told: [number, boolean][] = [];
    stop = followTranscript(file, clock, (at_ms, goesOn) => told.push([at_ms, goesOn]));
    clock.advance(0);
    expect(told).toEqual([
      [2_000, false],
      [3_000, true],
    ]);
  });

  test('tells the latest past, but does not read a long one', () => {
    writeFileSync(file, transcript + `{"type":"api-request","body":"${'x'.repeat(300_000)}"}\n` + transcript);
    follow();
    expect(found).toEqual(marks);
  });

  test('finds a file that is written later, and one that is begun anew', () => {
    follow();
    writeFileSync(file, transcript + transcript);
    clock.advance(10_000);
    expect(found).toEqual([...marks, ...marks]);
    writeFileSync(file, transcript);
    clock.advance(10_000);
    expect(found).toEqual([...marks, ...marks, ...marks]);
  });
});
