// Which session a person means.

import { VigieError } from '../domain/error.ts';
import type { Session } from '../domain/session.ts';
import { keyOf } from '../domain/session.ts';

/** So many names are told where several fit. */
const toldMax = 5;

/**
 * The live session of that id or session id, else the one with that unambiguous beginning, else the one in that tmux pane (`%5`).
 * Undefined when none fits. Throws VigieError `ambiguous` when several do.
 */
export const findSession = (reference: string, live: Iterable<Session>): Session | undefined => {
  const sessions = [...live];
  const fits: ((session: Session) => boolean)[] = reference.startsWith('%')
    ? [(session) => session.place.tmux?.pane === reference]
    : [
        (session) => keyOf(session) === reference,
        (session) => session.session === reference,
        (session) => reference !== '' && (keyOf(session).startsWith(reference) || session.session.startsWith(reference)),
      ];
  for (const fit of fits) {
    const found = sessions.filter(fit);
    if (found.length > 1) throw ambiguous(reference, found.map(keyOf));
    if (found[0]) return found[0];
  }
  return undefined;
};

/** Undefined for none, the one, or throws VigieError `ambiguous`. */
export const onlyOne = (reference: string, found: readonly string[]): string | undefined => {
  if (found.length > 1) throw ambiguous(reference, found);
  return found[0];
};

const ambiguous = (reference: string, found: readonly string[]): VigieError => {
  const names = found.toSorted();
  const told = names.slice(0, toldMax).join(', ') + (names.length > toldMax ? ` and ${names.length - toldMax} more` : '');
  return new VigieError('ambiguous', `"${reference}" may mean ${told}.`, 'Write more of the id.');
};
