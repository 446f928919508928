import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtIns, map } from '../../test/agent-registry.ts';
import type { ManualClock } from '../../test/manual-clock.ts';
import { manualClock } from '../../test/manual-clock.ts';
import { readRecorded } from '../../test/recordings.ts';
import type { ReportArrival } from '../cli/recording.ts';
import type { Event } from '../domain/event.ts';
import type { Roster } from '../domain/roster.ts';
import { createRoster } from '../domain/roster.ts';
import { codexRollout } from './codex-rollout.ts';
import { copilotEvents } from './copilot-events.ts';
import { geminiSession } from './gemini-session.ts';
import type { Mark } from './mark.ts';
import type { Sensor } from './sensor.ts';
import { openSensing } from './sensing.ts';

const fixture = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, '../../test/fixtures', name), 'utf8')
    .trim()
    .split('\n');
const transcripts = {
  codex: fixture('codex/rollout.jsonl'),
  gemini: fixture('gemini/session.jsonl'),
  copilot: fixture('copilot/events.jsonl'),
};
const reportsOf = (recording: string): ReportArrival[] =>
  readRecorded(recording).arrivals.flatMap((arrival) => (arrival.kind === 'report' ? [arrival] : []));
const marksIn = (lines: readonly string[], markIn: (line: string) => Mark | undefined): string[] =>
  lines.flatMap((line) => {
    const mark = markIn(line);
    return mark ? [`${new Date(mark.at_ms).toISOString().slice(11, 23)} ${mark.kind}`] : [];
  });

describe('the marks in a real transcript', () => {
  test('of Codex: ends, failures, interruptions, and calls that are over', () => {
    const marks = marksIn(transcripts.codex, codexRollout.markIn);
    expect(marks.filter((mark) => !/ (?:done|tool-done)$/u.test(mark))).toEqual([
      '17:42:26.826 interrupted',
      '17:42:33.373 interrupted',
      '17:43:15.029 failed',
    ]);
    expect(marks.filter((mark) => mark.endsWith(' done'))).toHaveLength(7);
    const failed = transcripts.codex.map(codexRollout.markIn).find((mark) => mark?.kind === 'failed');
    expect(failed).toMatchObject({
      turn: '01a22d8d-c2c8-76e0-b89f-342f55b915fa',
      message: expect.stringContaining('mock error 400'),
    });
  });

  test('of Gemini: Esc, a failed request and a compaction, and nothing of the messages that it writes anew', () => {
    expect(marksIn(transcripts.gemini, geminiSession.markIn)).toEqual([
      '17:49:02.435 interrupted',
      '17:49:20.065 interrupted',
      '17:50:05.095 interrupted',
      '17:50:22.726 failed',
      '17:50:26.892 compacted',
    ]);
  });

  test('of Copilot: answers, Esc at a dialog and Esc before the first word', () => {
    expect(marksIn(transcripts.copilot, copilotEvents.markIn)).toEqual([
      '18:00:56.927 answered',
      '18:01:04.666 answered',
      '18:01:11.179 answered',
      '18:01:36.387 interrupted',
      '18:01:41.346 interrupted',
    ]);
  });

  test.each([codexRollout, geminiSession, copilotEvents])('is none in what is no such line', ({ markIn }) => {
    for (const line of [
      '',
      'turn_aborted',
      '"turn_aborted" "abort" "type":"error"',
      '{"type":"event_msg","payload":{"type":"turn_aborted"}}',
      '{"timestamp":"2026-11-30T17:49:02.435Z","type":"user","content":"Request cancelled."}',
      '{"timestamp":"now","type":"error","content":1}',
      '{"timestamp":"2026-11-30T17:49:02.435Z","type":"abort"}',
    ])
      expect(markIn(line)).toBeUndefined();
  });
});

