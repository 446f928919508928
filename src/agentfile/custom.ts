// `vigie hook custom <name> [event]`: Gnista's contract, checked word for word before anything is sent.

import type { Registry } from './registry.ts';
import type { Report } from './report.ts';

/** What the call knows besides its arguments and stdin. */
export type Caller = Pick<Report, 'at_ms' | 'cwd' | 'place' | 'env'>;

/** `said` goes to stderr in either case; `report` is absent when nothing may be sent. */
export interface CustomCall {
  report: Report | undefined;
  said: string[];
}

/** @param argument the event given on the command line */
export const readCustomCall = (
  _name: string,
  _argument: string | undefined,
  _stdin: Uint8Array,
  _caller: Caller,
  _registry: Registry,
): CustomCall => ({ report: undefined, said: [] });
