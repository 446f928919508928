// Which rows of a long list are laid out: those in sight, a screenful around them, and the one that Tab and keys start from.

import type { Group } from './arrangement.ts';

/** What the list's own window shows, in pixels. */
export interface Span {
  readonly top: number;
  readonly height: number;
}

/** Heights of a group's name and of a row, in pixels. */
export interface Measure {
  readonly head: number;
  readonly row: number;
}

/** A group that is laid out, and where: below so many groups and rows. */
export interface ShownGroup {
  readonly group: Group;
  readonly groupsAbove: number;
  readonly rowsAbove: number;
  /** Its rows that are laid out, each with its number in the group. */
  readonly rows: readonly { readonly id: string; readonly at: number }[];
}

/** A list up to this long is laid out whole, so that the browser's own search and a screen reader find all of it. */
const wholeMax = 150;

/** @param keep the row that is laid out wherever it stands */
export const layOut = (groups: readonly Group[], measure: Measure, span: Span, keep?: string): ShownGroup[] => {
  const total = groups.reduce((count, group) => count + group.ids.length, 0);
  const isWhole = total <= wholeMax;
  const [from, to] = [span.top - span.height, span.top + 2 * span.height];
  const shown: ShownGroup[] = [];
  let rowsAbove = 0;
  for (const [groupsAbove, group] of groups.entries()) {
    const top = groupsAbove * measure.head + rowsAbove * measure.row + measure.head;
    const first = isWhole ? 0 : Math.max(0, Math.floor((from - top) / measure.row));
    const end = isWhole ? group.ids.length : Math.ceil((to - top) / measure.row);
    const rows = group.ids.map((id, at) => ({ id, at })).filter(({ id, at }) => (at >= first && at < end) || id === keep);
    if (rows.length > 0) shown.push({ group, groupsAbove, rowsAbove, rows });
    rowsAbove += group.ids.length;
  }
  return shown;
};
