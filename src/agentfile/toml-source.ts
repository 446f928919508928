// TOML with positions. The value comes from one library; the other is only asked for ranges, and only when there is a mistake.

import { parse, TomlError } from 'smol-toml';
import { parseTOML } from 'toml-eslint-parser';
import { agentFileDepthMax } from './limits.ts';
import type { KeyPath, Position } from './mistake.ts';
import type { Source } from './source.ts';

/** Never throws. */
export const readTomlSource = (text: string): Source => {
  try {
    const value = parse(text);
    if (isDeeper(value, agentFileDepthMax)) return tooDeep;
    let tree: Tree | undefined;
    return { value, mistakes: [], positionOf: (path, part) => positionIn((tree ??= parseTOML(text)), path, part) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /u, '') ?? '';
    return {
      value: undefined,
      mistakes: [{ line: error.line, column: error.column, key: '', message: `is no TOML: ${message}` }],
      positionOf: () => ({ line: error.line, column: error.column }),
    };
  }
};

const tooDeep: Source = {
  value: undefined,
  mistakes: [{ line: 1, column: 1, key: '', message: `is nested deeper than ${agentFileDepthMax} levels` }],
  positionOf: () => ({ line: 1, column: 1 }),
};

/** A dotted key can be as deep as its file is long, and to find positions in that would take minutes. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

type Tree = ReturnType<typeof parseTOML>;
type Value = Extract<Tree['body'][0]['body'][0], { type: 'TOMLKeyValue' }>['value'];
type Located = { loc: { start: { line: number; column: number } } };

const positionIn = (tree: Tree, path: KeyPath, part: 'key' | 'value'): Position => {
  let best: { depth: number; at: Located } = { depth: -1, at: tree };
  /** Notes a key or value that stands at `here`, when that is on the way to `path` and nearer than what is known. */
  const offer = (here: KeyPath, key: Located, value: Located): void => {
    if (here.length <= best.depth || here.length > path.length || here.some((step, at) => step !== path[at])) return;
    best = { depth: here.length, at: here.length === path.length && part === 'value' ? value : key };
  };
  const visit = (value: Value, here: KeyPath): void => {
    if (value.type === 'TOMLArray')
      for (const [index, element] of value.elements.entries()) {
        offer([...here, index], element, element);
        visit(element, [...here, index]);
      }
    if (value.type === 'TOMLInlineTable') for (const pair of value.body) visitPair(pair, here);
  };
  const visitPair = (pair: { key: { keys: Key[] } & Located; value: Value }, above: KeyPath): void => {
    let here = above;
    for (const key of pair.key.keys) {
      here = [...here, nameOf(key)];
      offer(here, key, pair.value);
    }
    visit(pair.value, here);
  };
  for (const entry of tree.body[0].body) {
    if (entry.type === 'TOMLKeyValue') {
      visitPair(entry, []);
      continue;
    }
    for (let length = 1; length <= entry.resolvedKey.length; length++)
      offer(entry.resolvedKey.slice(0, length), entry.key, entry.key);
    for (const pair of entry.body) visitPair(pair, entry.resolvedKey);
  }
  const { line, column } = best.at.loc.start;
  return { line, column: column + 1 };
};

type Key = { type: 'TOMLBare'; name: string; loc: Located['loc'] } | { type: 'TOMLQuoted'; value: string; loc: Located['loc'] };
const nameOf = (key: Key): string => (key.type === 'TOMLBare' ? key.name : key.value);
