// Wayland gives a program no way to raise another's window; these desktops have one of their own (KDE's is in kwin.ts). GNOME has none.

import type { DesktopWindow, WindowSystem } from './window.ts';
import type { World } from './world.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Ask = (command: string, ...args: string[]) => Promise<string>;

/** Undefined where no Wayland desktop runs: then X11 is asked. Rejects with the reason where one runs that allows nothing. */
export const waylandSystem = async (env: Environment, world: World): Promise<WindowSystem | undefined> => {
  const ask: Ask = async (command, ...args) => {
    const ran = await world.run(command, args, { env });
    if (!ran.ok) throw new Error(ran.message);
    if (ran.code !== 0) throw new Error(`${command}: ${(ran.stderr || ran.stdout).trim()}`);
    return ran.stdout;
  };
  const close = () => {};
  if (env.SWAYSOCK) return { name: 'Sway', close, ...sway(ask) };
  if (env.HYPRLAND_INSTANCE_SIGNATURE) return { name: 'Hyprland', close, ...hyprland(ask) };
  if (env.NIRI_SOCKET) return { name: 'niri', close, ...niri(ask) };
  if (!env.WAYLAND_DISPLAY) return undefined;
  throw new Error(`${env.XDG_CURRENT_DESKTOP || 'this Wayland desktop'} lets no program bring another's window to the front`);
};

type Answers = Pick<WindowSystem, 'windows' | 'activate'>;
type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The objects of a list, or the one object there is. */
const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value : [value]).filter(isRow);
const rowsOf = (json: string): Row[] => rowsIn(JSON.parse(json));
const windowOf = (id: unknown, pid: unknown, title: unknown): DesktopWindow => ({
  id: String(id),
  pid: typeof pid === 'number' && pid > 0 ? pid : null,
  title: typeof title === 'string' ? title : '',
});

const sway = (ask: Ask): Answers => ({
  async windows() {
    const found: DesktopWindow[] = [];
    const visit = (node: Row) => {
      if (typeof node.pid === 'number') found.push(windowOf(node.id, node.pid, node.name));
      for (const child of [...rowsIn(node.nodes), ...rowsIn(node.floating_nodes)]) visit(child);
    };
    for (const root of rowsOf(await ask('swaymsg', '-t', 'get_tree', '-r'))) visit(root);
    return found;
  },
  async activate(id) {
    return rowsOf(await ask('swaymsg', '-r', `[con_id=${id}] focus`)).every((row) => row.success === true);
  },
});

const hyprland = (ask: Ask): Answers => ({
  async windows() {
    return rowsOf(await ask('hyprctl', '-j', 'clients')).map((row) => windowOf(row.address, row.pid, row.title));
  },
  async activate(id) {
    if (!/^0x[0-9a-f]+$/u.test(id)) return false;
    const said = await ask('hyprctl', 'dispatch', 'focuswindow', `address:${id}`);
    // With a Lua configuration (0.55 on), a dispatch is an expression.
    return (
      said.trim() === 'ok' || (await ask('hyprctl', 'dispatch', `hl.dsp.focus({ window = "address:${id}" })`)).trim() === 'ok'
    );
  },
});

const niri = (ask: Ask): Answers => ({
  async windows() {
    return rowsOf(await ask('niri', 'msg', '--json', 'windows')).map((row) => windowOf(row.id, row.pid, row.title));
  },
  async activate(id) {
    await ask('niri', 'msg', 'action', 'focus-window', '--id', id);
    return true;
  },
});
