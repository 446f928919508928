// A turn: from a prompt, or the first work seen, to the moment the main agent is done.

import type { Draft } from './draft.ts';
import type { Event } from './event.ts';

export const openTurn = (next: Draft, event: Event): void => {
  if (next.turn.open && (event.turn === undefined || event.turn === next.turn.id)) return;
  next.turn = { open: true, id: event.turn ?? null, at_ms: event.at_ms, ended: next.turn.ended };
};

export const endTurn = (next: Draft, event: Event): void => {
  const id = event.turn ?? next.turn.id;
  next.turn = { open: false, id, at_ms: event.at_ms, ended: id };
  next.tools = next.tools.filter((tool) => tool.speaker !== '');
  next.tool = null;
  next.input = null;
};

/** Whether an event of the main agent was born before its turn was over, and only came in later. */
export const isLate = (next: Draft, event: Event): boolean => !next.turn.open && event.at_ms < next.turn.at_ms;

/** Whether it tells of the turn before, while the next one is under way. */
export const isOver = ({ turn }: Draft, event: Event): boolean =>
  turn.open && turn.id !== null && event.turn !== undefined && event.turn === turn.ended && event.turn !== turn.id;

/** A turn that ended is not reopened by the tail of one of its tools, unless the agent says that it is another turn's. */
export const belongsToEndedTurn = (next: Draft, event: Event): boolean => {
  if (isOver(next, event)) return true;
  if (next.turn.open || next.turn.at_ms === 0) return false;
  const namesAnother = event.turn !== undefined && next.turn.id !== null && event.turn !== next.turn.id;
  return !namesAnother || isLate(next, event);
};
