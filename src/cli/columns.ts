// Text that fits a terminal: widths are what a terminal shows, so wide letters and emoji count two.

import truncatedWidth from 'fast-string-truncated-width';

// Most text needs no tables of Unicode, and their regular expressions take longer to build than all the rest of a list.
const printable = /^[ -~]*$/u;

export const widthOf = (text: string): number => (printable.test(text) ? text.length : truncatedWidth(text).width);

const ellipsis = { ellipsis: '…', ellipsisWidth: 1 };

/** Cuts to the width, with an ellipsis where something is missing. */
export const fit = (text: string, width: number): string => {
  if (width <= 0) return '';
  if (printable.test(text)) return text.length <= width ? text : `${text.slice(0, width - 1).trimEnd()}…`;
  const { index, ellipsed } = truncatedWidth(text, { limit: width, ...ellipsis });
  if (!ellipsed) return text;
  let kept = text.slice(0, index);
  // The index may lie a few letters too far behind letters that are neither Latin nor wide.
  while (widthOf(kept) >= width)
    kept = kept
      .slice(0, -1)
      .toWellFormed()
      .replace(/\uFFFD$/u, '');
  return `${kept.trimEnd()}…`;
};

export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Breaks at blanks into lines of at most the width; a longer word gets a line of its own. */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

export interface Column {
  title: string;
  /** Where room is short: this column may shrink to this width … */
  least?: number;
  /** … and goes away altogether on a terminal narrower than this. */
  from?: number;
  /** Never wider than this. */
  most?: number;
}

const gap = 2;

/**
 * Rows as lines of at most `width` columns. Room that is missing is taken from the columns that may shrink, the widest first.
 * `style` colours a cell after it was cut, so that it may not change the width.
 */
export const table = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  style: (text: string, row: number, column: number) => string = (text) => text,
): string[] => {
  const shown = columns.map((column, index) => ({ ...column, index })).filter(({ from = 0 }) => width >= from);
  const widths = shown.map(({ index, title, most = Number.POSITIVE_INFINITY }) =>
    Math.min(most, Math.max(widthOf(title), ...rows.map((row) => widthOf(row[index] ?? '')))),
  );
  shrink(
    widths,
    shown.map(({ least = Number.POSITIVE_INFINITY }) => least),
    width - gap * (shown.length - 1),
  );
  const line = (cells: readonly string[], row: number): string =>
    shown
      .map(({ index }, at) => {
        const text = fit(cells[index] ?? '', widths[at] ?? 0);
        const padding = at === shown.length - 1 ? '' : ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text)) + gap);
        return style(text, row, index) + padding;
      })
      .join('')
      .trimEnd();
  return [
    line(
      columns.map(({ title }) => title),
      -1,
    ),
    ...rows.map((row, index) => line(row, index)),
  ];
};

/** Takes one column of width after the other from the widest that may still shrink, until the sum fits. */
const shrink = (widths: number[], least: readonly number[], room: number): void => {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    let widest = -1;
    for (const [at, width] of widths.entries()) if (width > (least[at] ?? width) && width > (widths[widest] ?? 0)) widest = at;
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
};
