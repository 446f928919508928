import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event, EventKind } from './event.ts';
import { eventKinds, sources } from './event.ts';
import { fold } from './fold.ts';
import { defaultRules } from './rules.ts';
import type { Session } from './session.ts';
import { isDone, isFailed, states } from './session.ts';

const event = (kind: EventKind, more: Partial<Event> = {}): Event => ({
  kind,
  agent: 'claude',
  session: 's1',
  source: 'hook',
  at_ms: 1_000,
  ...more,
});

/** Folds events a second apart, each after the other. */
const after = (...events: (EventKind | [EventKind, Partial<Event>])[]): Session | undefined => {
  let session: Session | undefined;
  events.forEach((step, index) => {
    const [kind, more] = typeof step === 'string' ? [step, {}] : step;
    session = fold(session, event(kind, { at_ms: 1_000 * (index + 1), ...more }), defaultRules);
  });
  return session;
};
const shown = (session: Session | undefined) => session && [session.state, session.detail, session.attention];

describe('the event table', () => {
  it.each<[string, Parameters<typeof after>, ReturnType<typeof shown>]>([
    ['start is idle', ['start'], ['idle', null, false]],
    ['a prompt works', ['start', 'prompt'], ['working', 'thinking', false]],
    ['a prompt clears attention', ['start', 'prompt', 'done', 'prompt'], ['working', 'thinking', false]],
    ['a tool works', ['prompt', ['tool', { tool: 'Bash' }]], ['working', 'tool', false]],
    ['a tool keeps attention', ['prompt', 'done', ['tool', { tool: 'Bash' }]], ['working', 'tool', true]],
    [
      'tool-done goes on working',
      ['prompt', ['tool', { tool: 'Bash' }], ['tool-done', { tool: 'Bash' }]],
      ['working', null, false],
    ],
    ['needs-you blocks and raises', ['prompt', ['needs-you', { reason: 'question' }]], ['blocked', 'question', true]],
    ['needs-you without a reason asks permission', ['prompt', 'needs-you'], ['blocked', 'permission', true]],
    ['answered works again', ['prompt', 'needs-you', 'answered'], ['working', null, false]],
    ['working is a claim without a story', [['working', { detail: 'thinking' }]], ['working', 'thinking', false]],
    ['unknown is unknown', ['prompt', 'unknown'], ['unknown', null, false]],
    ['compacting works', ['prompt', 'compacting'], ['working', 'compacting', false]],
    ['an automatic compaction goes on', ['prompt', 'compacting', ['compacted', { trigger: 'auto' }]], ['working', null, false]],
    ['a manual compaction rests', ['prompt', 'done', 'compacting', ['compacted', { trigger: 'manual' }]], ['idle', null, true]],
    [
      'a manual compaction leaves background work at work',
      ['prompt', ['done', { background: 1 }], 'compacting', ['compacted', { trigger: 'manual' }]],
      ['working', 'background', true],
    ],
    ['done is idle and raises', ['prompt', 'done'], ['idle', null, true]],
    ['done with background work still works', ['prompt', ['done', { background: 2 }]], ['working', 'background', true]],
    ['failed is idle with an error', ['prompt', 'failed'], ['idle', 'error', true]],
    ['a rate limit is told apart', ['prompt', ['failed', { detail: 'rate_limit' }]], ['idle', 'rate_limit', true]],
    ['interrupted is idle and clears', ['prompt', 'needs-you', 'interrupted'], ['idle', null, false]],
    ['idle keeps attention', ['prompt', 'done', 'idle'], ['idle', null, true]],
    ['seen clears', ['prompt', 'done', 'seen'], ['idle', null, false]],
    ['unseen raises', ['prompt', 'unseen'], ['working', 'thinking', true]],
    ['seeing is not answering', ['prompt', 'needs-you', 'seen'], ['blocked', 'permission', false]],
    ['start of a known session keeps its state', ['prompt', ['tool', { tool: 'Bash' }], 'start'], ['working', 'tool', false]],
    ['a free detail is kept', [['prompt', { detail: 'planning' }]], ['working', 'planning', false]],
    [
      'a detail that is no token is dropped, the event is not',
      [['prompt', { detail: 'Planning it!' }]],
      ['working', 'thinking', false],
    ],
  ])('%s', (_, events, expected) => {
    expect(shown(after(...events))).toEqual(expected);
  });

  it.each<EventKind>([
    'answered',
    'compacting',
    'compacted',
    'interrupted',
    'notice',
    'usage',
    'subagent-start',
    'subagent-done',
    'end',
    'seen',
    'unseen',
  ])('%s makes no session', (kind) => expect(after(kind)).toBeUndefined());

  it('tells done from failed', () => {
    const done = after('prompt', 'done');
    const failed = after('prompt', 'failed');
    expect([done && isDone(done), done && isFailed(done)]).toEqual([true, false]);
    expect([failed && isDone(failed), failed && isFailed(failed)]).toEqual([false, true]);
  });

  it('resets what a session was doing when another process takes it up', () => {
    const place = (pid: number, pid_start: number) => ({ place: { pid, pid_start } });
    expect(shown(after(['prompt', place(10, 1)], ['needs-you', place(10, 1)], ['start', place(11, 2)]))).toEqual([
      'idle',
      null,
      true,
    ]);
    expect(shown(after(['prompt', place(10, 1)], ['start', place(10, 2)]))).toEqual(['idle', null, false]);
    expect(shown(after(['prompt', place(10, 1)], ['start', place(10, 1)]))).toEqual(['working', 'thinking', false]);
  });
});

