import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../host/package-root.ts';
import { parseRecording } from './recording.ts';

const text = (payload: Uint8Array | undefined): string => Buffer.from(payload ?? []).toString('latin1');

describe('a recording', () => {
  it('is read into arrivals by their times', () => {
    const { arrivals, skipped } = parseRecording(
      [
        '{"at_ms":1700000001500,"kind":"report","agent":"claude","event":"Stop","payload":{"a":[1]},"env":{"TMUX_PANE":"%1"},"cwd":"/x"}',
        '{"at_ms":1700000000000,"kind":"report","agent":"codex"}',
        '',
        '{"at_ms":1700000000100,"kind":"report","agent":"codex","event":"Stop","payload":"no {json"}',
        '{"at_ms":1700000000200,"kind":"report","agent":"codex","event":"Stop","payload_base64":"/wA="}',
        '{"at_ms":1700000000300,"kind":"screen","lines":[]}',
        '{"at_ms":1700000000400,"kind":"screen"}',
      ].join('\r\n'),
      'r.jsonl',
    );
    expect(arrivals.map(({ after_ms, agent, event }) => [after_ms, agent, event])).toEqual([
      [0, 'codex', ''],
      [100, 'codex', 'Stop'],
      [200, 'codex', 'Stop'],
      [1500, 'claude', 'Stop'],
    ]);
    expect(arrivals.map(({ payload }) => text(payload))).toEqual(['', 'no {json', '\u00FF\u0000', '{"a":[1]}']);
    expect(arrivals[3]).toMatchObject({ env: { TMUX_PANE: '%1' }, cwd: '/x' });
    expect([...skipped]).toEqual([['screen', 2]]);
  });

  it.each([
    ['{"at_ms":0,"kind":"report","agent":"claude"}\n{', 'r.jsonl, line 2: no JSON'],
    ['[]', 'line 1'],
    ['{"at_ms":0,"kind":"repotr","agent":"claude"}', 'line 1: kind'],
    ['{"at_ms":-1,"kind":"report","agent":"claude"}', 'line 1: at_ms'],
    ['{"at_ms":0,"kind":"report","agent":"../x"}', 'line 1: agent: is no name of an agent'],
    ['{"at_ms":0,"kind":"report","agent":"claude","evnet":"Stop"}', 'evnet'],
    ['{"at_ms":0,"kind":"report","agent":"claude","env":{"A":1}}', 'line 1: env.A'],
  ])('names the line that is wrong: %s', (line, complaint) => {
    expect(() => parseRecording(line, 'r.jsonl')).toThrow(complaint);
  });
});

describe('the demo', () => {
  const file = join(packageRoot(), 'docs', 'demo.jsonl');
  const { arrivals } = parseRecording(readFileSync(file, 'utf8'), file);

  it('is a scene of about a minute that stays small', () => {
    expect(statSync(file).size).toBeLessThan(60 * 1024);
    expect(arrivals.at(-1)?.after_ms).toBeGreaterThan(60_000);
    expect(arrivals.at(-1)?.after_ms).toBeLessThan(90_000);
  });

  it('shows all that can happen', () => {
    const events = new Set(arrivals.map(({ event }) => event));
    for (const event of ['SessionStart', 'PermissionRequest', 'SubagentStart', 'Stop', 'StopFailure', 'PreCompact', 'SessionEnd'])
      expect(events).toContain(event);
  });
});
