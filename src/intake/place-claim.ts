// Where a report came from, as far as it says so itself. The environment is a claim: it leaks from outer agents into inner ones, and daemons
// keep that of their first terminal. So the agent's own process goes first, as it is or was in the process table.

import type { Place, TmuxPane } from '../domain/place.ts';
import type { LookUp } from '../host/processes.ts';
import { lookUp, nearestNamed, normalName, startedMs } from '../host/processes.ts';
import type { Header } from './header.ts';

/** @param at_ms when the report was born */
export type PlaceOf = (header: Header, at_ms: number) => Partial<Place>;

/** Variables that name a window, tab or pane. */
const idVariables = [
  'TERM_SESSION_ID',
  'ITERM_SESSION_ID',
  'KITTY_WINDOW_ID',
  'KITTY_LISTEN_ON',
  'WEZTERM_PANE',
  'WEZTERM_UNIX_SOCKET',
  'ZELLIJ_SESSION_NAME',
  'ZELLIJ_PANE_ID',
  'STY',
  'WINDOWID',
  'WT_SESSION',
  'VSCODE_PID',
];

/** What no process has: its `start` when the one that spoke is gone. */
const gone = 0;
/** A process younger than the report by more than this is another one under the same number. */
const youngerMsMax = 2_000;

/** How an agent's own process is known, as in its agent file. */
export interface Identity {
  process_names?: readonly string[] | undefined;
  /** Variable that holds its pid. */
  pid_env?: string | undefined;
}

/** @param identityOf undefined for an agent without a file: whoever called for it is not the agent */
export const placeClaim =
  (identityOf: (agent: string) => Identity | undefined, look: LookUp = lookUp): PlaceOf =>
  (header, at_ms) => {
    const { env } = header;
    const agent = agentProcess(header, at_ms, identityOf(header.agent) ?? {}, look);
    const ids = Object.fromEntries(idVariables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
    const claim: { [K in keyof Place]: Place[K] | undefined } = {
      tmux: tmuxOf(env),
      pid: agent?.pid,
      pid_start: agent?.start,
      tty: header.tty ?? agent?.tty ?? header.parent?.tty,
      app: appOf(env),
      ids: Object.keys(ids).length > 0 ? ids : undefined,
      ssh: env.SSH_CONNECTION?.split(' ', 2).join(' '),
    };
    return Object.fromEntries(Object.entries(claim).filter(([, value]) => value !== undefined && value !== null));
  };

interface AgentProcess {
  pid: number;
  start: number;
  tty: string | null;
}

const agentProcess = (header: Header, at_ms: number, identity: Identity, look: LookUp): AgentProcess | undefined => {
  if (header.source === 'plugin' && header.pid !== undefined) return asOf(header.pid, at_ms, look);
  const { process_names: names = [], pid_env } = identity;
  const { parent, env } = header;
  const told = Number(pid_env === undefined ? undefined : env[pid_env]);
  if (parent && (parent.pid === told || names.includes(normalName(parent.name)))) return parent;
  if (Number.isSafeInteger(told) && told > 1) return asOf(told, at_ms, look);
  const above = parent?.ppid ?? header.ppid;
  return above === undefined ? undefined : nearestNamed(above, names, elder(at_ms, look));
};

const asOf = (pid: number, at_ms: number, look: LookUp): AgentProcess =>
  elder(at_ms, look)(pid) ?? { pid, start: gone, tty: null };

/** Shows only processes that were there when the report was born: numbers are used again. */
const elder =
  (at_ms: number, look: LookUp): LookUp =>
  (pid) => {
    const process = look(pid);
    return process && startedMs(process) <= at_ms + youngerMsMax ? process : undefined;
  };

/** `TMUX` is `<socket>,<server pid>,<session>`; the socket's path may hold commas. */
const tmuxOf = ({ TMUX, TMUX_PANE }: Readonly<Record<string, string>>): TmuxPane | undefined => {
  const [, socket, pid] = /^(.+),(\d+),\d*$/u.exec(TMUX ?? '') ?? [];
  if (!socket || !TMUX_PANE || !/^%\d+$/u.test(TMUX_PANE)) return undefined;
  return { socket, server_pid: Number(pid), server_start_ms: null, pane: TMUX_PANE };
};

/** Multiplexers call themselves the terminal program, and are none. */
const multiplexers = new Set(['tmux', 'screen', 'zellij']);

const appOf = (env: Readonly<Record<string, string>>): string | undefined => {
  const program = env.TERM_PROGRAM;
  if (program && !multiplexers.has(program)) return program;
  return env.TERMINAL_EMULATOR ?? env['__CFBundleIdentifier'] ?? (env.KITTY_WINDOW_ID ? 'kitty' : undefined);
};
