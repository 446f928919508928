// Checks what a session claims about its place against what exists (architecture, section 5): its process, the terminal device of that,
// the pane or the app that owns the device. The environment of a hook is a claim: it may come from another pane, an outer agent, another day.

import type { Place, TmuxPane } from '../domain/place.ts';
import type { Process, ProcessTable } from '../host/process-table.ts';
import type { PaneRow } from '../host/tmux.ts';
import type { App } from './app.ts';
import { appById, appOfProcess } from './app.ts';
import type { Confidence, Target } from './outcome.ts';
import type { World } from './world.ts';

export interface Resolved {
  /** The claim, corrected: what was found to be otherwise is replaced, or null when nothing stands in for it. */
  place: Place;
  confidence: Confidence;
  /** What was checked and how it came out, in words for a person. */
  notes: string[];
}

/** Never rejects. */
export const resolvePlace = async (claim: Place, world: World): Promise<Resolved> => {
  const { place, confidence, notes } = await findTarget(claim, null, world);
  return { place, confidence, notes };
};

/**
 * The same with all that a focuser needs.
 * @param cwd tells the windows of one app apart by their titles
 * @param isClient the process is a multiplexer's client: what shows another place, and is in none of its own kind
 */
export const findTarget = async (claim: Place, cwd: string | null, world: World, isClient = false): Promise<Target> => {
  const notes: string[] = [];
  const table = await world.processes();
  const agent = liveProcess(claim, table, notes);
  const holder = agent ? undefined : holderOf(claim.tty, table);
  const seen = agent ?? holder;
  const chain = seen ? table.ancestors(seen.pid) : [];
  const inner = isClient ? [...chain.slice(0, 1), ...within(chain.slice(1))] : within(chain);

  const found = await findPane(claim.tmux, inner, agent !== undefined, world, notes);
  // With its server went its terminal device, which is somebody else's by now.
  const ancestors = found.is === 'gone' && !agent ? [] : inner.slice(isClient ? 1 : 0);
  const ownEnv = seen && ancestors.length > 0 ? world.environmentOf(seen.pid) : {};
  const env = Object.keys(ownEnv).length > 0 ? ownEnv : claim.ids;
  const isMultiplexed = found.pane !== null || isMultiplexer(ancestors.at(-1)?.name ?? '');
  const app = isMultiplexed ? null : findApp(claim, ancestors, env);
  const isKnown = claim.app !== null && (app === null || appById(claim.app) === app);

  const place: Place = {
    tmux: found.pane ? paneOf(found.pane) : found.is === 'unknown' ? claim.tmux : null,
    pid: agent?.pid ?? null,
    pid_start: agent?.start ?? null,
    tty: agent?.tty ?? claim.tty,
    app: isKnown ? claim.app : (app?.ids[0] ?? null),
    ids: claim.ids,
    ssh: ancestors.length > 0 && !isOverSsh(ancestors) && !isMultiplexed ? null : claim.ssh,
  };
  const confidence = found.pane
    ? found.confidence
    : agent
      ? 'certain'
      : ancestors.length > 0
        ? agreement(claim, ownEnv)
        : 'claimed';
  return { place, confidence, notes, ancestors, isMultiplexed, app, pane: found.pane, env, cwd };
};

/** Who holds a terminal device now: the first there, which is its shell. A device is used again by the next terminal. */
const holderOf = (tty: string | null, table: ProcessTable): Process | undefined => {
  if (tty === null) return undefined;
  let first: Process | undefined;
  for (const process of table.all()) if (process.tty === tty && process.start < (first?.start ?? Infinity)) first = process;
  return first;
};

/** Whoever holds the device now has the same windows and tabs in its environment as the session had: it is the same terminal. */
const agreement = ({ ids }: Place, env: Readonly<Record<string, string>>): Confidence => {
  const claimed = Object.entries(ids);
  return claimed.length > 0 && claimed.every(([name, value]) => env[name] === value) ? 'certain' : 'likely';
};

const liveProcess = (claim: Place, table: ProcessTable, notes: string[]): Process | undefined => {
  if (claim.pid === null) return undefined;
  const process = table.get(claim.pid);
  if (process && (claim.pid_start === null || claim.pid_start === process.start)) return process;
  notes.push(process ? `process ${claim.pid} is another one by now` : `process ${claim.pid} is gone`);
  return undefined;
};

/** What starts terminals without being one: some have windows (a panel, a folder), which are nobody's session. */
const desktops = new Set(
  (
    'systemd init launchd login gdm-x-session gnome-shell gnome-session-binary plasmashell kwin_x11 kwin_wayland krunner xfce4-session ' +
    'xfce4-panel xfdesktop cinnamon mate-panel lxpanel openbox i3 sway hyprland niri rofi wofi explorer.exe sihost.exe svchost.exe'
  )
    // The kernel of Linux cuts a name to 15 characters.
    .split(' ')
    .flatMap((name) => [name, name.slice(0, 15)]),
);

