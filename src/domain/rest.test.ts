import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event, EventKind } from './event.ts';
import { eventKinds, sources } from './event.ts';
import { fold } from './fold.ts';
import { leaveDue, restDue } from './rest.ts';
import type { Rules } from './rules.ts';
import { defaultRules } from './rules.ts';
import type { Session } from './session.ts';

const minute = 60_000;
const hour = 60 * minute;
const lifeless = { process: false };

type Step = EventKind | [EventKind, Partial<Event>];

/** Folds events one second apart; the first comes at 1 s. */
const after = (...steps: Step[]): Session => {
  let session: Session | undefined;
  steps.forEach((step, index) => {
    const [kind, more] = typeof step === 'string' ? [step, {}] : step;
    const event: Event = { kind, agent: 'ralph', session: 's', source: 'hook', at_ms: 1_000 * (index + 1), ...more };
    session = fold(session, event, defaultRules);
  });
  if (!session) throw new Error('these events make no session');
  return session;
};
const rest = (session: Session, rules: Partial<Rules> = {}, life = lifeless) =>
  restDue(session, { ...defaultRules, ...rules }, life);

const bash = { tool: 'Bash', tool_use_id: 'a' };

describe('a working session that says nothing goes to rest', () => {
  it.each<[string, Step[], Partial<Rules>, number | undefined]>([
    ['5 min after it was last heard', ['prompt'], {}, 1_000 + 5 * minute],
    ['counted from the last word, whatever it was', ['prompt', 'notice', 'usage'], {}, 3_000 + 5 * minute],
    ['also when it only claims to work', ['working'], {}, 1_000 + 5 * minute],
    ['also while it compacts', ['prompt', 'compacting'], {}, 2_000 + 5 * minute],
    ['also with background work that it reported itself', [['done', { background: 1 }]], {}, 1_000 + 5 * minute],
    ['as the rules of its agent say', ['prompt'], { idle_after_ms: 30_000 }, 31_000],
    ['never when that is turned off (0, as with tma’s agents)', ['prompt'], { idle_after_ms: 0 }, undefined],
    ['an hour after it opened a tool that still runs', ['prompt', ['tool', bash]], {}, 2_000 + hour],
    ['or later, when it was heard later', ['prompt', ['tool', bash], ['notice', { at_ms: hour }]], {}, hour + 5 * minute],
    ['the tool of a subagent counts too', ['prompt', ['tool', { ...bash, subagent: 'x' }]], {}, 2_000 + hour],
    ['a tool that is over does not', ['prompt', ['tool', bash], ['tool-done', bash]], {}, 3_000 + 5 * minute],
    ['never while its screen shows work', ['prompt', ['working', { source: 'screen' }]], {}, undefined],
    [
      'a screen that shows no work is no sign of life',
      [
        ['prompt', { at_ms: 9_000 }],
        ['idle', { source: 'screen' }],
      ],
      {},
      9_000 + 5 * minute,
    ],
    ['never while it waits for a person', ['prompt', 'needs-you'], {}, undefined],
    ['not when it was seen: that is not waiting less', ['prompt', 'needs-you', ['seen', { source: 'user' }]], {}, undefined],
    ['never when it rests already', ['prompt', 'done'], {}, undefined],
    ['never when its state is unknown', ['prompt', 'unknown'], {}, undefined],
    ['never when it has ended', ['prompt', 'end'], {}, undefined],
  ])('%s', (_, steps, rules, due) => {
    expect(rest(after(...steps), rules)).toBe(due);
  });

  it('never while its own process lives', () => {
    expect(rest(after('prompt'), {}, { process: true })).toBeUndefined();
  });

  it('a person’s look and the clock itself are no words of the agent', () => {
    const looked = after('prompt', ['seen', { source: 'user', at_ms: hour }]);
    expect(rest(looked)).toBe(1_000 + 5 * minute);
  });

  it('is idle then, without a turn end that one would have to see, and works again at its next word', () => {
    const working = after('prompt', ['tool', bash]);
    const clock: Event = { kind: 'idle', agent: 'ralph', session: 's', source: 'clock', at_ms: rest(working) ?? 0 };
    const resting = fold(working, clock, defaultRules);
    expect([resting?.state, resting?.detail, resting?.attention, resting?.evidence]).toEqual(['idle', null, false, 'clock']);
    const again = fold(resting, { ...clock, kind: 'tool-done', source: 'hook', at_ms: clock.at_ms + 1, ...bash }, defaultRules);
    expect([again?.state, again?.heard_ms]).toEqual(['working', clock.at_ms + 1]);
  });

  it('keeps an unseen end of its turn', () => {
    const background = after('prompt', ['done', { background: 1 }]);
    const clock: Event = { kind: 'idle', agent: 'ralph', session: 's', source: 'clock', at_ms: hour };
    const resting = fold(background, clock, defaultRules);
    expect([resting?.state, resting?.attention]).toEqual(['idle', true]);
  });
});