it('is not ended by the late goodbye of a process that it left', () => {
  const place = (pid: number): Partial<Event> => ({ place: { pid, pid_start: pid } });
  const taken = ['start', ['prompt', place(7)], ['start', place(8)]] satisfies Parameters<typeof after>;
  expect(after(...taken, ['end', place(7)])).toMatchObject({ ended_ms: null, place: { pid: 8 } });
  expect(after(...taken, ['end', place(8)])).toMatchObject({ ended_ms: 4_000 });
  expect(after(...taken, 'end')).toMatchObject({ ended_ms: 4_000 });
});

describe('asks', () => {
  const call = (tool_use_id: string | undefined, input_hash: string): Partial<Event> => ({
    tool: 'Bash',
    tool_use_id,
    input_hash,
  });

  it('is one ask whether it comes with the call or as a request of its own', () => {
    const session = after(
      'prompt',
      ['needs-you', { ...call('t1', 'h1'), reason: 'question' }],
      ['needs-you', { ...call(undefined, 'h1'), reason: 'question' }],
    );
    expect(session?.asks).toHaveLength(1);
    expect(session?.asks[0]?.tool_use_id).toBe('t1');
  });

  it('takes the id from the call before, so that an edited input closes it too', () => {
    const session = after(
      'prompt',
      ['tool', call('t1', 'h1')],
      ['needs-you', call(undefined, 'h1')],
      ['tool-done', call('t1', 'edited')],
    );
    expect(shown(session)).toEqual(['working', null, true]);
  });

  it('keeps the second of two parallel requests open when the first is answered', () => {
    const asked = [
      'prompt',
      ['tool', call('t1', 'h1')],
      ['tool', call('t2', 'h2')],
      ['needs-you', call(undefined, 'h1')],
      ['needs-you', call(undefined, 'h2')],
    ] as Parameters<typeof after>;
    expect(shown(after(...asked, ['tool-done', call('t1', 'h1')]))).toEqual(['blocked', 'permission', true]);
    expect(shown(after(...asked, ['tool-done', call('t1', 'h1')], ['tool-done', call('t2', 'h2')]))?.[0]).toBe('working');
  });

  it('is not closed by another tool of the same agent', () => {
    expect(
      after(
        'prompt',
        ['tool', call('t1', 'h1')],
        ['needs-you', call(undefined, 'h1')],
        ['tool', call('t2', 'h2')],
        ['tool-done', call('t2', 'h2')],
      )?.state,
    ).toBe('blocked');
  });

  it('is closed by any work of its speaker where it names no tool', () => {
    expect(after('prompt', 'needs-you', ['tool', { tool: 'Read' }])?.state).toBe('working');
    expect(after('prompt', 'needs-you', 'working')?.state).toBe('working');
    expect(after('prompt', 'needs-you', ['tool', { tool: 'Read', subagent: 'a1' }])?.state).toBe('blocked');
  });

  it('is closed by the beginning of the call that was asked about, where the agent asks before it tells of one', () => {
    const call = { tool: 'Shell', input_hash: 'a' };
    const asked = ['prompt', ['needs-you', call]] satisfies Parameters<typeof after>;
    expect(shown(after(...asked, ['tool', { ...call, tool_use_id: 'u1' }]))).toEqual(['working', 'tool', true]);
    expect(shown(after(...asked, ['tool', { tool: 'Shell', input_hash: 'b' }]))).toEqual(['blocked', 'permission', true]);
  });

  it('of a subagent outlives the turn of its parent, and ends with the subagent', () => {
    const asked = [
      'prompt',
      ['subagent-start', { subagent: 'a1' }],
      ['done', { background: 1 }],
      ['needs-you', { ...call('t9', 'h9'), subagent: 'a1' }],
    ] as Parameters<typeof after>;
    expect(shown(after(...asked))).toEqual(['blocked', 'permission', true]);
    expect(shown(after(...asked, ['done', {}]))?.[0]).toBe('blocked');
    expect(shown(after(...asked, ['subagent-done', { subagent: 'a1' }]))).toEqual(['working', 'background', true]);
    expect(shown(after(...asked, ['tool-done', { ...call('t9', 'h9'), subagent: 'a1' }]))).toEqual([
      'working',
      'background',
      true,
    ]);
  });

  it('shows what is asked while it is asked, and not after', () => {
    const asked = after(
      'prompt',
      ['tool', { tool: 'Read', input: 'a.ts', tool_use_id: 't1' }],
      ['needs-you', { tool: 'Bash', input: 'rm -r x', tool_use_id: 't2', message: 'Run it?' }],
    );
    expect([asked?.tool, asked?.input, asked?.message]).toEqual(['Bash', 'rm -r x', 'Run it?']);
    const answered = fold(asked, event('answered', { at_ms: 9_000 }), defaultRules);
    expect([answered?.tool, answered?.input, answered?.message]).toEqual(['Read', 'a.ts', null]);
  });
});

