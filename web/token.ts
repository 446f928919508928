// The page's key: a one-time ticket from the address is changed for a token, kept for this tab and lent to other tabs of the same
// origin. Neither ever stands in the address for longer than the page needs to read it.

import type { Redeem, Token } from '../src/api/contract.ts';

const place = 'vigie.token';
const channelName = 'vigie.token';
/** Other tabs answer within this, or there are none. */
const lend_ms = 300;

/** `stale`: the address held a ticket that was used or is too old. */
type Key = { token: string } | { token: undefined; why: 'none' | 'stale' };

type Talk = { type: 'ask' } | { type: 'token'; token: string };

interface Keyring {
  /** What this tab holds once the ticket in its address is changed, or another tab has lent its token. Never rejects. */
  open: () => Promise<Key>;
  /** The hub does not know this token any more. */
  forget: (token: string) => void;
  /** Calls back when another tab lends its token. Returns the unsubscribe. */
  onToken: (listener: (token: string) => void) => () => void;
}

export const openKeyring = (): Keyring => {
  const channel = new BroadcastChannel(channelName);
  // A broadcast goes to its own origin and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const tell = (talk: Talk): void => channel.postMessage(talk);
  const listeners = new Set<(token: string) => void>();
  const keep = (token: string): void => sessionStorage.setItem(place, token);
  const refused = new Set<string>();

  channel.addEventListener('message', ({ data }: MessageEvent<Talk>) => {
    const held = sessionStorage.getItem(place);
    if (data.type === 'ask') {
      if (held !== null) tell({ type: 'token', token: held });
      return;
    }
    if (data.token === held || refused.has(data.token)) return;
    keep(data.token);
    for (const listener of listeners) listener(data.token);
  });

  return {
    async open() {
      const ticket = takeTicket();
      const fresh = ticket === undefined ? undefined : await redeem(ticket);
      if (fresh !== undefined) {
        keep(fresh);
        tell({ type: 'token', token: fresh });
        return { token: fresh };
      }
      const held = sessionStorage.getItem(place);
      if (held !== null) return { token: held };
      tell({ type: 'ask' });
      await new Promise((resolve) => setTimeout(resolve, lend_ms));
      const lent = sessionStorage.getItem(place);
      return lent === null ? { token: undefined, why: ticket === undefined ? 'none' : 'stale' } : { token: lent };
    },
    forget(token) {
      refused.add(token);
      if (sessionStorage.getItem(place) !== token) return;
      sessionStorage.removeItem(place);
      tell({ type: 'ask' });
    },
    onToken(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Reads the ticket and takes it out of the address and of the history at once. */
const takeTicket = (): string | undefined => {
  const ticket = /^#ticket=([\w.~-]+)$/u.exec(location.hash)?.[1];
  if (ticket !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return ticket;
};

const redeem = async (ticket: string): Promise<string | undefined> => {
  try {
    const response = await fetch('/api/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket } satisfies Redeem),
    });
    if (!response.ok) return undefined;
    const { token }: Token = await response.json();
    return token;
  } catch {
    return undefined;
  }
};
