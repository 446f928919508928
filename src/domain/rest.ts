// Silence expires nothing, save *idle after*: when a working session with no other sign of life goes to rest.

import type { Rules } from './rules.ts';
import type { Session } from './session.ts';

/** Signs of life that the session itself does not hold. */
export interface Life {
  /** Whether the agent's own process is known to live. The parent of a `hook custom` call is not one. */
  process: boolean;
}

/** Epoch milliseconds at which a `clock` event may say `idle`; undefined when silence does not expire this session. */
export const restDue = (session: Session, rules: Rules, life: Life): number | undefined => {
  if (session.ended_ms !== null || session.state !== 'working' || rules.idle_after_ms <= 0 || life.process) return undefined;
  if (session.claims.screen?.state === 'working') return undefined;
  const lastTool = session.tools.reduce((latest, tool) => Math.max(latest, tool.at_ms), 0);
  const silentFrom = session.heard_ms + rules.idle_after_ms;
  return lastTool === 0 ? silentFrom : Math.max(silentFrom, lastTool + rules.tool_alive_ms);
};

/** Epoch milliseconds at which an idle session with nothing to watch leaves the list; undefined when it stays. */
export const leaveDue = (session: Session, rules: Rules, life: Life): number | undefined =>
  session.ended_ms !== null || session.state === 'working' || session.state === 'blocked' || life.process
    ? undefined
    : session.heard_ms + rules.forget_after_ms;
