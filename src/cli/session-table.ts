// The list as a table: who needs you first, as wide as the terminal.

import type { SessionView } from '../domain/view.ts';
import { byAttention } from '../domain/view.ts';
import type { Column } from './columns.ts';
import { table } from './columns.ts';
import type { Paint } from './paint.ts';
import { ageOf, placeOf, shortIds, stateStyles, stateWord, stepOf, titleOf } from './session-row.ts';

const columns: readonly Column[] = [
  { title: 'STATE' },
  { title: 'SESSION', least: 4, most: 16, from: 40 },
  { title: 'AGENT', least: 4, most: 16 },
  { title: 'TITLE', least: 8, most: 60 },
  { title: 'LATEST STEP', least: 8, most: 100, from: 60 },
  { title: 'PLACE', least: 6, most: 40, from: 80 },
  { title: 'AGE' },
];
const [stateColumn, titleColumn] = [0, 3];

/** @param width in columns; Infinity cuts only what is longer than anybody reads */
export const sessionTable = (sessions: readonly SessionView[], width: number, now: number, paint: Paint): string[] => {
  const ids = shortIds(sessions);
  const sorted = sessions.toSorted(byAttention);
  const rows = sorted.map((session) => [
    stateWord(session),
    ids.get(session.id) ?? '',
    session.name,
    titleOf(session),
    stepOf(session),
    placeOf(session),
    ageOf(session, now),
  ]);
  return table(columns, rows, width, (text, row, column) => {
    const session = sorted[row];
    if (!session) return paint('dim', text);
    if (column === stateColumn) return paint(stateStyles[stateWord(session)], text);
    if (column === titleColumn) return session.attention ? paint('bold', text) : text;
    return column < titleColumn ? text : paint('dim', text);
  });
};

/** For an empty list: what to do next. */
export const emptyList = 'No sessions. Start an agent that is connected, or connect those on this machine: vigie connect --all';
