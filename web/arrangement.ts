// Which sessions the list shows, and in which order: groups and rows with attention first.

import type { SessionView } from '../src/domain/view.ts';
import { byAttention } from '../src/domain/view.ts';
import type { Board, Row } from './board.ts';
import { pathOf, projectOf } from './naming.ts';
import { lineOf } from './line.ts';

export const tabs = ['all', 'needs-you', 'unseen', 'working', 'idle'] as const;
export type Tab = (typeof tabs)[number];

const belongs: Record<Tab, (view: SessionView) => boolean> = {
  all: () => true,
  'needs-you': (view) => view.state === 'blocked',
  unseen: (view) => view.attention && view.state !== 'blocked',
  working: (view) => view.state === 'working',
  idle: (view) => (view.state === 'idle' || view.state === 'unknown') && !view.attention,
};

export type Counts = Readonly<Record<Tab, number>>;

export const countTabs = (rows: Iterable<Row>): Counts => {
  const counts: Record<Tab, number> = { all: 0, 'needs-you': 0, unseen: 0, working: 0, idle: 0 };
  for (const { view } of rows) for (const tab of tabs) if (belongs[tab](view)) counts[tab] += 1;
  return counts;
};

/** Sessions of one folder on one host. */
export interface Group {
  readonly key: string;
  readonly name: string;
  /** The folder's path, or the host for another machine's. */
  readonly where: string;
  readonly ids: readonly string[];
}

/** Every word has to occur somewhere in what the row is about. */
const matches = (view: SessionView, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const fields = [view.title, view.prompt, view.message, view.name, view.agent, view.cwd, view.host, view.id, view.input];
  const text = fields.join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
};

/**
 * A working session takes its place by its start: by the start of its latest tool it would move with each event. What is a row's age
 * stays `since_ms`.
 */
const standing = (view: SessionView): SessionView => (view.state === 'working' ? { ...view, since_ms: view.started_ms } : view);

/** Whether two views of one session stand at the same place of the same list, so that nothing has to be sorted anew. */
export const standsAlike = (a: SessionView, b: SessionView): boolean =>
  a.state === b.state &&
  a.attention === b.attention &&
  a.done === b.done &&
  a.failed === b.failed &&
  a.cwd === b.cwd &&
  standing(a).since_ms === standing(b).since_ms;

export interface Wish {
  readonly tab: Tab;
  /** What stands in the filter field. */
  readonly filter: string;
}

/** @param before what is shown now: groups that stay as they are keep their identity, and so does the whole list */
export const arrange = ({ rows, home }: Board, { tab, filter }: Wish, before: readonly Group[] = []): readonly Group[] => {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  const shown: SessionView[] = [];
  for (const { view } of rows.values()) if (belongs[tab](view) && matches(view, words)) shown.push(standing(view));
  const byKey = new Map<string, { view: SessionView; ids: string[] }>();
  for (const view of shown.sort(byAttention)) {
    const key = `${view.host}\n${view.cwd ?? ''}`;
    const group = byKey.get(key);
    if (group) group.ids.push(view.id);
    else byKey.set(key, { view, ids: [view.id] });
  }
  const known = new Map(before.map((group) => [group.key, group]));
  const groups = [...byKey].map(([key, { view, ids }]): Group => {
    const old = known.get(key);
    if (old && isSame(old.ids, ids)) return old;
    return { key, name: projectOf(view.cwd), where: lineOf(view.host) || pathOf(view.cwd, home), ids };
  });
  return isSame(before, groups) ? before : groups;
};

const isSame = <Item>(a: readonly Item[], b: readonly Item[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
