// WezTerm: its cli lists panes with their terminal devices and activates one; the window has to be raised apart.

import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import { raiseApp } from './raise.ts';
import type { World } from './world.ts';

export const wezterm = (world: World): Focuser => ({
  name: 'WezTerm',
  can: ({ app, place, env }) =>
    app?.name !== 'WezTerm'
      ? undefined
      : place.tty || /^\d+$/u.test(env.WEZTERM_PANE ?? '')
        ? 'exact'
        : { why: 'neither its terminal device nor its WezTerm pane is known' },
  focus: (target) => activatePane(target, world),
});

const activatePane = async (target: Target, world: World): Promise<Outcome> => {
  const { env, place } = target;
  const socket = env.WEZTERM_UNIX_SOCKET;
  const ask = async (...words: string[]) => {
    const environment = { ...world.where.env, ...(socket && { WEZTERM_UNIX_SOCKET: socket }) };
    // Without the flag, it would start a server where none runs.
    const ran = await world.run('wezterm', ['cli', '--no-auto-start', ...words], { env: environment });
    if (!ran.ok) return failure(ran.message);
    return ran.code === 0 ? ran : failure(`WezTerm: ${ran.stderr.trim().split('\n').at(-1) ?? `status ${ran.code}`}`);
  };

  const listing = await ask('list', '--format', 'json');
  if (!('stdout' in listing)) return listing;
  const panes = parseWeztermPanes(listing.stdout);
  const holder = panes.find((pane) => place.tty !== null && pane.tty === place.tty);
  const pane = holder ?? panes.find(({ id }) => String(id) === env.WEZTERM_PANE);
  if (!pane) return failure('no WezTerm pane holds its terminal device');
  const activated = await ask('activate-pane', '--pane-id', String(pane.id));
  if (!('stdout' in activated)) return activated;

  const raised = await raiseApp(target, world);
  const what = `activated WezTerm pane ${pane.id}`;
  return raised.ok
    ? { ok: true, level: 'exact', certain: pane === holder && raised.certain, what: `${what}, ${raised.what}` }
    : { ok: true, level: 'exact', certain: false, what: `${what}; its window may be behind others: ${raised.why}` };
};

/** Reads `wezterm cli list --format json`. `tty` is null in versions that do not tell it. */
const parseWeztermPanes = (json: string): { id: number; tty: string | null }[] => {
  let rows: unknown;
  try {
    rows = JSON.parse(json);
  } catch {
    return [];
  }
  return (Array.isArray(rows) ? rows : []).flatMap((row: { pane_id?: unknown; tty_name?: unknown } | null) =>
    typeof row?.pane_id === 'number' ? { id: row.pane_id, tty: typeof row.tty_name === 'string' ? row.tty_name : null } : [],
  );
};
