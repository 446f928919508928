// The tmux client: one command per need, always with an explicit socket, each with a deadline, so that a wedged server costs a bounded wait.
// tmux 3.2 to 3.6 differ in how they print control characters, so fields are parted by blanks and the one free text stands last.

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunCommand } from './command.ts';

/** A server is only itself by pid and start: after a restart it has the same socket and gives the same pane ids again. */
interface TmuxServer {
  socket: string;
  pid: number;
  /** Epoch milliseconds. */
  start_ms: number;
}

export interface PaneRow {
  server: TmuxServer;
  /** `%5` */
  pane: string;
  pid: number;
  tty: string;
  /** `$1`, `@3` */
  session: string;
  window: string;
  window_index: number;
  session_name: string;
  /** The active pane of the active window of its session. */
  active: boolean;
  /** Clients attached to its session. */
  attached: number;
}

export interface ClientRow {
  /** What `-c` takes. */
  name: string;
  pid: number;
  tty: string;
  session: string;
  /** Epoch milliseconds of its last input. */
  activity_ms: number;
  /** A program that drives tmux (`-C`, iTerm2's `-CC`), not a screen that somebody looks at. */
  control: boolean;
}

type TmuxAnswer<T> =
  | { ok: true; value: T }
  /** `missing`: no tmux here. `gone`: nobody listens on the socket. `late`: the server does not answer. `refused`: tmux said no. */
  | { ok: false; why: 'missing' | 'gone' | 'late' | 'refused'; message: string };

export interface Tmux {
  /** Paths of the sockets in the user's own tmux folder. A socket may be stale. */
  sockets(): string[];
  /** All panes of a server, in tmux's order; a pane of a window linked into several sessions comes once per session. */
  panes(socket: string): Promise<TmuxAnswer<PaneRow[]>>;
  /** Attached clients, the one used last first. */
  clients(socket: string): Promise<TmuxAnswer<ClientRow[]>>;
  /** Makes a pane the active one of its session; a zoomed window stays zoomed. */
  select(row: Pick<PaneRow, 'server' | 'session' | 'window' | 'pane'>): Promise<TmuxAnswer<undefined>>;
  /** Shows another session in a client. */
  switchClient(socket: string, client: string, session: string): Promise<TmuxAnswer<undefined>>;
}

export interface TmuxOptions {
  run: RunCommand;
  env: Readonly<Record<string, string | undefined>>;
  /** The user's numeric id; undefined on Windows, where there is no tmux. */
  uid: number | undefined;
  /** Milliseconds that one command may take. */
  deadline_ms?: number;
}

const paneFormat =
  '#{pid} #{start_time} #{pane_id} #{pane_pid} #{session_id} #{window_id} #{window_index} ' +
  '#{&&:#{pane_active},#{window_active}} #{session_attached} #{pane_tty} #{session_name}';
// `client_session` would be a name, which may hold blanks.
const clientFormat = '#{client_pid} #{session_id} #{client_activity} #{client_control_mode} #{client_tty} #{client_name}';

/** The first `count` fields of a line, and the rest of it. */
const fields = (line: string, count: number): string[] => {
  const parts = line.split(' ');
  return [...parts.slice(0, count), parts.slice(count).join(' ')];
};

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

export const parsePanes = (socket: string, output: string): PaneRow[] =>
  lines(output).flatMap((line) => {
    const [pid, start, pane, panePid, session, window, index, active, attached, tty, name] = fields(line, 10);
    if (!pid || !pane || !/^%\d+$/u.test(pane) || !session || !window || tty === undefined || name === undefined) return [];
    return {
      server: { socket, pid: Number(pid), start_ms: Number(start) * 1000 },
      pane,
      pid: Number(panePid),
      tty,
      session,
      window,
      window_index: Number(index),
      session_name: name,
      active: active === '1',
      attached: Number(attached),
    };
  });

export const parseClients = (output: string): ClientRow[] =>
  lines(output)
    .flatMap((line) => {
      const [pid, session, activity, control, tty, name] = fields(line, 5);
      if (!pid || !session || tty === undefined || !name) return [];
      return { name, pid: Number(pid), tty, session, activity_ms: Number(activity) * 1000, control: control === '1' };
    })
    .sort((a, b) => b.activity_ms - a.activity_ms);

export const tmuxClient = ({ run, env, uid, deadline_ms = 2_000 }: TmuxOptions): Tmux => {
  // Our own TMUX would make tmux resolve targets against the pane we were started in.
  const { TMUX: _server, TMUX_PANE: _pane, ...environment } = env;

  const ask = async (socket: string, words: readonly string[]): Promise<TmuxAnswer<string>> => {
    const ran = await run('tmux', ['-u', '-S', socket, ...words], { env: environment, deadline_ms });
    if (!ran.ok) {
      const why = ran.why === 'failed' ? 'refused' : ran.why;
      return { ok: false, why, message: why === 'late' ? `the tmux server on ${socket} does not answer` : ran.message };
    }
    if (ran.code === 0) return { ok: true, value: ran.stdout };
    const message = ran.stderr.trim();
    return /no server running|error connecting|lost server|server exited/u.test(message)
      ? { ok: false, why: 'gone', message: `no tmux server listens on ${socket}` }
      : { ok: false, why: 'refused', message: `tmux: ${message}` };
  };
  const done = (answer: TmuxAnswer<string>): TmuxAnswer<undefined> => (answer.ok ? { ok: true, value: undefined } : answer);

  return {
    sockets() {
      if (uid === undefined) return [];
      try {
        const folder = join(realpathSync(env.TMUX_TMPDIR || '/tmp'), `tmux-${uid}`);
        // A folder that somebody else made for us is not ours.
        if (statSync(folder).uid !== uid) return [];
        return readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isSocket())
          .map((entry) => join(folder, entry.name));
      } catch {
        // No folder: tmux never ran.
        return [];
      }
    },

    async panes(socket) {
      const answer = await ask(socket, ['list-panes', '-a', '-F', paneFormat]);
      return answer.ok ? { ok: true, value: parsePanes(socket, answer.value) } : answer;
    },

    async clients(socket) {
      const answer = await ask(socket, ['list-clients', '-F', clientFormat]);
      return answer.ok ? { ok: true, value: parseClients(answer.value) } : answer;
    },

    async select({ server, session, window, pane }) {
      return done(
        await ask(server.socket, ['select-window', '-t', `${session}:${window}`, ';', 'select-pane', '-Z', '-t', pane]),
      );
    },

    async switchClient(socket, client, session) {
      return done(await ask(socket, ['switch-client', '-c', client, '-t', session]));
    },
  };
};
