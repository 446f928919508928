// Which session is open at the side, or whether the agents are: it stands in the address, so that the browser's own back button closes it.

import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';

export interface Route {
  readonly opened: ReadonlySignal<string | undefined>;
  /** Whether the list of agents stands in the place of that of sessions. */
  readonly agentsShown: ReadonlySignal<boolean>;
  open: (id: string) => void;
  /** Shows another session in the place of the open one. */
  change: (id: string) => void;
  close: () => void;
}

const prefix = '#session=';
export const agentsAddress = '#agents';

/** A session's id as a part of an address. Half a surrogate pair, which none can hold, becomes U+FFFD. */
export const encodeId = (id: string): string => encodeURIComponent(id.toWellFormed());

/** The address of a session within the page. */
export const addressOf = (id: string): string => prefix + encodeId(id);

/** The DOM id of a session's row. */
export const rowId = (id: string): string => `row-${encodeId(id)}`;

const readAddress = (): string | undefined => {
  if (!location.hash.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(location.hash.slice(prefix.length)) || undefined;
  } catch {
    return undefined;
  }
};

export const openRoute = (): Route => {
  const opened = signal(readAddress());
  const agentsShown = signal(location.hash === agentsAddress);
  const read = (): void => {
    opened.value = readAddress();
    agentsShown.value = location.hash === agentsAddress;
  };
  addEventListener('hashchange', read);
  const replace = (address: string): void => {
    history.replaceState(null, '', address);
    read();
  };
  return {
    opened,
    agentsShown,
    open: (id) => void (location.hash = addressOf(id)),
    change: (id) => replace(addressOf(id)),
    close: () => replace(location.pathname + location.search),
  };
};
