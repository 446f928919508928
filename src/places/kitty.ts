// kitty: its remote control lists windows with their processes and focuses one, tab and OS window included.

import type { Ran } from '../host/command.ts';
import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import type { World } from './world.ts';

/** Sockets on this machine; a hook's environment may name any address. */
const localAddress = /^(?:unix:.+|tcp:(?:localhost|127\.0\.0\.1|\[::1\]):\d+)$/u;

/** Before 0.27 each call starts a Python, which takes a second on a quiet machine. */
const deadlineMs = 10_000;

/** `kitten` is the fast one, and there since 0.27. On macOS both are seldom on the PATH, but beside the program that runs. */
const remoteControls = (running: string | null): string[] =>
  running?.endsWith('/kitty') ? [`${running.slice(0, -'kitty'.length)}kitten`, running] : ['kitten', 'kitty'];

export const kitty = (world: World): Focuser => ({
  name: 'kitty',
  can({ app, env }) {
    if (app?.name !== 'kitty') return undefined;
    if (!env.KITTY_LISTEN_ON)
      return { why: 'kitty takes no remote control: set allow_remote_control and listen_on in kitty.conf, and start it again' };
    return localAddress.test(env.KITTY_LISTEN_ON) ? 'exact' : { why: 'KITTY_LISTEN_ON names no socket of this machine' };
  },
  focus: (target) => focusWindow(target, world),
});

const focusWindow = async ({ ancestors, env }: Target, world: World): Promise<Outcome> => {
  const programs = remoteControls(ancestors.find(({ name }) => name === 'kitty')?.path ?? null);
  const ask = async (...words: string[]) => {
    let ran: Ran | undefined;
    for (const program of programs) {
      ran = await world.run(program, ['@', '--to', env.KITTY_LISTEN_ON ?? '', ...words], { deadline_ms: deadlineMs });
      if (ran.ok || ran.why !== 'missing') break;
    }
    if (!ran?.ok) return failure(ran?.message ?? 'kitty is not installed');
    return ran.code === 0 ? ran : failure(`kitty: ${ran.stderr.trim().split('\n').at(-1) ?? `status ${ran.code}`}`);
  };

  const listing = await ask('ls');
  if (!('stdout' in listing)) return listing;
  const windows = parseKittyWindows(listing.stdout);
  const pids = new Set(ancestors.map(({ pid }) => pid));
  const holder = windows.find((window) => pids.has(window.pid));
  const claimed = windows.find((window) => String(window.id) === env.KITTY_WINDOW_ID);
  const window = holder ?? (ancestors.length === 0 ? claimed : undefined);
  if (!window) return failure('no kitty window holds its process');

  const focused = await ask('focus-window', '--match', `id:${window.id}`);
  if (!('stdout' in focused)) return focused;
  return { ok: true, level: 'exact', certain: window === holder, what: `focused kitty window ${window.id}` };
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
export const parseKittyWindows = (json: string): KittyWindow[] => {
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
