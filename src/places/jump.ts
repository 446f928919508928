// Takes a person to a session: its exact tab or window, else a jump rule, else its app. Where none of that can be, it says why.

import type { Session } from '../domain/session.ts';
import { appleTerminal } from './apple-terminal.ts';
import { desktopWindow, displayEnv } from './desktop.ts';
import { editor } from './editor.ts';
import { findTarget } from './find.ts';
import { ghostty } from './ghostty.ts';
import { iterm2 } from './iterm2.ts';
import type { Jumper, Rule } from './jump-rule.ts';
import { followRule, jumpValues } from './jump-rule.ts';
import { appIds, findJumpRule, gnistaRules } from './jump-rules-folder.ts';
import { kitty } from './kitty.ts';
import { konsole } from './konsole.ts';
import type { OpenUrl } from './opener.ts';
import { opener } from './opener.ts';
import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import { raiseApp } from './raise.ts';
import { screen } from './screen.ts';
import { tmux } from './tmux.ts';
import { wezterm } from './wezterm.ts';
import type { World } from './world.ts';
import { zellij } from './zellij.ts';

/** A Session or a SessionView. */
export type Jumpable = Jumper & Pick<Session, 'host' | 'place'>;

export interface JumpDeps extends World {
  /** The `jump` URL of the session's agent file. */
  agentRule?: string | undefined;
  /** Our folder of jump rules. */
  rulesFolder: string;
  /** Without it, the platform's opener on the session's desktop. */
  open?: OpenUrl;
}

/** tmux in screen in tmux in a terminal: deeper is a circle. */
const layersMax = 4;

/** Multiplexers before terminals: their variables of the outer terminal tell of another day. What is sure of a tab comes before any window. */
const focusersOf = (world: World, open: OpenUrl): Focuser[] => [
  tmux(world),
  screen(world),
  zellij(world),
  kitty(),
  wezterm(world),
  iterm2(world),
  appleTerminal(world),
  ghostty(world),
  konsole(world),
  desktopWindow(world),
  editor(world, open),
];

/** Never rejects. */
export const jump = async (session: Jumpable, deps: JumpDeps): Promise<Outcome> => {
  if (session.host !== '') return failure(`it runs on ${session.host}; jump there from that machine`);
  const first = await findTarget(session.place, session.cwd, deps);
  const open = deps.open ?? opener(deps, displayEnv(first, deps.where.env));

  let target = first;
  let isCertain = true;
  const done: string[] = [];
  const whys: string[] = [];
  for (let layer = 0; layer < layersMax; layer += 1) {
    const outcome = await focusExactly(target, focusersOf(deps, open), whys);
    if (!outcome?.ok) break;
    done.push(outcome.what);
    isCertain &&= outcome.certain;
    if (!outcome.shown_in) return { ok: true, level: 'exact', certain: isCertain, what: done.join(', ') };
    target = await findTarget(outcome.shown_in, session.cwd, deps, true);
  }

  const ids = appIds(target.place.app ?? first.place.app, target.app);
  const appRule = await findJumpRule([deps.rulesFolder, gnistaRules(deps.where.home)], ids);
  whys.push(...appRule.faults.map(({ where, reason }) => `${where} ${reason}`));
  const rules: Rule[] = [
    ...(deps.agentRule ? [{ name: `the jump rule of ${session.agent}`, url: deps.agentRule }] : []),
    ...(appRule.url ? [{ name: `the jump rule of ${target.app?.name ?? ids[0] ?? 'its app'}`, url: appRule.url }] : []),
  ];
  const place = { ...first.place, app: target.place.app ?? first.place.app };
  const values = jumpValues(session, place);
  for (const attempt of [
    () => followRule(rules, values, open),
    () => (target.isMultiplexed ? undefined : raiseApp(target, deps)),
  ]) {
    const outcome = await attempt();
    if (outcome?.ok) return { ...outcome, certain: outcome.certain && isCertain, what: [...done, outcome.what].join(', ') };
    if (outcome) whys.push(outcome.why);
  }

  const why = [...new Set([...target.notes, ...whys])].join('; ');
  if (done.length === 0) return failure(why || 'nothing is known of where it runs');
  // The pane is shown in its terminal, which may well be in front already.
  return {
    ok: true,
    level: 'exact',
    certain: false,
    what: `${done.join(', ')}; its window could not be brought to the front: ${why}`,
  };
};

/** What the first focuser that succeeds did; each that could not adds why. */
const focusExactly = async (target: Target, focusers: readonly Focuser[], whys: string[]): Promise<Outcome | undefined> => {
  for (const focuser of focusers) {
    const reach = focuser.can(target);
    if (typeof reach === 'object') whys.push(reach.why);
    if (reach !== 'exact') continue;
    const outcome = await focuser.focus(target);
    if (outcome.ok) return outcome;
    whys.push(outcome.why);
  }
  return undefined;
};