/** What lies further out than the first terminal or multiplexer started that one, and holds nothing of the session. */
const within = (whole: readonly Process[]): Process[] => {
  const desktop = whole.findIndex(({ name }) => desktops.has(name.toLowerCase()));
  const chain = desktop < 0 ? whole : whole.slice(0, desktop);
  const first = chain.findIndex((process) => appOfProcess(process) ?? isMultiplexer(process.name));
  const edge = chain[first];
  if (!edge) return [...chain];
  // An editor is several processes of one name; its windows belong to the outermost.
  const app = appOfProcess(edge);
  const outside = chain.findIndex((process, at) => at > first && (!app || appOfProcess(process) !== app));
  return chain.slice(0, outside < 0 ? undefined : outside);
};

/** Whether the person sits at the other end of an ssh connection. */
export const isOverSsh = (ancestors: readonly Process[]): boolean =>
  ancestors.some(({ name }) => /^sshd(?:-session)?$/u.test(name));

const paneOf = ({ server, pane }: PaneRow): TmuxPane => ({
  socket: server.socket,
  server_pid: server.pid,
  server_start_ms: server.start_ms,
  pane,
});

type FoundPane =
  | { is: 'found'; pane: PaneRow; confidence: Confidence }
  /** `none`: it is in none. `gone`: it was in one that is no more. `unknown`: a server that may have it does not answer. */
  | { is: 'none' | 'gone' | 'unknown'; pane: null };

/** @param isAgent the first of `inner` is the agent, not just who holds its terminal device */
const findPane = async (
  claim: TmuxPane | null,
  inner: readonly Process[],
  isAgent: boolean,
  world: World,
  notes: string[],
): Promise<FoundPane> => {
  const hasTmux = inner.some(({ name }) => /^tmux(?:$|: server)/u.test(name));
  if (!claim && !hasTmux) return { is: 'none', pane: null };

  const sockets = new Set([...(claim?.socket ? [claim.socket] : []), ...world.tmux.sockets()]);
  const answers = await Promise.all([...sockets].map((socket) => world.tmux.panes(socket)));
  const rows = answers.flatMap((answer) => (answer.ok ? answer.value : []));
  const silent = answers.flatMap((answer) => (answer.ok || answer.why === 'gone' ? [] : [answer.message]));

  const ofServer = rows.filter((row) => claim !== null && isServer(claim, row));
  const isServerGone = claim !== null && ofServer.length === 0 && silent.length === 0;
  const tty = inner[0]?.tty ?? null;
  const pids = new Set(inner.map(({ pid }) => pid));
  const own = looked(rows.filter((row) => (tty !== null && row.tty === tty) || pids.has(row.pid)));
  if (own && (isAgent || !isServerGone)) {
    const agrees = ofServer.some((row) => row.pane === claim?.pane && row.pane === own.pane);
    if (claim && !agrees) notes.push(`its environment names pane ${claim.pane}, its process is in ${own.pane}`);
    return { is: 'found', pane: own, confidence: isAgent || agrees ? 'certain' : 'likely' };
  }
  if (!claim) return { is: 'none', pane: null };

  if (silent.length > 0) {
    notes.push(...silent);
    return { is: 'unknown', pane: null };
  }
  if (inner.length > 0 && (isAgent || !isServerGone)) {
    notes.push(`its environment names tmux pane ${claim.pane}, but its process is in no pane`);
    return { is: 'none', pane: null };
  }
  const pane = looked(ofServer.filter((row) => row.pane === claim.pane));
  if (pane) return { is: 'found', pane, confidence: claim.server_pid === null ? 'claimed' : 'likely' };
  const isReused = rows.some((row) => row.pane === claim.pane && row.server.socket === claim.socket);
  notes.push(
    isReused
      ? `the tmux server was started again since: pane ${claim.pane} is another one by now`
      : `tmux pane ${claim.pane} is gone`,
  );
  return { is: 'gone', pane: null };
};

/** Of the rows of one pane in several sessions, the one that somebody looks at. */
const looked = (rows: readonly PaneRow[]): PaneRow | undefined => rows.find((row) => row.attached > 0) ?? rows[0];

/** tmux tells its start in whole seconds. */
const isServer = (claim: TmuxPane, { server }: PaneRow): boolean =>
  (claim.socket === null || claim.socket === server.socket) &&
  (claim.server_pid === null || claim.server_pid === server.pid) &&
  (claim.server_start_ms === null || Math.floor(claim.server_start_ms / 1000) === Math.floor(server.start_ms / 1000));

/** macOS sets it for what an app starts, and for what that starts. */
const bundleVariable = '__CFBundleIdentifier';

/** A process that was seen counts before anything the environment says; an app that is only named is never guessed from a family name. */
const findApp = (claim: Place, ancestors: readonly Process[], env: Readonly<Record<string, string>>): App | null => {
  for (const process of ancestors) {
    const app = appOfProcess(process);
    if (app) return app;
  }
  if (isOverSsh(ancestors)) return null;
  const names = [claim.app, env.TERM_PROGRAM, claim.ids[bundleVariable], env[bundleVariable]];
  for (const name of names) {
    const app = name ? appById(name) : undefined;
    if (app) return app;
  }
  if (env.KITTY_WINDOW_ID) return appById('kitty') ?? null;
  if (env.WT_SESSION) return appById('WindowsTerminal.exe') ?? null;
  return null;
};

const isMultiplexer = (name: string): boolean => /^(?:tmux|screen|zellij)(?:$|: )/iu.test(name);
