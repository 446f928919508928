// Zellij: focuses a pane by its id (from 0.44 on). It does not tell where its clients are, so the terminal is known only when one client runs.

import { nowhere } from '../domain/place.ts';
import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import { quoted } from './quoted.ts';
import type { World } from './world.ts';

export const zellij = (world: World): Focuser => ({
  name: 'Zellij',
  can({ ancestors, env, pane }) {
    const isInside = ancestors.some(({ name }) => name === 'zellij');
    if (pane || (!isInside && (ancestors.length > 0 || !env.ZELLIJ_SESSION_NAME))) return undefined;
    return env.ZELLIJ_SESSION_NAME && /^\d+$/u.test(env.ZELLIJ_PANE_ID ?? '')
      ? 'exact'
      : { why: 'it runs in Zellij, but its environment does not name the pane' };
  },
  focus: (target) => focusPane(target, world),
});

const focusPane = async ({ ancestors, env }: Target, world: World): Promise<Outcome> => {
  const [session, pane] = [env.ZELLIJ_SESSION_NAME ?? '', env.ZELLIJ_PANE_ID ?? ''];
  const focused = await world.run('zellij', [`--session=${session}`, 'action', 'focus-pane-id', `terminal_${pane}`]);
  if (!focused.ok) return failure(focused.message);
  if (focused.code !== 0)
    return failure(`Zellij did not focus pane ${pane}: before 0.44 it can't (${focused.stderr.trim().split('\n')[0] ?? ''})`);

  const table = await world.processes();
  const clients = [...table.all()].filter(({ name, tty }) => name === 'zellij' && tty !== null);
  const [client] = clients;
  if (!client) return failure(`no terminal shows its Zellij session; run: zellij attach ${quoted(session)}`);
  return {
    ok: true,
    level: 'exact',
    certain: ancestors.length > 0 && clients.length === 1,
    what: `focused pane ${pane} of Zellij session ${session}${clients.length > 1 ? '; Zellij does not tell which terminal shows it' : ''}`,
    ...(clients.length === 1 && { shown_in: { ...nowhere, pid: client.pid, tty: client.tty } }),
  };
};
