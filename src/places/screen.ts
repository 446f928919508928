// GNU screen: selects the window; the terminal that shows it is the one whose device the screen server holds open.

import { nowhere } from '../domain/place.ts';
import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import { quoted } from './quoted.ts';
import type { World } from './world.ts';

/** `1234.pts-0.host`: the server's pid stands first. */
const sessionName = /^(\d+)\.\S+$/u;

export const screen = (world: World): Focuser => ({
  name: 'screen',
  can({ ancestors, env, pane }) {
    const isInside = ancestors.some(({ name }) => name.toLowerCase() === 'screen');
    if (pane || (!isInside && (ancestors.length > 0 || !env.STY))) return undefined;
    if (!sessionName.test(env.STY ?? ''))
      return { why: 'it runs in screen, but its environment does not name the screen session' };
    return 'exact';
  },
  focus: (target) => focusWindow(target, world),
});

const focusWindow = async ({ ancestors, env }: Target, world: World): Promise<Outcome> => {
  const session = env.STY ?? '';
  const server = Number(sessionName.exec(session)?.[1]);
  const isOwn = ancestors.some(({ pid }) => pid === server);
  if (ancestors.length > 0 && !isOwn) return failure(`screen session ${session} is not the one it runs in`);

  const number = /^\d+$/u.test(env.WINDOW ?? '') ? env.WINDOW : undefined;
  if (number !== undefined) {
    const selected = await world.run('screen', ['-S', session, '-X', 'select', number]);
    if (!selected.ok) return failure(selected.message);
    if (selected.code !== 0) return failure(`screen: ${(selected.stdout || selected.stderr).trim()}`);
  }
  const table = await world.processes();
  const ttys = new Set(world.openTtys(server));
  const client = [...table.all()].find(({ name, tty }) => name.toLowerCase() === 'screen' && tty !== null && ttys.has(tty));
  if (!client) return failure(`no terminal shows its screen session; run: screen -r ${quoted(session)}`);
  return {
    ok: true,
    level: 'exact',
    certain: isOwn && number !== undefined,
    what:
      number === undefined
        ? `found screen session ${session}; its window is not known`
        : `selected window ${number} of screen ${session}`,
    shown_in: { ...nowhere, pid: client.pid, tty: client.tty },
  };
};
