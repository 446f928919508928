import { describe, expect, it } from 'vitest';
import { widthOf } from './columns.ts';
import { plain } from './paint.ts';
import { someSession } from './session.fixture.ts';
import { sessionTable } from './session-table.ts';

const sessions = [
  someSession({
    session: 'aaaa1111',
    state: 'working',
    detail: 'tool',
    tool: 'Bash',
    input: 'npm test -- berths',
    prompt: 'Add pagination to the berth list',
    since_ms: 60_000,
  }),
  someSession({
    session: 'bbbb2222',
    state: 'blocked',
    detail: 'question',
    attention: true,
    message: 'Canvas or SVG?',
    title: 'Tide chart',
    since_ms: 100_000,
    cwd: '/home/dev/tide-web',
  }),
];

describe('the table of sessions', () => {
  it('has who needs you first', () => {
    expect(sessionTable(sessions, Number.POSITIVE_INFINITY, 130_000, plain)).toEqual([
      'STATE    SESSION  AGENT        TITLE                             LATEST STEP               PLACE       AGE',
      'blocked  bbbb     Claude Code  Tide chart                        question: Canvas or SVG?  tide-web    30s',
      'working  aaaa     Claude Code  Add pagination to the berth list  Bash npm test -- berths   harbor-api  1m',
    ]);
  });

  it('fits every width that a terminal has', () => {
    for (const width of [40, 59, 60, 79, 80, 81, 100, 200])
      for (const line of sessionTable(sessions, width, 130_000, plain)) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it('makes bold what has not been seen', () => {
    const [, first = '', second = ''] = sessionTable(sessions, 120, 130_000, (style, text) => `<${String(style)} ${text}>`);
    expect(first).toContain('<yellow blocked>');
    expect(first).toContain('<bold Tide chart>');
    expect(second).not.toContain('bold');
  });
});
