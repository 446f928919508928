// What opens the page's door: a one-time ticket from the socket is changed for a bearer token. Both are long random words; of a token
// only its hash is kept.

import { createHash, randomBytes } from 'node:crypto';
import type { Journal } from '../hub/journal.ts';
import type { Token } from './contract.ts';

export interface Keys {
  ticket(): { ticket: string; expires_ms: number };
  /** Undefined for a ticket that is unknown, used or too old. */
  redeem(ticket: string): Token | undefined;
  accepts(token: string): boolean;
  /** Ends every token and ticket. */
  revoke(): void;
  /** Aborted at the next `revoke`: for streams that were opened with a token. */
  untilRevoked(): AbortSignal;
}

/** Long enough to read an address off a terminal and open it. */
export const ticketMs = 10 * 60 * 1000;
export const tokenMs = 30 * 24 * 60 * 60 * 1000;
/** Tickets open at a time; the oldest goes when one more comes. */
const ticketsMax = 32;

const word = (): string => randomBytes(32).toString('base64url');
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export const createKeys = (journal: Journal, now: () => number = Date.now): Keys => {
  const tickets = new Map<string, number>();
  let revocation = new AbortController();
  return {
    ticket() {
      const ticket = word();
      const expires_ms = now() + ticketMs;
      tickets.set(ticket, expires_ms);
      const [oldest] = tickets.keys();
      if (tickets.size > ticketsMax && oldest !== undefined) tickets.delete(oldest);
      return { ticket, expires_ms };
    },
    redeem(ticket) {
      const expiry = tickets.get(ticket);
      tickets.delete(ticket);
      if (expiry === undefined || expiry <= now()) return undefined;
      const token = word();
      const expires_ms = now() + tokenMs;
      journal.addToken(hashOf(token), expires_ms);
      return { token, expires_ms };
    },
    accepts: (token) => journal.hasToken(hashOf(token)),
    revoke() {
      tickets.clear();
      journal.clearTokens();
      revocation.abort();
      revocation = new AbortController();
    },
    untilRevoked: () => revocation.signal,
  };
};
