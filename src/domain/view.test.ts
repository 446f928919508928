import { describe, expect, it } from 'vitest';
import type { Event, EventKind } from './event.ts';
import { eventKind } from './event.ts';
import { fold } from './fold.ts';
import { defaultRules } from './rules.ts';
import type { Session } from './session.ts';
import { byAttention, viewOf } from './view.ts';

const session = (id: string, ...kinds: [EventKind, number][]): Session => {
  const event = (kind: EventKind, at_ms: number): Event => ({ kind, agent: 'claude', session: id, source: 'hook', at_ms });
  const made = kinds.reduce<Session | undefined>(
    (known, [kind, at_ms]) => fold(known, event(kind, at_ms), defaultRules),
    undefined,
  );
  if (!made) throw new Error('no session');
  return made;
};

describe('viewOf', () => {
  it('holds at least what `ls --json` promises', () => {
    const view = viewOf(session('s1', ['prompt', 1], ['done', 2]), 'Claude Code');
    const promised =
      'id agent name session state detail attention done title message prompt reply tool cwd model since_ms heard_ms source place';
    expect(Object.keys(view)).toEqual(expect.arrayContaining(promised.split(' ')));
    expect(view).toMatchObject({
      id: 'claude:s1',
      name: 'Claude Code',
      state: 'idle',
      done: true,
      failed: false,
      since_ms: 2,
      source: 'hook',
    });
  });
});

describe('byAttention', () => {
  it('puts who needs a person first, and the longest wait first among those', () => {
    const views = [
      session('idle', ['start', 1]),
      session('works', ['prompt', 1]),
      session('done', ['prompt', 1], ['done', 2]),
      session('failed', ['prompt', 1], ['failed', 2]),
      session('late', ['prompt', 1], ['needs-you', 9]),
      session('early', ['prompt', 1], ['needs-you', 3]),
      session('lost', ['unknown', 1]),
    ].map((one) => viewOf(one, 'x'));
    expect(views.sort(byAttention).map((view) => view.session)).toEqual([
      'early',
      'late',
      'failed',
      'done',
      'works',
      'idle',
      'lost',
    ]);
  });
});

describe('eventKind', () => {
  it.each([
    ['NeedsYou', 'needs-you'],
    ['needs_you', 'needs-you'],
    ['needs you', 'needs-you'],
    ['TOOL-done', 'tool-done'],
    ['nonsense', undefined],
    ['', undefined],
  ])('%s is %s', (name, kind) => expect(eventKind(name)).toBe(kind));
});
