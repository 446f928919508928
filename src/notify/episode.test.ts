import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event, EventKind } from '../domain/event.ts';
import type { ListChange } from '../domain/list.ts';
import { createRoster } from '../domain/roster.ts';
import { defaultRules } from '../domain/rules.ts';
import type { SessionView } from '../domain/view.ts';
import { viewOf } from '../domain/view.ts';
import type { Episodes } from './episode.ts';
import { concernOf, createEpisodes } from './episode.ts';

/** A list of sessions that is changed by events, and the episodes that watch it; with `held`, the changes go there instead. */
const watchList = (delayMs = 2_000, held?: ListChange[]) => {
  const roster = createRoster({ rulesFor: () => defaultRules });
  const episodes = createEpisodes(() => delayMs);
  let at_ms = 1_000_000;
  let seq = 0;
  const see = (changes: readonly ListChange[]): void => {
    if (held) held.push(...changes);
    else episodes.see(changes, at_ms);
  };
  const changesOf = (event: Event): ListChange[] => {
    const { before, after, adopted } = roster.apply(event);
    const changes: ListChange[] = [];
    if (adopted !== undefined) changes.push({ type: 'gone', seq: (seq += 1), data: { id: adopted, reason: 'adopted' } });
    if (!after || after === before) return changes;
    const data = viewOf(after, after.agent);
    if (after.ended_ms === null) changes.push({ type: 'change', seq: (seq += 1), data });
    else changes.push({ type: 'gone', seq: (seq += 1), data: { id: data.id, reason: 'ended' } });
    return changes;
  };
  const event = (kind: EventKind, more: Partial<Event> = {}): Event => ({
    kind,
    agent: 'claude',
    session: 's1',
    source: kind === 'seen' || kind === 'unseen' ? 'user' : 'hook',
    at_ms,
    ...more,
  });
  return {
    episodes,
    now: () => at_ms,
    /** Lets time go by, and says what was taken on the way. */
    pass(ms: number): string[] {
      const end = at_ms + ms;
      const taken: string[] = [];
      for (let due = episodes.due(); due !== undefined && due <= end; due = episodes.due()) {
        at_ms = Math.max(at_ms, due);
        taken.push(names(episodes, at_ms));
      }
      at_ms = end;
      return taken;
    },
    happen(kind: EventKind, more: Partial<Event> = {}): void {
      at_ms += 1;
      see(changesOf(event(kind, { at_ms, ...more })));
    },
    /** The changes of several events in one batch. */
    batch(...kinds: [EventKind, Partial<Event>?][]): void {
      see(kinds.flatMap(([kind, more]) => changesOf(event(kind, { at_ms: (at_ms += 1), ...more }))));
    },
    views: () => [...roster.live()].map((session) => viewOf(session, session.agent)),
  };
};

const names = (episodes: Episodes, at_ms: number): string =>
  episodes
    .take(at_ms)
    .map(({ concern, session }) => `${session.session} ${concern}`)
    .join(', ');

