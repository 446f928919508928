// One key of a TOML file that names the program to call, as Codex's `notify`. It takes only one, so it is set where nothing stands.

import { parse } from 'smol-toml';
import { parseTOML } from 'toml-eslint-parser';
import { setTomlKey, writeTomlValue } from '../host/toml-edit.ts';
import type { Format, Refusal, Standing } from './format.ts';
import { splice } from './splice.ts';
import { isTable, tomlRefusal } from './toml-tables.ts';

/**
 * @param key path of the key
 * @param program the launcher and its arguments; the agent adds the payload as one more
 * @param isOurs whether a program with these arguments is one of our launchers, wherever it lies
 */
export const tomlProgram = (key: string, program: readonly string[], isOurs: (words: readonly string[]) => boolean): Format => {
  const path = key.split('.');
  const event = program.at(-1) ?? '';
  const valueIn = (text: string): unknown => path.reduce<unknown>(memberOf, parse(text, { integersAsBigInt: 'asNeeded' }));
  const own = (text: string): string[] | undefined => {
    const words = valueIn(text);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') && isOurs(words) ? words : undefined;
  };

  return {
    events: [event],
    find(text): Standing[] | Refusal {
      try {
        parseTOML(text);
      } catch (error) {
        return tomlRefusal(text, error);
      }
      const words = own(text);
      return words ? [{ event, launcher: words[0], isCurrent: words.join('\0') === program.join('\0') }] : [];
    },
    without(text) {
      if (!own(text)) return text;
      const pair = parseTOML(text).body[0].body.find(
        (node) => node.type === 'TOMLKeyValue' && node.key.range[0] >= 0 && text.slice(...node.key.range) === key,
      );
      if (!pair) return { refused: `${key} does not stand on a line of its own` };
      const start = text.lastIndexOf('\n', pair.range[0] - 1) + 1;
      const feed = text.indexOf('\n', pair.range[1]);
      return splice(text, [{ at: start, length: (feed < 0 ? text.length : feed + 1) - start, text: '' }]);
    },
    put(text, events) {
      if (events.length === 0) return text;
      if (valueIn(text) !== undefined) return { refused: `${key} calls another program already, so it stays`, isMinor: true };
      const literal = `[${program.map((word) => writeTomlValue(word)).join(', ')}]`;
      return setTomlKey(text, path, literal) ?? { refused: `there is no place for ${key}`, isMinor: true };
    },
    foreign(text) {
      const value = parse(text, { integersAsBigInt: 'asNeeded' });
      if (!own(text)) return value;
      const parent: unknown = path.slice(0, -1).reduce<unknown>(memberOf, value);
      const last = path.at(-1);
      if (typeof parent === 'object' && parent !== null && last !== undefined) Reflect.deleteProperty(parent, last);
      return value;
    },
    isBlank: (text) => text.trim() === '',
  };
};

const memberOf = (value: unknown, step: string): unknown =>
  isTable(value) && Object.hasOwn(value, step) ? value[step] : undefined;
