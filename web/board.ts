// What the page knows: a pure fold over the messages of the stream.

import type { StreamMessage } from '../src/api/contract.ts';
import type { SessionView } from '../src/domain/view.ts';

export interface Row {
  readonly view: SessionView;
  /** Changes heard since the page knows this session: its ring stands at so many quarter turns. */
  readonly turns: number;
}

export interface Board {
  /** Number of the last message; undefined before the first one. */
  readonly seq: number | undefined;
  readonly rows: ReadonlyMap<string, Row>;
  /** This user's home folder, where the hub tells it. */
  readonly home: string | undefined;
}

export const emptyBoard: Board = { seq: undefined, rows: new Map(), home: undefined };

/**
 * The board after these messages. A row that did not change keeps its identity. Messages that are older than the board are passed
 * over; a snapshot replaces everything, whatever its number.
 */
export const foldMessages = (board: Board, messages: readonly StreamMessage[]): Board => {
  if (messages.length === 0) return board;
  let rows = new Map(board.rows);
  let { seq, home } = board;
  for (const message of messages) {
    if (message.type === 'snapshot') {
      home = message.data.home;
      rows = new Map(message.data.sessions.map((view) => [view.id, { view, turns: rows.get(view.id)?.turns ?? 0 }]));
    } else {
      if (seq !== undefined && message.seq <= seq) continue;
      if (message.type === 'gone') rows.delete(message.data.id);
      else rows.set(message.data.id, { view: message.data, turns: (rows.get(message.data.id)?.turns ?? 0) + 1 });
    }
    seq = message.seq;
  }
  return { seq, rows, home };
};

/** The board as the message that would make it. */
export const snapshotOf = ({ rows, home }: Board, seq: number): StreamMessage => {
  const sessions = [...rows.values()].map((row) => row.view);
  return { type: 'snapshot', seq, data: { schema: 1, seq, sessions, home: home ?? '' } };
};
