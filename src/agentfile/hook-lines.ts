// The hooks to put into an agent's own config, as `vigie connect <agent> --print` shows them.

import type { AgentDefinition } from './definition.ts';

export interface HookLines {
  /** The agent's config file, relative to the home folder. */
  file: string;
  /** What belongs in it. */
  text: string;
}

type Hooks = NonNullable<AgentDefinition['hooks']>;

/**
 * @param agent canonical id
 * @param launcher absolute path of `vigie-hook`
 * @param version the agent's installed version, when known: events that need a newer one are left out
 * @returns undefined when the agent file names no hooks, or in a format that can't be printed yet
 */
export const hookLines = (
  agent: string,
  definition: AgentDefinition,
  launcher: string,
  version?: string,
): HookLines | undefined => {
  const { hooks } = definition;
  if (hooks?.format !== 'claude-table') return undefined;
  const groups = eventsFor(hooks, version).map(({ name, timeout }) => [
    name,
    [{ hooks: [{ type: 'command', command: hookCommand(hooks, agent, name, launcher), ...(timeout && { timeout }) }] }],
  ]);
  return { file: hooks.file, text: `${JSON.stringify({ hooks: Object.fromEntries(groups) }, null, 2)}\n` };
};

const eventsFor = (hooks: Hooks, version: string | undefined): { name: string; timeout: number | undefined }[] =>
  (hooks.events ?? [])
    .map((event) => (typeof event === 'string' ? { name: event } : event))
    .filter(({ since }) => since === undefined || version === undefined || compareVersions(version, since) >= 0)
    .map(({ name, timeout }) => ({ name, timeout: timeout ?? hooks.timeout }));

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
