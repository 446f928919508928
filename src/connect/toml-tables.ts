// Kimi Code's hooks: a `[[hooks]]` per event in a TOML file. The parser only tells where things stand.

import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { writeTomlValue } from '../host/toml-edit.ts';
import type { Format, Hook, OwnCommand, Refusal } from './format.ts';
import { lineOf } from './format.ts';
import type { Edit } from './splice.ts';
import { layoutOf, splice } from './splice.ts';

type Body = ReturnType<typeof parseTOML>['body'][0]['body'];
type Table = Extract<Body[number], { type: 'TOMLTable' }>;

/** The keys that we write. Kimi rejects a file with any other. */
const keysOf = ({ event, command, timeout, matcher }: Hook): Record<string, string | number> => ({
  event,
  ...(matcher !== undefined && { matcher }),
  command,
  ...(timeout !== undefined && { timeout }),
});
const knownKeys = new Set(['event', 'matcher', 'command', 'timeout']);

interface OwnTable {
  table: Table;
  event: string;
  launcher: string;
  keys: object;
}

/** A reader's complaint as a refusal; anything else is thrown on. */
export const tomlRefusal = (text: string, error: unknown): Refusal => {
  if (!(error instanceof Error) || !('index' in error) || typeof error.index !== 'number') throw error;
  return { refused: `line ${lineOf(text, error.index)}: ${error.message}` };
};

export const tomlTables = (hooks: readonly Hook[], own: OwnCommand): Format => {
  const wanted = new Map(hooks.map((hook) => [hook.event, keysOf(hook)]));

  const ownTables = (text: string): OwnTable[] =>
    parseTOML(text).body[0].body.flatMap((table): OwnTable[] => {
      if (
        table.type !== 'TOMLTable' ||
        table.kind !== 'array' ||
        table.resolvedKey.length !== 2 ||
        table.resolvedKey[0] !== 'hooks'
      )
        return [];
      const keys: Record<string, unknown> = Object.assign({}, ...table.body.map((pair) => getStaticTOMLValue(pair)));
      const ours = typeof keys.command === 'string' ? own(keys.command) : undefined;
      return ours ? [{ table, event: String(keys.event), launcher: ours.launcher, keys }] : [];
    });

  const without = (text: string): string | Refusal => {
    const edits: Edit[] = [];
    for (const { table, event, keys } of ownTables(text)) {
      // What was appended to the file by somebody who did not see our table now reads as part of it.
      const stranger = Object.keys(keys).find((key) => !knownKeys.has(key));
      if (stranger !== undefined)
        return { refused: `line ${lineOf(text, table.range[0])}: ${stranger} stands among the keys of our hook for ${event}` };
      edits.push(...linesOf(text, table));
    }
    return splice(text, edits);
  };

  const put = (text: string, events: readonly string[]): string => {
    const { eol } = layoutOf(text);
    const blocks = hooks
      .filter(({ event }) => events.includes(event))
      .map((hook) =>
        ['[[hooks]]', ...Object.entries(keysOf(hook)).map(([key, value]) => `${key} = ${writeTomlValue(value)}`), ''].join(eol),
      );
    const gap = text === '' || /(?:^|\n)\r?\n$/u.test(text) ? '' : text.endsWith('\n') ? eol : eol + eol;
    return text + gap + blocks.join(eol);
  };

  return {
    events: hooks.map(({ event }) => event),
    find(text) {
      try {
        return ownTables(text).map(({ event, launcher, keys }) => ({
          event,
          launcher,
          isCurrent: isDeepStrictEqual(keys, wanted.get(event)),
        }));
      } catch (error) {
        return tomlRefusal(text, error);
      }
    },
    without,
    put,
    foreign(text) {
      const { hooks: list, ...rest } = parse(text, { integersAsBigInt: 'asNeeded' });
      if (!Array.isArray(list)) return list === undefined ? rest : { ...rest, hooks: list };
      const theirs = list.filter((hook) => !(isTable(hook) && typeof hook.command === 'string' && own(hook.command)));
      return theirs.length > 0 ? { ...rest, hooks: theirs } : rest;
    },
    isBlank: (text) => text.trim() === '',
  };
};

export const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Takes a table's own lines away, and one blank line before them. Comments that stand between them stay. */
const linesOf = (text: string, table: Table): Edit[] => {
  const lines = [table.key.range, ...table.body.map((pair) => pair.range)].map(([from, to]) => lineAround(text, from, to));
  const [header] = lines;
  if (header && header.text === '') {
    const blank = /(?:^|\n)(\r?\n)$/u.exec(text.slice(0, header.at))?.[1] ?? '';
    header.at -= blank.length;
    header.length += blank.length;
  }
  return lines;
};

/** The whole line, or only the stretch where a comment follows it there. */
const lineAround = (text: string, from: number, to: number): Edit => {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const feed = text.indexOf('\n', to);
  const end = feed < 0 ? text.length : feed + 1;
  const hash = text.slice(to, end).indexOf('#');
  return hash < 0 ? { at: start, length: end - start, text: '' } : { at: start, length: to + hash - start, text: '' };
};
