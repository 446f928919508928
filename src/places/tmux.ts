// tmux: selects the pane, shows its session in the right client, and says in which terminal that client is.

import { nowhere } from '../domain/place.ts';
import type { ClientRow, PaneRow } from '../host/tmux.ts';
import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import { quoted } from './quoted.ts';
import type { World } from './world.ts';

export const tmux = (world: World): Focuser => ({
  name: 'tmux',
  can: ({ pane, place, notes }) =>
    pane ? 'exact' : place.tmux ? { why: notes.at(-1) ?? `tmux pane ${place.tmux.pane} was not found` } : undefined,
  async focus(target) {
    const { pane } = target;
    return pane ? focusPane(pane, target, world) : failure('its tmux pane is not known');
  },
});

const focusPane = async (pane: PaneRow, { confidence }: Target, world: World): Promise<Outcome> => {
  const { socket } = pane.server;
  const selected = await world.tmux.select(pane);
  if (!selected.ok) return failure(selected.message);
  const clients = await world.tmux.clients(socket);
  if (!clients.ok) return failure(clients.message);

  const client = rightClient(clients.value, pane.session, world.client);
  if (!client) return failure(`nobody is attached to its tmux session; run: ${attachCommand(pane)}`);
  if (client.session !== pane.session && !client.control) {
    const switched = await world.tmux.switchClient(socket, client.name, pane.session);
    if (!switched.ok) return failure(switched.message);
  }
  return {
    ok: true,
    level: 'exact',
    certain: confidence === 'certain',
    what: `selected tmux pane ${pane.pane} (${pane.session_name}:${pane.window_index})`,
    shown_in: { ...nowhere, pid: client.pid, tty: client.tty || null },
  };
};

/** The client that the caller sits in, else the one that shows the session already, else the one used last. Programs that drive tmux count last. */
export const rightClient = (clients: readonly ClientRow[], session: string, own?: string): ClientRow | undefined => {
  const people = clients.filter((client) => !client.control);
  return (
    people.find((client) => client.name === own) ??
    people.find((client) => client.session === session) ??
    people[0] ??
    // iTerm2 shows tmux windows as its own by such a client; it follows the selection by itself.
    clients.find((client) => client.session === session)
  );
};

export const attachCommand = ({ server, session_name }: PaneRow): string =>
  `tmux -S ${quoted(server.socket)} attach-session -t ${quoted(`=${session_name}`)}`;