describe('a session', () => {
  let home: string;
  let clock: ManualClock;
  let roster: Roster;
  let sensing: Sensor;
  let told: string[];

  const take = (event: Event): void => sensing.heard(roster.apply(event).key);
  const open = (): Sensor =>
    openSensing({
      home,
      env: {},
      clock,
      session: (key) => roster.get(key),
      drain: () => {},
      live: [],
      detailsOf: (agent) => builtIns.find(agent)?.definition.details,
      emit: (events) => {
        for (const event of events) {
          told.push(event.kind);
          take(event);
        }
      },
    });

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'vigie-transcripts-'));
    roster = createRoster({ rulesFor: builtIns.rulesFor });
    told = [];
  });
  afterEach(() => {
    sensing.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** So many of its hooks as recorded, then what stands in its transcript a while later, found at once. @returns what is shown then */
  const shownAfter = (agent: keyof typeof transcripts, recording: string, count: number, ms: number): string => {
    const reports = reportsOf(recording).slice(0, count);
    clock = manualClock(reports.at(-1)?.at_ms ?? 0);
    sensing = open();
    const file = join(home, 'transcript.jsonl');
    const until = new Date(clock.now() + ms).toISOString();
    writeFileSync(
      file,
      `${transcripts[agent].filter((each) => (/"timestamp":"([^"]+)"/u.exec(each)?.[1] ?? '') <= until).join('\n')}\n`,
    );
    let key = '';
    for (const report of reports)
      for (const event of map({ ...report, payload: report.payload }).events)
        ({ key } = roster.apply({ ...event, transcript: file }));
    sensing.heard(key);
    clock.advance(ms + 2_000);
    const session = roster.get(key);
    return session ? `${session.state}/${session.detail}${session.attention ? ' !' : ''}` : 'none';
  };

  test('of Codex whose request failed is shown as failed, though no hook fires', () => {
    expect(shownAfter('codex', 'codex-0.171.0', 77, 2_000)).toBe('idle/error !');
    expect(told).toEqual(['failed']);
  });

  test('is left alone when it is stopped', () => {
    shownAfter('codex', 'codex-0.171.0', 45, 100);
    sensing.stop();
    expect(clock.waiting()).toBe(0);
  });

  test('of Codex is told nothing that its hooks have told', () => {
    expect(shownAfter('codex', 'codex-0.171.0', 40, 20)).toBe('working/null !');
    expect(told).toEqual([]);
  });

  test('of Codex whose call a hook denied asks no more while it goes on', () => {
    expect(shownAfter('codex', 'codex-0.171.0', 45, 3_100)).toBe('working/null !');
    expect(told).toEqual(['tool-done']);
  });

  test('of Codex whose hook at the end does not come rests all the same', () => {
    expect(shownAfter('codex', 'codex-0.171.0', 45, 4_000)).toBe('idle/null !');
    expect(told).toEqual(['tool-done', 'done']);
  });

  test('of Gemini rests after Esc at a dialog', () => {
    expect(shownAfter('gemini', 'gemini-0.61.0', 20, 5_000)).toBe('idle/null');
    expect(told).toEqual(['interrupted']);
  });

  test('of Gemini that was interrupted at work keeps its rest, and one whose request failed says so', () => {
    expect(shownAfter('gemini', 'gemini-0.61.0', 46, 100)).toBe('idle/null');
    expect(told).toEqual([]);
    expect(shownAfter('gemini', 'gemini-0.61.0', 47, 1_000)).toBe('idle/error !');
  });

  test('of Gemini rests when a compaction by hand is over', () => {
    const isByHand = ({ payload }: ReportArrival): boolean => Buffer.from(payload).includes('"manual"');
    const count = reportsOf('gemini-0.61.0').findIndex(isByHand) + 1;
    expect(shownAfter('gemini', 'gemini-0.61.0', count, 1_000)).toBe('idle/null');
    expect(told).toEqual(['compacted']);
  });

  test('of Gemini that failed says so also where its hook came first', () => {
    const reports = reportsOf('gemini-0.61.0').slice(0, 49);
    const [prompt, last] = [reports.at(-3), reports.at(-1)];
    expect([prompt?.event, last?.event]).toEqual(['BeforeAgent', 'AfterAgent']);
    // The transcript is read while the turn is open, and judged when it is over.
    clock = manualClock(prompt?.at_ms ?? 0);
    sensing = open();
    const file = join(home, 'transcript.jsonl');
    writeFileSync(file, `${transcripts.gemini.join('\n')}\n`);
    for (const report of reports) {
      if (report === last) clock.advance(0);
      for (const event of map({ ...report, payload: report.payload }).events) take({ ...event, transcript: file });
    }
    clock.advance(1_000);
    expect(told.at(-1)).toBe('failed');
    expect([...roster.live()].map(({ detail, attention }) => [detail, attention])).toEqual([['error', true]]);
  });

  test('of Copilot works again once its dialog was answered, and rests after Esc there', () => {
    expect(shownAfter('copilot', 'copilot-1.0.102', 12, 4_700)).toBe('working/tool');
    expect(told).toEqual(['answered']);
  });

  test('of Copilot has its transcript in a known place before any hook says so', () => {
    clock = manualClock(1_000);
    sensing = open();
    const { after } = roster.apply({ agent: 'copilot', session: '../a', kind: 'prompt', source: 'hook', at_ms: 1_000 });
    const fileIn = (env: NodeJS.ProcessEnv): unknown => after && copilotEvents.fileOf?.(after, home, env);
    expect(fileIn({})).toBe(join(home, '.copilot/session-state/.._a/events.jsonl'));
    expect(fileIn({ COPILOT_HOME: '/moved' })).toBe(join('/moved/session-state/.._a/events.jsonl'));
  });

  test('of Copilot rests after Esc before its first word', () => {
    expect(shownAfter('copilot', 'copilot-1.0.102', 32, 3_000)).toBe('idle/null');
    expect(told).toEqual(['interrupted']);
  });

  test('of Copilot rests after Esc at a dialog', () => {
    expect(shownAfter('copilot', 'copilot-1.0.102', 31, 3_000)).toBe('idle/null');
    expect(told).toEqual(['interrupted']);
  });
});
