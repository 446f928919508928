import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../host/package-root.ts';
import { parseRecording } from './recording.ts';

const text = (payload: Uint8Array | undefined): string => Buffer.from(payload ?? []).toString('latin1');

describe('a recording', () => {
  it('is read into arrivals by their times', () => {
    const arrivals = parseRecording(
      [
        '{"at_ms":1700000001500,"kind":"report","agent":"claude","event":"Stop","payload":{"a":[1]},"env":{"TMUX_PANE":"%1"},"cwd":"/x"}',
        '{"at_ms":1700000000000,"kind":"report","agent":"codex"}',
        '',
        '{"at_ms":1700000000100,"kind":"report","agent":"codex","event":"Stop","payload":"no {json"}',
        '{"at_ms":1700000000200,"kind":"report","agent":"pi","event":"Stop","source":"plugin","pid":7,"payload_base64":"/wA="}',
        '{"at_ms":1700000000300,"kind":"screen","agent":"pi","text":"Allow tool?"}',
      ].join('\r\n'),
      'r.jsonl',
    );
    expect(arrivals.map(({ line, after_ms, kind, agent }) => [line, after_ms, kind, agent])).toEqual([
      [2, 0, 'report', 'codex'],
      [4, 100, 'report', 'codex'],
      [5, 200, 'report', 'pi'],
      [6, 300, 'screen', 'pi'],
      [1, 1500, 'report', 'claude'],
    ]);
    const reports = arrivals.filter((each) => each.kind === 'report');
    expect(reports.map(({ payload }) => text(payload))).toEqual(['', 'no {json', '\u00FF\u0000', '{"a":[1]}']);
    expect(reports[2]).toMatchObject({ source: 'plugin', pid: 7 });
    expect(reports[3]).toMatchObject({
      event: 'Stop',
      source: 'hook',
      env: { TMUX_PANE: '%1' },
      cwd: '/x',
      at_ms: 1700000001500,
    });
  });

  it('holds what an agent wrote about itself, and the end of its process', () => {
    const lines = [
      { at_ms: 0, kind: 'registry', agent: 'claude', file: '/home/dev/.claude/sessions/7.json', content: { status: 'idle' } },
      { at_ms: 1, kind: 'registry', agent: 'claude', file: '/home/dev/.claude/sessions/7.json', content: null },
      {
        at_ms: 2,
        kind: 'transcript',
        agent: 'claude',
        file: '/home/dev/.claude/projects/p/s.jsonl',
        lines: [{ type: 'user' }, 'raw'],
      },
      { at_ms: 3, kind: 'process', agent: 'claude', pid: 7, ended: true },
    ];
    const arrivals = parseRecording(lines.map((line) => JSON.stringify(line)).join('\n'), 'r.jsonl');
    expect(arrivals).toMatchObject(lines);
  });

  it.each([
    ['{"at_ms":0,"kind":"report","agent":"claude"}\n{', 'r.jsonl, line 2: no JSON'],
    ['[]', 'line 1'],
    ['{"at_ms":0,"kind":"repotr","agent":"claude"}', 'line 1: kind'],
    ['{"at_ms":-1,"kind":"report","agent":"claude"}', 'line 1: at_ms'],
    ['{"at_ms":0,"kind":"report","agent":"../x"}', 'line 1: agent: is no name of an agent'],
    ['{"at_ms":0,"kind":"report","agent":"claude","evnet":"Stop"}', 'evnet'],
    ['{"at_ms":0,"kind":"report","agent":"claude","env":{"A":1}}', 'line 1: env.A'],
    ['{"at_ms":0,"kind":"registry","agent":"claude","file":"/a/../b","content":null}', 'line 1: file: is no absolute path'],
    ['{"at_ms":0,"kind":"registry","agent":"claude","file":"/../b","content":null}', 'line 1: file: is no absolute path'],
    ['{"at_ms":0,"kind":"registry","agent":"claude","file":"/a\\n/../b","content":null}', 'line 1: file: is no absolute path'],
    ['{"at_ms":0,"kind":"transcript","agent":"claude","file":"/a/..","lines":[]}', 'line 1: file: is no absolute path'],
    ['{"at_ms":0,"kind":"registry","agent":"claude","file":"/a"}', 'line 1: content'],
    ['{"at_ms":0,"kind":"process","agent":"claude","pid":0,"ended":true}', 'line 1: pid'],
  ])('names the line that is wrong: %s', (line, complaint) => {
    expect(() => parseRecording(line, 'r.jsonl')).toThrow(complaint);
  });
});

describe('the demo', () => {
  const file = join(packageRoot(), 'docs', 'demo.jsonl');
  const arrivals = parseRecording(readFileSync(file, 'utf8'), file);

  it('is a scene of about a minute that stays small', () => {
    expect(statSync(file).size).toBeLessThan(60 * 1024);
    expect(arrivals.at(-1)?.after_ms).toBeGreaterThan(60_000);
    expect(arrivals.at(-1)?.after_ms).toBeLessThan(90_000);
  });

  it('shows all that can happen', () => {
    const events = new Set(arrivals.map((each) => (each.kind === 'report' ? each.event : '')));
    for (const event of ['SessionStart', 'PermissionRequest', 'SubagentStart', 'Stop', 'StopFailure', 'PreCompact', 'SessionEnd'])
      expect(events).toContain(event);
  });
});