describe('an episode is told once', () => {
  it.each<[string, (EventKind | [EventKind, Partial<Event>])[], string[]]>([
    ['blocked', ['prompt', 'needs-you'], ['s1 blocked']],
    ['done', ['prompt', 'done'], ['s1 done']],
    ['failed', ['prompt', 'failed'], ['s1 failed']],
    ['a rate limit', ['prompt', ['failed', { reason: 'rate_limit' }]], ['s1 failed']],
    ['work alone', ['prompt', 'tool', 'tool-done'], []],
    ['an interruption', ['prompt', 'interrupted'], []],
    ['idle without a turn end', ['prompt', 'idle'], []],
    ['a turn that leaves background work', ['prompt', ['done', { background: 1 }]], []],
    ['the end of that background work', ['prompt', ['done', { background: 1 }], 'done'], ['s1 done']],
    ['a subagent that ends', ['prompt', ['subagent-start', { subagent: 'a' }], ['subagent-done', { subagent: 'a' }]], []],
    ['the end of a session', ['prompt', 'done', 'end'], []],
    ['the latest reason', ['prompt', 'needs-you', 'done'], ['s1 done']],
  ])('%s', (_, steps, told) => {
    const list = watchList();
    for (const step of steps) {
      const [kind, more] = typeof step === 'string' ? [step, {}] : step;
      list.happen(kind, more);
    }
    expect(list.pass(10_000)).toEqual(told);
    expect(list.pass(24 * 3_600_000)).toEqual([]);
  });

  it('a turn that ends twice is told once, however late', () => {
    const list = watchList();
    list.happen('prompt');
    list.happen('done');
    expect(list.pass(5_000)).toEqual(['s1 done']);
    list.happen('done', { message: 'again' });
    list.happen('idle');
    list.happen('notice', { message: 'waiting for your input' });
    expect(list.pass(60_000)).toEqual([]);
  });

  it('the next turn is told anew', () => {
    const list = watchList();
    list.happen('prompt');
    list.happen('done');
    expect(list.pass(5_000)).toEqual(['s1 done']);
    list.happen('prompt');
    list.happen('done');
    expect(list.pass(5_000)).toEqual(['s1 done']);
  });

  it('an agent that only ever reports turn ends is told again once the last was seen', () => {
    const list = watchList();
    list.happen('done');
    expect(list.pass(5_000)).toEqual(['s1 done']);
    list.happen('seen');
    list.happen('done');
    expect(list.pass(5_000)).toEqual(['s1 done']);
  });

  it('a second question in one blocked spell is not told, but one after a look is', () => {
    const list = watchList();
    list.happen('prompt');
    list.happen('needs-you', { tool: 'Bash', tool_use_id: 'a' });
    expect(list.pass(5_000)).toEqual(['s1 blocked']);
    list.happen('needs-you', { tool: 'Edit', tool_use_id: 'b' });
    expect(list.pass(5_000)).toEqual([]);
    list.happen('seen');
    expect(list.pass(5_000)).toEqual([]);
    list.happen('needs-you', { tool: 'Read', tool_use_id: 'c' });
    expect(list.pass(5_000)).toEqual(['s1 blocked']);
  });

  it('a compaction or an unreadable screen does not make the same end news again', () => {
    const list = watchList();
    list.happen('prompt');
    list.happen('done');
    expect(list.pass(5_000)).toEqual(['s1 done']);
    list.happen('compacting', { trigger: 'manual' });
    list.happen('compacted', { trigger: 'manual' });
    list.happen('unknown');
    list.happen('idle');
    expect(list.pass(5_000)).toEqual([]);
  });

  it('a compaction only puts off what was not told yet', () => {
    const list = watchList();
    list.happen('prompt');
    list.happen('done');
    list.happen('compacting', { trigger: 'manual' });
    expect(list.pass(5_000)).toEqual([]);
    list.happen('compacted', { trigger: 'manual' });
    expect(list.pass(5_000)).toEqual(['s1 done']);
  });
});

describe('what is taken back', () => {
  it.each<[string, EventKind]>([
    ['answered', 'answered'],
    ['seen', 'seen'],
    ['interrupted', 'interrupted'],
    ['ended', 'end'],
    ['a new prompt', 'prompt'],
  ])('%s while it waits', (_, kind) => {
    const list = watchList();
    list.happen('prompt');
    list.happen('needs-you');
    expect(list.episodes.due()).toBe(list.now() + 2_000);
    list.pass(1_900);
    list.happen(kind);
    expect(list.episodes.due()).toBeUndefined();
    expect(list.pass(10_000)).toEqual([]);
  });

  it('a mark that a person sets is no news', () => {
    const list = watchList();
    list.happen('prompt');
    list.happen('interrupted');
    list.happen('unseen');
    expect(list.pass(5_000)).toEqual([]);
    list.happen('prompt');
    list.happen('needs-you');
    expect(list.pass(5_000)).toEqual(['s1 blocked']);
    list.happen('seen');
    list.happen('unseen');
    expect(list.pass(5_000)).toEqual([]);
  });
});

describe('bursts', () => {
  it('what comes within the wait is told together, when the first is due', () => {
    const list = watchList();
    list.happen('done', { session: 'a' });
    const first = list.now();
    list.pass(1_500);
    list.happen('needs-you', { session: 'b' });
    list.happen('failed', { session: 'c' });
    expect(list.episodes.due()).toBe(first + 2_000);
    expect(list.pass(5_000)).toEqual(['a done, b blocked, c failed']);
    list.happen('done', { session: 'd' });
    expect(list.pass(5_000)).toEqual(['d done']);
  });

  it('gives nothing before its time', () => {
    const list = watchList();
    list.happen('done');
    expect(list.episodes.take(list.now() + 1_999)).toEqual([]);
    expect(names(list.episodes, list.now() + 2_000)).toBe('s1 done');
    expect(list.episodes.take(list.now() + 9_000)).toEqual([]);
  });

  it('waits no time when told so', () => {
    const list = watchList(0);
    list.happen('done');
    expect(names(list.episodes, list.now())).toBe('s1 done');
  });
});

describe('the beginning', () => {
  it('tells nothing of what stands in the list already', () => {
    const list = watchList();
    const later = createEpisodes(() => 2_000);
    list.happen('needs-you', { session: 'a' });
    list.happen('done', { session: 'b' });
    const [a, b] = list.views();
    later.begin(list.views());
    expect(later.due()).toBeUndefined();
    later.see([change(a), change(b)], list.now());
    expect(later.due()).toBeUndefined();
    list.happen('answered', { session: 'a' });
    list.happen('done', { session: 'a' });
    later.see(list.views().map(change), list.now());
    expect(names(later, list.now() + 2_000)).toBe('a done');
  });

  it('takes what was last heard long ago for history', () => {
    const list = watchList();
    list.happen('needs-you', { at_ms: list.now() - 11 * 60_000 });
    expect(list.episodes.due()).toBeUndefined();
    list.happen('needs-you', { session: 's2', at_ms: list.now() - 9 * 60_000 });
    expect(list.pass(5_000)).toEqual(['s2 blocked']);
  });
});

