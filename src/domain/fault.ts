// Something that came in wrong. It is counted and shown by `doctor` with its reason, and drops no more than its own field.

export interface Fault {
  /** Where it was: `claude Stop: payload.cwd`, `spool`, `agent file ralph.json`. */
  where: string;
  /** Why, in words for a person, without payload content. */
  reason: string;
}

/** Faults of one kind, as `doctor` shows them. */
export interface FaultCount extends Fault {
  count: number;
  /** Epoch milliseconds. */
  first_ms: number;
  last_ms: number;
}
