// Windows of the desktop, on X11 and on the Wayland desktops that allow it: a terminal's window is found by its process and raised.

import { isOverSsh } from './find.ts';
import { isKwin, raiseByKwin } from './kwin.ts';
import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import { waylandSystem } from './wayland.ts';
import type { WindowSystem } from './window.ts';
import { chooseWindow } from './window.ts';
import type { World } from './world.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The window that holds a target, and no other: exact. */
export const desktopWindow = (world: World): Focuser => ({
  name: 'window',
  can({ ancestors, env, isMultiplexed }) {
    if (isMultiplexed || world.where.platform === 'darwin' || world.where.platform === 'win32') return undefined;
    if (isOverSsh(ancestors)) return { why: 'its terminal is on another machine, at the other end of an ssh connection' };
    if (ancestors.length === 0 && !env.WINDOWID) return { why: 'no live process is known to find its window by' };
    return 'exact';
  },
  focus: (target) => raiseWindow(target, world, 'exact'),
});

/** @param level `exact` refuses a window that is only one of several of its app */
export const raiseWindow = async (target: Target, world: World, level: 'exact' | 'app'): Promise<Outcome> => {
  const refusals: string[] = [];
  const env = displayEnv(target, world.where.env);
  if (isKwin(env)) return raiseByKwin(target, level, env, world);
  for (const open of [waylandSystem, x11System]) {
    let system: WindowSystem | undefined;
    try {
      system = await open(env, world);
      const choice = system && (await choose(system, target));
      if (!system || !choice) continue;
      if (level === 'exact' && choice.by === 'top') return failure('which window of the app holds it, nothing tells');
      const isActive = await system.activate(choice.window.id);
      if (isActive === false) return failure(`the window manager did not bring window ${choice.window.id} to the front`);
      const name = target.app?.name ?? (choice.window.title || 'terminal');
      return {
        ok: true,
        level,
        certain: isActive === true && choice.by === 'own' && target.confidence === 'certain',
        what: `brought the ${name} window to the front${choice.by === 'top' ? ', one of several' : ''}`,
      };
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error));
    } finally {
      system?.close();
    }
  }
  return failure(refusals.join('; ') || 'no window belongs to its process');
};

const choose = async (system: WindowSystem, target: Target) => {
  const claimed = target.env.WINDOWID;
  const named = claimed && /^\d+$/u.test(claimed) ? ((await system.named?.(claimed)) ?? null) : null;
  return chooseWindow(await system.windows(), target, named);
};

/** What tells programs where the desktop is. */
const displayNames = (
  'DISPLAY XAUTHORITY WAYLAND_DISPLAY XDG_RUNTIME_DIR XDG_CURRENT_DESKTOP DBUS_SESSION_BUS_ADDRESS ' +
  'SWAYSOCK HYPRLAND_INSTANCE_SIGNATURE NIRI_SOCKET'
).split(' ');

/** The hub may have been started before the desktop or without it: the session's own environment knows where it is. */
export const displayEnv = ({ env }: Pick<Target, 'env'>, ours: Environment): Environment =>
  env.DISPLAY || env.WAYLAND_DISPLAY
    ? { ...ours, ...Object.fromEntries(displayNames.map((name) => [name, env[name]])) }
    : { ...ours };

const x11System = async (env: Environment, world: World): Promise<WindowSystem> => {
  const display = await world.openDisplay(env);
  return {
    name: 'X11',
    windows: async () => (await display.windows()).map(({ id, pid, title }) => ({ id: String(id), pid, title })),
    named: async (id) => String((await display.managed(Number(id))) ?? ''),
    activate: (id) => display.activate(Number(id)),
    close: () => display.close(),
  };
};
