// Wiring of the page: key, stream, store, keys and parts.

import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { newsBetween } from './announcement.ts';
import type { Calls } from './calls.ts';
import { openCalls } from './calls.ts';
import { openClock } from './clock.ts';
import { listenToKeys } from './keyboard.ts';
import { openLink } from './link.ts';
import { createNotice, jumpWords } from './notice.ts';
import type { Page } from './page.ts';
import { PageProvider } from './page.ts';
import { filterId } from './parts/filter.tsx';
import { WholePage } from './parts/page.tsx';
import { openRoute, rowId } from './route.ts';
import { watchSight } from './sight.ts';
import { createStore } from './store.ts';
import { openKeyring } from './token.ts';
import { createVoice } from './voice.ts';

/** Rows stay where they are for so long after a key has chosen one. */
const chosen_ms = 2000;
/** A hidden page draws no frames; its title still has to tell how many wait. */
const hiddenShow_ms = 1000;

const nextFrame = (show: () => void): void => {
  let isShown = false;
  const once = (): void => {
    if (isShown) return;
    isShown = true;
    show();
  };
  if (!document.hidden) requestAnimationFrame(once);
  setTimeout(once, hiddenShow_ms);
};

const voice = createVoice();
const notice = createNotice();
const route = openRoute();
const store = createStore({
  schedule: nextFrame,
  onShown: (before, after, changed) => voice.news(newsBetween(before, after, changed), store.counts.value['needs-you']),
});
const locked = signal<'none' | 'stale' | undefined>(undefined);
const keysShown = signal(false);
let calls: Calls | undefined;
const noKey = 'this page has no key';

const select = (id: string): void => {
  store.selected.value = id;
  if (route.opened.value !== undefined && route.opened.value !== id) route.change(id);
};

const tell = async (kind: 'seen' | 'unseen', id: string): Promise<void> => {
  const answer = await calls?.tell({ kind, sessions: [id] });
  if (answer?.ok === false) voice.say(`Not marked as ${kind}: ${answer.message}.`);
};

const jump = async (id: string): Promise<void> => {
  const answer = await (calls?.jump(id) ?? { ok: false as const, message: noKey });
  const words = jumpWords(answer.ok ? answer.value : { ok: false, why: answer.message });
  voice.say(words);
  notice.show(words);
};

const sight = watchSight(store, (id) => void tell('seen', id));

const page: Page = {
  store,
  route,
  voice,
  clock: openClock(store.latestBlock),
  locked,
  keysShown,
  showKeys: (shown) => void (keysShown.value = shown),
  select,
  toggleSeen(id) {
    const view = store.row(id).peek()?.view;
    if (!view) return;
    if (!view.attention) sight.keepUnseen(id);
    void tell(view.attention ? 'seen' : 'unseen', id);
  },
  jump: (id) => void jump(id),
  notice,
  why: async (id, signal) => (calls ? calls.why(id, signal) : { ok: false, message: noKey }),
  agents: async (signal) => (calls ? calls.agents(signal) : { ok: false, message: noKey }),
};

/** A row that is out of sight is laid out once it is selected, which takes until the next frame. */
const focusRow = (id: string | undefined): void => {
  if (id === undefined) return;
  store.selected.value = id;
  const focus = (): void => document.getElementById(rowId(id))?.focus();
  if (document.getElementById(rowId(id))) focus();
  else requestAnimationFrame(focus);
};

listenToKeys({
  listShown: () => !route.agentsShown.peek(),
  move(rows) {
    const order = store.order.peek();
    if (order.length === 0) return;
    const at = order.indexOf(store.selected.peek() ?? '');
    const next = at < 0 ? (rows === Infinity ? order.length - 1 : 0) : Math.min(order.length - 1, Math.max(0, at + rows));
    store.hold(chosen_ms);
    focusRow(order[next]);
  },
  openSelected() {
    const id = store.selected.peek() ?? store.order.peek()[0];
    if (id === undefined) return;
    focusRow(id);
    route.open(id);
  },
  toggleSeen: () => {
    const id = store.selected.peek();
    if (id !== undefined) page.toggleSeen(id);
  },
  jump: () => {
    const id = store.selected.peek();
    if (id !== undefined) page.jump(id);
  },
  filter: () => document.getElementById(filterId)?.focus(),
  back() {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement) {
      if (field.value !== '') return store.look({ filter: '' });
      return store.selected.peek() === undefined ? field.blur() : focusRow(store.selected.peek());
    }
    route.close();
  },
  showKeys: () => page.showKeys(true),
});

// What is open is what keys act on, and what was open gets focus back when it closes.
let lastOpened: string | undefined;
effect(() => {
  const opened = route.opened.value;
  if (opened !== undefined) store.selected.value = opened;
  else if (lastOpened !== undefined && store.selected.peek() === lastOpened) setTimeout(focusRow, 0, lastOpened);
  lastOpened = opened;
});

let isAway = false;
effect(() => {
  const wasAway = isAway;
  isAway = store.awaySince.value !== undefined;
  if (isAway !== wasAway) voice.say(isAway ? 'The hub is away.' : 'The hub is back.');
});

const title = computed(() => {
  const waiting = store.counts.value['needs-you'];
  return waiting > 0 && store.awaySince.value === undefined ? `(${waiting}) Vigie` : 'Vigie';
});
effect(() => void (document.title = title.value));

const keyring = openKeyring();
let followed: { token: string; letGo: () => void } | undefined;

const follow = (token: string): void => {
  if (followed?.token === token) return;
  followed?.letGo();
  locked.value = undefined;
  calls = openCalls(token);
  const letGo = openLink({
    token,
    since: store.seq,
    onMessages: store.receive,
    onLink: (link) => {
      store.setLink(link);
      if (link !== 'denied') return;
      locked.value = 'none';
      keyring.forget(token);
    },
  });
  followed = { token, letGo };
};

keyring.onToken(follow);
const root = document.getElementById('page');
if (root) render(<PageProvider value={page}>{<WholePage />}</PageProvider>, root);
const key = await keyring.open();
if (key.token !== undefined) follow(key.token);
else locked.value ??= key.why;
