import { expect, test } from 'vitest';
import { reportOf } from '../../test/agent-registry.ts';
import { parseRecording } from '../cli/recording.ts';
import { recordingLine } from './recording.ts';
import { createRedaction } from './redaction.ts';

const read = (line: string): unknown =>
  parseRecording(line, 'test').map((arrival) =>
    arrival.kind === 'report' ? { ...arrival, payload: Buffer.from(arrival.payload).toString('utf8') } : arrival,
  );
const hidden = { home: '/home/anna', keepsText: false, keepsPaths: false };
const whole = { home: '/home/anna', keepsText: true, keepsPaths: true };

test('a line that replay reads back', () => {
  const report = reportOf({
    event: 'Stop',
    at_ms: 1_796_061_430_000,
    cwd: '/home/anna/acme',
    env: { TMUX_PANE: '%3' },
    payload: { session_id: 's-1', last_assistant_message: 'Paid.' },
  });
  expect(read(recordingLine(report, createRedaction(hidden)))).toMatchObject([
    {
      at_ms: 1_796_061_430_000,
      agent: 'claude',
      event: 'Stop',
      source: 'hook',
      env: { TMUX_PANE: '%3' },
      cwd: '/home/dev/part-2',
      payload: '{"session_id":"s-1","last_assistant_message":"text 1 (5 characters)"}',
    },
  ]);
});

test('a plugin’s report keeps the process that wrote it', () => {
  const report = reportOf({ agent: 'pi', event: 'agent_start', source: 'plugin', place: { pid: 41 }, payload: {} });
  expect(read(recordingLine(report, createRedaction(whole)))).toMatchObject([{ source: 'plugin', pid: 41, payload: '{}' }]);
});

test('no payload, and one that is no JSON', () => {
  const line = (payload: Uint8Array): string => recordingLine(reportOf({ agent: 'ralph', payload }), createRedaction(whole));
  expect(line(new Uint8Array())).toBe('{"at_ms":1000,"kind":"report","agent":"ralph","env":{}}');
  expect(read(line(Buffer.from('turn over\nreally')))).toMatchObject([
    { agent: 'ralph', event: '', payload: 'turn over\nreally' },
  ]);
});
