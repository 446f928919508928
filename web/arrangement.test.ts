import { describe, expect, it } from 'vitest';
import { sampleView } from '../test/browser/sample-view.ts';
import type { SessionView } from '../src/domain/view.ts';
import type { Group } from './arrangement.ts';
import { arrange, countTabs, standsAlike } from './arrangement.ts';
import type { Board } from './board.ts';

const boardOf = (...views: SessionView[]): Board => ({
  seq: 1,
  rows: new Map(views.map((view) => [view.id, { view, turns: 0 }])),
  home: '/home/dev',
});
const all = { tab: 'all', filter: '' } as const;
const shown = (groups: readonly Group[]): Record<string, string[]> =>
  Object.fromEntries(groups.map(({ name, ids }) => [name, ids.map((id) => id.replace('claude:', ''))]));

const ledger = '/home/dev/src/ledger';
const harbour = [
  sampleView({ session: 'idle', cwd: '/home/dev/dotfiles' }),
  sampleView({ session: 'working', state: 'working', started_ms: 10 }),
  sampleView({ session: 'asks-late', state: 'blocked', attention: true, since_ms: 200, cwd: ledger }),
  sampleView({ session: 'asks-early', state: 'blocked', since_ms: 100 }),
  sampleView({ session: 'done', attention: true, since_ms: 50, cwd: ledger }),
  sampleView({ session: 'failed', attention: true, detail: 'error', title: 'Fix anchors', cwd: ledger }),
  sampleView({ session: 'lost', state: 'unknown', cwd: '/home/dev/dotfiles' }),
];

describe('the list', () => {
  it('puts attention first, in groups and inside of them', () => {
    const groups = arrange(boardOf(...harbour), all);
    expect(shown(groups)).toEqual({
      'harbor-api': ['asks-early', 'working'],
      ledger: ['asks-late', 'failed', 'done'],
      dotfiles: ['idle', 'lost'],
    });
    expect(groups.map((group) => group.name)).toEqual(['harbor-api', 'ledger', 'dotfiles']);
    expect(groups[1]?.where).toBe('~/src/ledger');
  });

  it('keeps one folder of two hosts apart', () => {
    const groups = arrange(
      boardOf(sampleView(), sampleView({ session: 'far', id: 'claude:far@buildbox', host: 'buildbox' })),
      all,
    );
    expect(groups.map((group) => group.where)).toEqual(['buildbox', '~/src/harbor-api']);
  });

  it('counts what each tab shows', () => {
    const rows = [...boardOf(...harbour).rows.values()];
    expect(countTabs(rows)).toEqual({ all: 7, 'needs-you': 2, unseen: 2, working: 1, idle: 2 });
    for (const tab of ['all', 'needs-you', 'unseen', 'working', 'idle'] as const) {
      const ids = arrange(boardOf(...harbour), { tab, filter: '' }).flatMap((group) => group.ids);
      expect(ids.length).toBe(countTabs(rows)[tab]);
    }
  });

  it('filters by every word, wherever it stands', () => {
    expect(shown(arrange(boardOf(...harbour), { tab: 'all', filter: 'LEDGER anchors ' }))).toEqual({ ledger: ['failed'] });
    expect(arrange(boardOf(...harbour), { tab: 'working', filter: 'ledger' })).toEqual([]);
  });

  it('keeps the identity of what stays', () => {
    const before = arrange(boardOf(...harbour), all);
    expect(arrange(boardOf(...harbour), all, before)).toBe(before);
    const after = arrange(boardOf(...harbour.slice(1)), all, before);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[0]).toBe(before[0]);
    expect(after[2]).not.toBe(before[2]);
  });

  it('does not move a working session with each of its tools', () => {
    const [a, b] = ['a', 'b'].map((session, index) => sampleView({ session, state: 'working', started_ms: 10 + index }));
    const order = (views: SessionView[]): string[] => arrange(boardOf(...views), all).flatMap((group) => [...group.ids]);
    const busy = { ...a, since_ms: 999, detail: 'tool' } as SessionView;
    expect(standsAlike(a as SessionView, busy)).toBe(true);
    expect(order([busy, b as SessionView])).toEqual(order([a as SessionView, b as SessionView]));
    expect(standsAlike(busy, { ...busy, state: 'blocked' })).toBe(false);
  });
});
