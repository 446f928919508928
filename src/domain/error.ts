// The one error type that people see. Only `main.ts` prints it and sets the exit status.

/** Code → exit status. Docs and tests read this table. */
export const exitStatus = {
  usage: 2,
  not_found: 1,
  ambiguous: 1,
  refused: 1,
  hub_away: 1,
  invalid: 1,
  io: 1,
  vanished: 3,
  timeout: 124,
} as const;
export type ErrorCode = keyof typeof exitStatus;

export class VigieError extends Error {
  readonly code: ErrorCode;
  /** What to do next, as a sentence or a command; empty when nothing helps. */
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint = '') {
    super(message);
    this.name = 'VigieError';
    this.code = code;
    this.hint = hint;
  }
}
