// Follows a jump rule: the agent's own first, then the app's. A rule whose markers do not all have a value is not used.

import type { JumpValues } from '../agentfile/jump.ts';
import { jumpMistake, jumpUrl } from '../agentfile/jump.ts';
import type { OpenUrl } from './opener.ts';
import type { Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';

/** What a rule may need to know of a session. */
export interface Jumper {
  agent: string;
  session: string;
  title: string | null;
  cwd: string | null;
  transcript?: string | null;
}

/** `{host}` is the app that hosts the session, as `host` is in an agent file. */
export const jumpValues = (session: Jumper, place: Target['place']): JumpValues => ({
  session: session.session,
  agent: session.agent,
  cwd: session.cwd ?? '',
  title: session.title ?? '',
  transcript: session.transcript ?? '',
  host: place.app ?? '',
  tmux_pane: place.tmux?.pane ?? '',
  tty: place.tty ?? '',
  pid: place.pid === null ? '' : String(place.pid),
});

export interface Rule {
  /** In words: `the rule of ralph`, `the rule of kitty`. */
  name: string;
  url: string;
}

/** The first rule that can be used. Never rejects; undefined when there is none to say anything about. */
export const followRule = async (rules: readonly Rule[], values: JumpValues, open: OpenUrl): Promise<Outcome | undefined> => {
  const whys: string[] = [];
  for (const { name, url } of rules) {
    const address = jumpUrl(url, values);
    if (address === undefined) {
      whys.push(`${name} ${jumpMistake(url) ?? 'needs something that is not known of this session'}`);
      continue;
    }
    const opened = await open(address);
    // The system took the URL; what the app makes of it, nothing tells.
    if (opened.ok) return { ok: true, level: 'rule', certain: false, what: `opened ${name}` };
    whys.push(`${name}: ${opened.why}`);
  }
  return whys.length > 0 ? failure(whys.join('; ')) : undefined;
};