describe('an idle session leaves the list', () => {
  it.each<[string, Step[], number | undefined]>([
    ['12 h after it was last heard', ['prompt', 'done'], 2_000 + 12 * hour],
    ['seen or not', ['prompt', 'done', ['seen', { source: 'user' }]], 2_000 + 12 * hour],
    ['also when its state is unknown', ['prompt', 'unknown'], 2_000 + 12 * hour],
    ['not while it works', ['prompt'], undefined],
    ['not while it waits', ['prompt', 'needs-you'], undefined],
    ['not when it has ended: it is gone already', ['prompt', 'end'], undefined],
  ])('%s', (_, steps, due) => {
    expect(leaveDue(after(...steps), defaultRules, lifeless)).toBe(due);
  });

  it('not while its process lives', () => {
    expect(leaveDue(after('done'), defaultRules, { process: true })).toBeUndefined();
  });
});

describe('for any story', () => {
  const story = fc.array(
    fc.record({
      kind: fc.constantFrom(...eventKinds),
      source: fc.constantFrom(...sources),
      at_ms: fc.nat(3 * hour),
      subagent: fc.option(fc.constant('x'), { nil: undefined }),
      tool: fc.option(fc.constantFrom('Bash', 'Edit'), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 20 },
  );

  it('only working sessions rest, never before their silence was long enough, and then only once', () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 1, max: hour }), (events, idle_after_ms) => {
        const rules = { ...defaultRules, idle_after_ms };
        let session: Session | undefined;
        for (const event of events) session = fold(session, { agent: 'ralph', session: 's', ...event }, rules);
        fc.pre(session !== undefined);
        const due = restDue(session, rules, lifeless);
        expect(due === undefined || session.state === 'working').toBe(true);
        fc.pre(due !== undefined);
        expect(due).toBeGreaterThanOrEqual(session.heard_ms + idle_after_ms);
        const rested = fold(session, { kind: 'idle', agent: 'ralph', session: 's', source: 'clock', at_ms: due }, rules);
        expect(rested?.state).toBe('idle');
        expect(rested && restDue(rested, rules, lifeless)).toBeUndefined();
        expect(rested && leaveDue(rested, rules, lifeless)).toBe(session.heard_ms + rules.forget_after_ms);
      }),
      { numRuns: 300 },
    );
  });

  it('the clock takes nobody to rest who does not work', () => {
    fc.assert(
      fc.property(story, (events) => {
        let session: Session | undefined;
        for (const event of events) session = fold(session, { agent: 'ralph', session: 's', ...event }, defaultRules);
        fc.pre(session !== undefined && session.state !== 'working');
        const clock: Event = { kind: 'idle', agent: 'ralph', session: 's', source: 'clock', at_ms: 9 * hour };
        expect(fold(session, clock, defaultRules)).toBe(session);
      }),
      { numRuns: 200 },
    );
  });
});