describe('turns', () => {
  it('is not revived by the tail of one of its tools', () => {
    expect(
      shown(
        after('prompt', ['tool', { tool: 'Bash', tool_use_id: 't1' }], 'done', [
          'tool-done',
          { tool: 'Bash', tool_use_id: 't1' },
        ]),
      ),
    ).toEqual(['idle', null, true]);
    expect(shown(after('prompt', 'interrupted', 'tool-failed'))).toEqual(['idle', null, false]);
  });

  it('is not revived by a tool that was born before it ended', () => {
    expect(shown(after('prompt', 'done', ['tool', { tool: 'Bash', at_ms: 1_500 }]))).toEqual(['idle', null, true]);
  });

  it('goes on after a rest that only silence made', () => {
    const rested = after('prompt', ['tool', { tool: 'Bash' }], ['idle', { source: 'clock' }]);
    expect(rested?.state).toBe('idle');
    expect(fold(rested, event('tool-done', { tool: 'Bash', at_ms: 9_000 }), defaultRules)?.state).toBe('working');
  });

  it('is over once, however often and late an agent says so', () => {
    const done: [EventKind, Partial<Event>] = ['done', { turn: 'a' }];
    const first = ['start', ['prompt', { turn: 'a' }], done] satisfies Parameters<typeof after>;
    expect(shown(after(...first, 'seen', done))).toEqual(['idle', null, false]);
    expect(shown(after(...first, ['prompt', { turn: 'b' }], done))).toEqual(['working', 'thinking', false]);
    expect(shown(after(...first, ['prompt', { turn: 'b' }], ['done', { turn: 'b' }]))).toEqual(['idle', null, true]);
  });

  it('that failed stays so while its agent says that it is idle', () => {
    expect(shown(after('prompt', 'failed', 'idle'))).toEqual(['idle', 'error', true]);
  });

  it('of another number is another turn', () => {
    expect(after(['prompt', { turn: 'p1' }], ['done', { turn: 'p1' }], ['tool-done', { turn: 'p2' }])?.state).toBe('working');
  });
});

