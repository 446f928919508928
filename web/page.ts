// What every part of the page can reach.

import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Answer } from './calls.ts';
import type { Route } from './route.ts';
import type { Store } from './store.ts';
import type { Voice } from './voice.ts';
import type { AgentList, Why } from '../src/api/contract.ts';
import type { Notice } from './notice.ts';

export interface Page {
  readonly store: Store;
  readonly route: Route;
  readonly voice: Voice;
  /** Epoch milliseconds by which ages are told. */
  readonly clock: ReadonlySignal<number>;
  /** Why this page shows no list: it holds no token, or an address that was used before. */
  readonly locked: ReadonlySignal<'none' | 'stale' | undefined>;
  readonly keysShown: ReadonlySignal<boolean>;
  showKeys: (shown: boolean) => void;
  select: (id: string) => void;
  toggleSeen: (id: string) => void;
  /** Goes to the terminal of a session, and says what came of it. */
  jump: (id: string) => void;
  readonly notice: Notice;
  why: (id: string, signal: AbortSignal) => Promise<Answer<Why>>;
  agents: (signal: AbortSignal) => Promise<Answer<AgentList>>;
}

const PageContext = createContext<Page | undefined>(undefined);
export const PageProvider = PageContext.Provider;

export const usePage = (): Page => {
  const page = useContext(PageContext);
  if (!page) throw new Error('a part stands outside of the page');
  return page;
};
