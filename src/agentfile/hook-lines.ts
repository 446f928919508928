// The hooks that belong in an agent's own config, and the command that each runs.

import type { AgentDefinition } from './definition.ts';

type Hooks = NonNullable<AgentDefinition['hooks']>;

/** A hook as an agent file asks for it. */
export interface WantedHook {
  event: string;
  /** In the agent's own unit. */
  timeout: number | undefined;
  matcher: string | undefined;
}

/** @param version the agent's installed version, when known: events that need a newer one are left out */
export const wantedHooks = (
  { events = [], timeout, matcher }: Pick<Hooks, 'events' | 'timeout' | 'matcher'>,
  version: string | undefined,
): WantedHook[] =>
  events
    .map((event) => (typeof event === 'string' ? { name: event } : event))
    .filter(({ since }) => since === undefined || version === undefined || compareVersions(version, since) >= 0)
    .map((event) => ({ event: event.name, timeout: event.timeout ?? timeout, matcher: event.matcher ?? matcher }));

/** Whether an older version would not take some of the hooks. */
export const dependsOnVersion = ({ events = [] }: Pick<Hooks, 'events'>): boolean =>
  events.some((event) => typeof event !== 'string' && event.since !== undefined);

/**
 * One shell command that always ends with 0, says nothing and leaves nothing on stdin, even when the launcher is gone.
 * Where `/bin/sh` is known to run it the launcher is sourced, which saves a process; dash takes no arguments to `.`, so they are set before.
 */
export const hookCommand = (hooks: Pick<Hooks, 'shell' | 'prints'>, agent: string, event: string, launcher: string): string => {
  const path = shellQuoted(launcher);
  const answer = hooks.prints === undefined ? '' : `; echo ${shellQuoted(hooks.prints)}`;
  const call = `${agent} ${/^[\w.:-]+$/u.test(event) ? event : shellQuoted(event)}`;
  return hooks.shell === 'sh'
    ? `set -- ${call}; [ -r ${path} ] && . ${path}; cat >/dev/null${answer}; exit 0`
    : `${path} ${call} 2>/dev/null || cat >/dev/null${answer}`;
};

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Negative, 0 or positive, by the numbers between the dots; a suffix such as `-beta` is not looked at. */
const compareVersions = (a: string, b: string): number => {
  const numbers = (version: string): number[] => (version.match(/\d+(?:\.\d+)*/u)?.[0] ?? '0').split('.').map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
