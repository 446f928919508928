// Where a session runs. Every field is a claim that may be missing or wrong: finders check it against what exists.

/** One tmux pane. Pane ids are reused after a server restart, so a pane is only itself together with its server. */
export interface TmuxPane {
  /** Path of the server's socket. */
  socket: string | null;
  server_pid: number | null;
  /** Epoch milliseconds, when known. */
  server_start_ms: number | null;
  /** As tmux writes it: `%5`. */
  pane: string;
}

/**
 * A session's place: which terminal, which process. Shape of `place` in `ls --json`.
 * `pid` is the agent's own process, never the hook's; `pid_start` tells a reused pid apart (unit: the platform's own, compare only).
 */
export interface Place {
  tmux: TmuxPane | null;
  pid: number | null;
  pid_start: number | null;
  /** Device name as in `/dev/pts/3`. */
  tty: string | null;
  /** The terminal program's own name for itself (TERM_PROGRAM, bundle id or desktop id). */
  app: string | null;
  /** Window, tab and pane ids by the name of the variable they came from, as in `KITTY_WINDOW_ID`. */
  ids: Readonly<Record<string, string>>;
  /** Set when the session was reached over ssh: the client's side of SSH_CONNECTION. */
  ssh: string | null;
}

export const nowhere: Place = { tmux: null, pid: null, pid_start: null, tty: null, app: null, ids: {}, ssh: null };

/** What a later claim says wins field by field; what it leaves out stays. */
export const mergePlace = (known: Place, claim: Partial<Place> | undefined): Place => {
  if (!claim) return known;
  const next: Place = {
    tmux: claim.tmux ?? known.tmux,
    pid: claim.pid ?? known.pid,
    pid_start: claim.pid ? (claim.pid_start ?? (claim.pid === known.pid ? known.pid_start : null)) : known.pid_start,
    tty: claim.tty ?? known.tty,
    app: claim.app ?? known.app,
    ids: claim.ids && Object.keys(claim.ids).length > 0 ? { ...known.ids, ...claim.ids } : known.ids,
    ssh: claim.ssh ?? known.ssh,
  };
  return samePlace(known, next) ? known : next;
};

const samePlace = (a: Place, b: Place): boolean =>
  a.pid === b.pid &&
  a.pid_start === b.pid_start &&
  a.tty === b.tty &&
  a.app === b.app &&
  a.ssh === b.ssh &&
  a.tmux?.pane === b.tmux?.pane &&
  a.tmux?.socket === b.tmux?.socket &&
  a.tmux?.server_pid === b.tmux?.server_pid &&
  Object.keys(a.ids).length === Object.keys(b.ids).length &&
  Object.entries(b.ids).every(([name, value]) => a.ids[name] === value);

/**
 * The names by which a session without an id may be known, surest first: tmux pane, agent process, tty, folder.
 * An empty list means that nothing tells it apart.
 */
export const placeKeys = (place: Partial<Place> | undefined, cwd: string | undefined): string[] => {
  const keys: string[] = [];
  const tmux = place?.tmux;
  if (tmux) keys.push(`tmux:${tmux.server_pid ?? tmux.socket ?? ''}.${tmux.server_start_ms ?? ''}.${tmux.pane}`);
  if (place?.pid) keys.push(`pid:${place.pid}.${place.pid_start ?? ''}`);
  if (place?.tty) keys.push(`tty:${place.tty}`);
  if (cwd) keys.push(`cwd:${cwd}`);
  return keys;
};
