// kitty: its remote control lists windows with their processes and focuses one, tab and OS window included.

import { askKitty, kittyAddress } from './kitty-remote.ts';
import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';

export const kitty = (): Focuser => ({
  name: 'kitty',
  can({ app, env }) {
    if (app?.name !== 'kitty') return undefined;
    if (!env.KITTY_LISTEN_ON)
      return { why: 'kitty takes no remote control: set allow_remote_control and listen_on in kitty.conf, and start it again' };
    return kittyAddress(env.KITTY_LISTEN_ON) ? 'exact' : { why: 'KITTY_LISTEN_ON names no socket of this machine' };
  },
  focus: focusWindow,
});

const focusWindow = async ({ ancestors, confidence, env }: Target): Promise<Outcome> => {
  const address = kittyAddress(env.KITTY_LISTEN_ON);
  if (!address) return failure('KITTY_LISTEN_ON names no socket of this machine');
  const listing = await askKitty(address, 'ls', {});
  if (!listing.ok) return listing;
  const windows = parseKittyWindows(listing.data);
  const pids = new Set(ancestors.map(({ pid }) => pid));
  const holder = windows.find((window) => pids.has(window.pid));
  const claimed = windows.find((window) => String(window.id) === env.KITTY_WINDOW_ID);
  const window = holder ?? (ancestors.length === 0 ? claimed : undefined);
  if (!window) return failure('no kitty window holds its process');

  const focused = await askKitty(address, 'focus-window', { match: `id:${window.id}` });
  if (!focused.ok) return focused;
  return {
    ok: true,
    level: 'exact',
    certain: window === holder && confidence === 'certain',
    what: `focused kitty window ${window.id}`,
  };
};

interface KittyWindow {
  id: number;
  pid: number;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const listIn = (value: unknown, key: string): unknown[] => {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
};

/** Reads what `kitty @ ls` prints: OS windows, their tabs, the windows of those. */
const parseKittyWindows = (json: string): KittyWindow[] => {
  let osWindows: unknown;
  try {
    osWindows = JSON.parse(json);
  } catch {
    return [];
  }
  return listIn({ osWindows }, 'osWindows')
    .flatMap((osWindow) => listIn(osWindow, 'tabs'))
    .flatMap((tab) => listIn(tab, 'windows'))
    .flatMap((window) =>
      isObject(window) && typeof window.id === 'number' && typeof window.pid === 'number'
        ? { id: window.id, pid: window.pid }
        : [],
    );
};
