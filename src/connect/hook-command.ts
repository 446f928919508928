// Which commands in an agent's config are ours: judged by the exact shape that Vigie writes, never by a word that stands in them.

/** What a hook command of ours says. */
export interface HookCommand {
  /** Absolute path of the launcher. */
  launcher: string;
  agent: string;
  event: string;
}

const word = String.raw`('(?:[^']|'\\'')*'|[^\s'"\\$;|&<>()\x60]+)`;
const shapes: readonly { pattern: RegExp; order: readonly (keyof HookCommand)[] }[] = [
  {
    pattern: new RegExp(`^${word} ${word} ${word}(?: 2>/dev/null \\|\\| cat >/dev/null(?:; echo ${word})?)?$`, 'u'),
    order: ['launcher', 'agent', 'event'],
  },
  {
    pattern: new RegExp(
      `^set -- ${word} ${word}; \\[ -r ${word} \\] && \\. ${word}; cat >/dev/null(?:; echo ${word})?; exit 0$`,
      'u',
    ),
    order: ['agent', 'event', 'launcher'],
  },
];

const unquoted = (text: string): string => (text.startsWith("'") ? text.slice(1, -1).replaceAll(`'\\''`, "'") : text);

/** Undefined for a command that is somebody else's. */
export const parseHookCommand = (command: string): HookCommand | undefined => {
  for (const { pattern, order } of shapes) {
    const words = pattern.exec(command)?.slice(1);
    if (!words) continue;
    const parsed = { launcher: '', agent: '', event: '' };
    order.forEach((name, index) => (parsed[name] = unquoted(words[index] ?? '')));
    if (/(?:^|[/\\])vigie-(?:hook|ask)$/u.test(parsed.launcher)) return parsed;
  }
  return undefined;
};