describe('the screen', () => {
  const screen = (kind: EventKind, at_ms: number): [EventKind, Partial<Event>] => [kind, { source: 'screen', at_ms }];
  const rules = { ...defaultRules, screen_expires: states };
  const from = (session: Session | undefined, ...steps: [EventKind, Partial<Event>][]) =>
    steps.reduce<Session | undefined>((known, [kind, more]) => fold(known, event(kind, more), rules), session);

  it('shows a dialog that no hook told of, but not one older than the last hook', () => {
    expect(from(after('prompt'), screen('needs-you', 1_500))?.state).toBe('blocked');
    expect(from(after('prompt', 'tool'), screen('needs-you', 1_500))?.state).toBe('working');
  });

  it('overrules a hook only after its window, and raises when work came to rest', () => {
    const working = after('prompt');
    expect(from(working, screen('idle', 61_000))?.state).toBe('working');
    expect(shown(from(working, screen('idle', 61_001)))).toEqual(['idle', null, true]);
    const asked = after('prompt', ['needs-you', { tool: 'Bash' }]);
    expect(from(asked, screen('working', 302_000))?.state).toBe('blocked');
    expect(from(asked, screen('working', 302_001))?.state).toBe('working');
  });

  it('waits three seconds before it believes that work came to rest', () => {
    const seen = from(undefined, screen('working', 1_000));
    expect(from(seen, screen('idle', 4_000))?.state).toBe('working');
    expect(from(seen, screen('working', 3_000), screen('idle', 4_500))?.state).toBe('working');
    expect(from(seen, screen('idle', 4_001))?.state).toBe('idle');
  });

  it('may not expire what the agent file does not trust it with', () => {
    expect(fold(after('prompt'), event('idle', { source: 'screen', at_ms: 1e9 }), defaultRules)?.state).toBe('working');
  });
});

// ---- properties ----------------------------------------------------------------------------------------------------

const text = fc.option(fc.string({ maxLength: 12, unit: 'binary' }), { nil: undefined });
const oneOf = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const anyEvent: fc.Arbitrary<Event> = fc.record(
  {
    kind: fc.constantFrom(...eventKinds),
    agent: fc.constant('claude'),
    session: fc.constant('s1'),
    source: fc.constantFrom(...sources),
    at_ms: fc.integer({ min: 1, max: 400_000 }),
    detail: text,
    reason: fc.constantFrom('permission' as const, 'question' as const, 'plan' as const),
    message: text,
    tool: oneOf('Bash', 'Read'),
    input_hash: oneOf('h1', 'h2'),
    tool_use_id: oneOf('t1', 't2', 't3'),
    subagent: oneOf('a1', 'a2', 's1'),
    background: fc.integer({ min: 0, max: 2 }),
    turn: oneOf('p1', 'p2'),
    trigger: fc.constantFrom('manual' as const, 'auto' as const),
    place: fc.record({ pid: fc.constantFrom(7, 8), pid_start: fc.constantFrom(1, 2) }),
  },
  { requiredKeys: ['kind', 'agent', 'session', 'source', 'at_ms'] },
);
const anyEvents = fc.array(anyEvent, { maxLength: 40 });
const foldAll = (events: readonly Event[], from?: Session) =>
  events.reduce<Session | undefined>((known, next) => fold(known, next, defaultRules), from);
