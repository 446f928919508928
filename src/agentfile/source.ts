// An agent file's text as a value, with the place of each key. Positions are only worked out for mistakes.

import type { KeyPath, Mistake, Position } from './mistake.ts';

export interface Source {
  /** Undefined when the text can't be read at all. */
  value: unknown;
  /** What the syntax alone gets wrong. */
  mistakes: Mistake[];
  /** Where the value at a path stands, or where its key does; the nearest thing around it when there is no such thing. */
  positionOf(path: KeyPath, part: 'key' | 'value'): Position;
}
