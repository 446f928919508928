import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Event } from '../domain/event.ts';
import { fold } from '../domain/fold.ts';
import { defaultRules } from '../domain/rules.ts';
import type { Session } from '../domain/session.ts';
import type { RegistryEntry } from './claude-verdict.ts';
import { grace_ms, patience_ms, verdictOn } from './claude-verdict.ts';

type Said = [at_ms: number, kind: Event['kind'], more?: Partial<Event>];

/** The session that these hooks make. */
const after = (...said: Said[]): Session => {
  let session: Session | undefined;
  for (const [at_ms, kind, more] of said)
    session = fold(session, { agent: 'claude', session: 's', source: 'hook', kind, at_ms, ...more }, defaultRules);
  if (!session) throw new Error('these events make no session');
  return session;
};
const entry = (status: string, since_ms: number): RegistryEntry => ({ session: 's', status, since_ms });

const bash = { tool: 'Bash', tool_use_id: 'call-1' };
const asked: Said[] = [
  [1_000, 'start'],
  [2_000, 'prompt'],
  [2_200, 'tool', bash],
  [2_300, 'needs-you', { ...bash, reason: 'permission' }],
];
const inBackground: Said[] = [
  [1_000, 'prompt'],
  [1_500, 'done', { background: 1 }],
];

describe('idle in the registry', () => {
  test('ends an open turn: Esc while it works, before its first word', () => {
    expect(verdictOn(entry('idle', 5_000), after([1_000, 'start'], [2_000, 'prompt']))).toEqual({
      due_ms: 5_000 + grace_ms,
      heal: [{ kind: 'interrupted' }],
    });
  });

  test('ends a turn that asks: "No", or Esc at the dialog', () => {
    expect(verdictOn(entry('idle', 5_000), after(...asked))?.heal).toEqual([{ kind: 'interrupted' }]);
  });

  test('waits longer to contradict a hook that was born a moment later: a prompt right behind the end of a turn', () => {
    const verdict = verdictOn(entry('idle', 2_250), after(...asked));
    expect(verdict).toEqual({ due_ms: 2_300 + patience_ms, heal: [{ kind: 'interrupted' }] });
  });

  test('is old news when the hooks spoke later', () => {
    expect(verdictOn(entry('idle', 1_100), after([1_000, 'start'], [2_000, 'prompt']))).toBeUndefined();
  });

  test('says nothing new after the end of a turn: done keeps its flag', () => {
    const session = after([1_000, 'prompt'], [3_000, 'done']);
    expect(session.attention).toBe(true);
    expect(verdictOn(entry('idle', 3_080), session)).toBeUndefined();
  });

  test('rests what went on in the background, and leaves the flag', () => {
    const session = after(...inBackground);
    const verdict = verdictOn(entry('idle', 9_000), session);
    expect(verdict?.heal).toEqual([{ kind: 'idle' }]);
    const healed = fold(session, { agent: 'claude', session: 's', source: 'process', kind: 'idle', at_ms: 9_000 }, defaultRules);
    expect(healed).toMatchObject({ state: 'idle', attention: true });
  });

  test('withdraws what a subagent asked, in its name', () => {
    const session = after(...inBackground, [2_000, 'needs-you', { ...bash, subagent: 'sub-1', reason: 'permission' }]);
    expect(verdictOn(entry('idle', 9_000), session)?.heal).toEqual([
      { kind: 'interrupted', subagent: 'sub-1' },
      { kind: 'idle' },
    ]);
  });

  test('ends a compaction that failed without a word', () => {
    const session = after([1_000, 'prompt'], [2_000, 'done'], [3_000, 'compacting']);
    expect(verdictOn(entry('idle', 3_400), session)?.heal).toEqual([{ kind: 'idle' }]);
  });
});

describe('busy in the registry', () => {
  test('answers what was asked: "Yes" in the terminal, while the tool still runs', () => {
    expect(verdictOn(entry('busy', 5_000), after(...asked))).toEqual({ due_ms: 5_000 + grace_ms, heal: [{ kind: 'answered' }] });
  });

  test('does not answer what was asked later', () => {
    expect(verdictOn(entry('busy', 2_000), after(...asked))).toBeUndefined();
  });

  test('answers for a subagent in its name', () => {
    const session = after(...inBackground, [2_000, 'needs-you', { ...bash, subagent: 'sub-1', reason: 'permission' }]);
    expect(verdictOn(entry('busy', 5_000), session)?.heal).toEqual([{ kind: 'answered', subagent: 'sub-1' }]);
  });

  test('opens the turn of a prompt that had waited for the end of the one before', () => {
    expect(verdictOn(entry('busy', 3_100), after([1_000, 'prompt'], [3_000, 'done']))?.heal).toEqual([{ kind: 'working' }]);
  });

  test('is no new turn when it is older than the end: that hook runs while the status still says busy', () => {
    expect(verdictOn(entry('busy', 2_950), after([1_000, 'prompt'], [3_000, 'done']))).toBeUndefined();
  });

  test('agrees with a session that works, in the background too', () => {
    expect(verdictOn(entry('busy', 5_000), after([1_000, 'prompt']))).toBeUndefined();
    expect(verdictOn(entry('busy', 5_000), after(...inBackground))).toBeUndefined();
  });
});

test('a shell that runs on behind ends no turn by its own, but the turn is over', () => {
  expect(verdictOn(entry('shell', 5_000), after(...inBackground))).toBeUndefined();
  expect(verdictOn(entry('shell', 5_000), after([1_000, 'prompt']))?.heal).toEqual([{ kind: 'interrupted' }]);
});

test('a status without a meaning here is no news', () => {
  for (const status of ['waiting', '', 'dreaming']) expect(verdictOn(entry(status, 5_000), after(...asked))).toBeUndefined();
});

const kinds = fc.constantFrom<Event['kind']>('start', 'prompt', 'tool', 'tool-done', 'needs-you', 'done', 'failed', 'compacting');
const speakers = fc.constantFrom(undefined, 'sub-1', 'sub-2');
const statuses = fc.constantFrom('idle', 'busy', 'shell', 'waiting', '');

test('whatever was heard: what heals agrees with the registry afterwards, and has nothing more to say', () => {
  const story = fc.array(fc.record({ kind: kinds, subagent: speakers, background: fc.constantFrom(0, 1) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(story, statuses, fc.integer({ min: -500, max: 2_000 }), (events, status, lead) => {
      const session = after([0, 'start'], ...events.map(({ kind, ...more }, at): Said => [at * 100 + 100, kind, more]));
      const since_ms = events.length * 100 + lead;
      const verdict = verdictOn(entry(status, since_ms), session);
      if (!verdict) return;
      expect(verdict.due_ms).toBe(since_ms > session.evidence_ms ? since_ms + grace_ms : session.evidence_ms + patience_ms);
      const at_ms = Math.max(since_ms, session.evidence_ms);
      const healed = verdict.heal.reduce<Session>(
        (now, event) => fold(now, { agent: 'claude', session: 's', source: 'process', at_ms, ...event }, defaultRules) ?? now,
        session,
      );
      expect(healed.asks).toEqual([]);
      // A turn whose end is no older than `busy` stays over.
      const isOver = !session.turn.open && session.base.state !== 'working' && since_ms <= session.evidence_ms;
      expect(healed.state).toBe(status === 'busy' && !isOver ? 'working' : 'idle');
      expect(verdictOn(entry(status, since_ms), healed)).toBeUndefined();
    }),
    { numRuns: 3_000 },
  );
});