/** Holds for every history: `check` gets the session that it led to. */
const always = (check: (session: Session | undefined, history: readonly Event[]) => void) =>
  fc.assert(
    fc.property(anyEvents, (history) => check(foldAll(history), history)),
    { numRuns: 500 },
  );

describe('whatever happens', () => {
  it('is deterministic and leaves its input alone', () =>
    always((_, history) => {
      const frozen = history.map((one) => Object.freeze({ ...one }));
      expect(foldAll(frozen)).toEqual(foldAll(structuredClone(history)));
    }));

  it('changes nothing in the session it was given', () =>
    fc.assert(
      fc.property(anyEvents, anyEvent, (history, next) => {
        const session = foldAll(history);
        const copy = structuredClone(session);
        fold(session, next, defaultRules);
        expect(session).toEqual(copy);
      }),
    ));

  it('is one of the four states with a token for a detail, and blocked exactly while something is asked', () =>
    always((session) => {
      if (!session) return;
      expect(states).toContain(session.state);
      expect(session.detail ?? 'none').toMatch(/^[a-z0-9_-]+$/u);
      expect(session.state === 'blocked').toBe(session.asks.length > 0);
    }));

  it('`end` twice is `end` once', () =>
    always((session) => {
      const ended = fold(session, event('end', { at_ms: 500_000 }), defaultRules);
      expect(fold(ended, event('end', { at_ms: 600_000 }), defaultRules)).toEqual(ended);
    }));

  it('only a later start, prompt, tool or needs-you brings an ended session back', () =>
    fc.assert(
      fc.property(anyEvents, anyEvent, fc.boolean(), (history, next, isLater) => {
        const ended = fold(
          foldAll([...history, event('prompt', { at_ms: 450_000 })]),
          event('end', { at_ms: 500_000 }),
          defaultRules,
        );
        const back = fold(ended, { ...next, at_ms: isLater ? 500_001 : 500_000 }, defaultRules);
        expect(back?.ended_ms === null).toBe(isLater && ['start', 'prompt', 'tool', 'needs-you'].includes(next.kind));
      }),
    ));

  it('a blocked session is not turned idle by silence', () =>
    always((session) => {
      const blocked = fold(session, event('needs-you', { at_ms: 500_000 }), defaultRules);
      const later = fold(blocked, event('idle', { source: 'clock', at_ms: 1e12 }), defaultRules);
      expect(later?.state).toBe('blocked');
    }));

  it('a tool that is done late revives nothing', () =>
    always((session) => {
      const done = fold(session, event('done', { at_ms: 500_000, turn: 'p1' }), defaultRules);
      const late = fold(done, event('tool-done', { at_ms: 500_001, turn: 'p1', tool_use_id: 't1', tool: 'Bash' }), defaultRules);
      expect(late?.base).toEqual(done?.base);
    }));

  it('a subagent never ends, idles or removes its parent', () =>
    fc.assert(
      fc.property(anyEvents, anyEvent, (history, next) => {
        const working = foldAll([...history, event('prompt', { at_ms: 500_000 })]);
        const spoken = { ...next, subagent: 'a1', source: 'hook' as const, at_ms: 500_001 };
        if (['start', 'prompt', 'end'].includes(spoken.kind)) return;
        const session = fold(working, spoken, defaultRules);
        expect(session?.ended_ms).toBeNull();
        expect(session?.base).toEqual(working?.base);
      }),
    ));

  it("the session's own id as agent_id does not make its events a subagent's", () => {
    expect(shown(after('prompt', ['done', { subagent: 's1' }]))).toEqual(['idle', null, true]);
    expect(after('start', ['end', { subagent: 'a1' }])?.ended_ms).toBe(2_000);
    expect(shown(after('start', ['prompt', { subagent: 'a1' }]))).toEqual(['working', 'thinking', false]);
  });

  it('an unknown kind changes nothing', () =>
    always((session) => {
      for (const kind of ['explode', 'constructor', '__proto__', '']) {
        expect(fold(session, { ...event('start'), kind: kind as EventKind }, defaultRules)).toBe(session);
      }
    }));
});