describe('a session that gets its real id', () => {
  const there = { place: { tty: '/dev/pts/7' } };

  it('is not told again', () => {
    const list = watchList();
    list.happen('needs-you', { session: undefined, ...there });
    expect(list.pass(5_000)).toEqual(['tty:/dev/pts/7 blocked']);
    list.batch(['notice', { session: 'real', ...there }]);
    expect(list.views().map(({ id, state }) => `${id} ${state}`)).toEqual(['claude:real blocked']);
    expect(list.pass(5_000)).toEqual([]);
  });

  it('is told under its new name when it was not told yet, and in either order of the two changes', () => {
    for (const reversed of [false, true]) {
      const changes: ListChange[] = [];
      const list = watchList(2_000, changes);
      list.happen('needs-you', { session: undefined, ...there });
      list.episodes.see(changes.splice(0), list.now());
      list.happen('notice', { session: 'real', ...there });
      expect(changes).toHaveLength(2);
      list.episodes.see(reversed ? changes.toReversed() : changes, list.now());
      expect(list.pass(5_000)).toEqual(['real blocked']);
    }
  });
});

const change = (data: SessionView | undefined): ListChange => {
  if (!data) throw new Error('no such session');
  return { type: 'change', seq: 0, data };
};

describe('for any story', () => {
  const kinds = [
    'prompt',
    'tool',
    'tool-done',
    'needs-you',
    'answered',
    'working',
    'unknown',
    'compacting',
    'compacted',
  ] as const;
  const ends = ['done', 'failed', 'interrupted', 'idle', 'notice', 'end', 'seen', 'unseen', 'start'] as const;
  const step = fc.record({
    kind: fc.constantFrom(...kinds, ...ends),
    session: fc.constantFrom('a', 'b', 'c'),
    subagent: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    background: fc.option(fc.nat(1), { nil: undefined }),
    /** Milliseconds until the next. */
    wait: fc.constantFrom(0, 0, 1, 500, 2_500, 60_000),
  });

  it('no episode is told twice, nothing is told that has passed, and nothing that lasts is left out', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const list = watchList();
        /** What each session wants now, and whether that was told. */
        const open = new Map<string, { concern: string; told: number }>();
        const tell = (ms: number) => {
          for (const line of list.pass(ms))
            for (const item of line === '' ? [] : line.split(', ')) {
              const [session = '', concern] = item.split(' ');
              expect(open.get(session)?.concern).toBe(concern);
              const episode = open.get(session);
              if (episode) episode.told += 1;
            }
        };
        for (const { kind, session, subagent, background, wait } of steps) {
          list.happen(kind, { session, subagent, background });
          const views = new Map(list.views().map((view) => [view.session, view]));
          for (const name of ['a', 'b', 'c']) {
            const view = views.get(name);
            const concern = view && concernOf(view);
            const before = open.get(name);
            if (concern === undefined) {
              // Attention that stays while a compaction or an unknown screen passes belongs to the same episode.
              const pauses = view?.attention && (view.state === 'unknown' || view.detail === 'compacting');
              if (!pauses) open.delete(name);
            } else if (before?.concern !== concern)
              open.set(name, { concern, told: kind === 'unseen' && session === name ? -1 : 0 });
          }
          tell(wait);
        }
        tell(10_000);
        for (const { told } of open.values()) expect(told).toBeLessThanOrEqual(1);
        const lasting = list.views().filter((view) => concernOf(view) !== undefined && open.get(view.session)?.told !== -1);
        for (const view of lasting) expect([view.session, open.get(view.session)?.told]).toEqual([view.session, 1]);
      }),
      { numRuns: 400 },
    );
  });

  it('changes in any order or twice tell no session more often than it changed its mind', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.nat(), (steps, seed) => {
        const changes: ListChange[] = [];
        const list = watchList(0, changes);
        for (const { kind, session } of steps) list.happen(kind, { session });
        // One shuffle per seed, with repeats.
        const shuffled = [...changes, ...changes].toSorted((a, b) => ((a.seq * (seed + 7)) % 13) - ((b.seq * (seed + 3)) % 11));
        const later = createEpisodes(() => 0);
        let told = 0;
        for (const one of shuffled) {
          later.see([one], list.now());
          told += later.take(list.now()).length;
        }
        let turns = 0;
        const concerns = new Map<string, string | undefined>();
        for (const { type, data } of shuffled) {
          const concern = type === 'change' ? concernOf(data) : undefined;
          if (concern !== undefined && concern !== concerns.get(data.id)) turns += 1;
          concerns.set(data.id, concern);
        }
        expect(told).toBeLessThanOrEqual(turns);
      }),
      { numRuns: 200 },
    );
  });
});
