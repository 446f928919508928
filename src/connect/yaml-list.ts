// One text in a list of a YAML file, as Hermes' `plugins.enabled`. The parser only tells where things stand; what it prints is never used.

import type { Pair, YAMLMap, YAMLSeq } from 'yaml';
import { isMap, isNode, isPair, isScalar, isSeq, parse, parseDocument } from 'yaml';
import type { Format, Refusal } from './format.ts';
import { lineOf } from './format.ts';
import type { Edit } from './splice.ts';
import { indentAt, layoutOf, splice } from './splice.ts';

/** Objects on the way to the list, as far as they are there, and the list where it is. */
interface Found {
  pairs: Pair[];
  list: YAMLSeq | undefined;
}

const read = (text: string, path: readonly string[]): Found | Refusal => {
  const document = parseDocument(text, { version: '1.1', uniqueKeys: true });
  const error = document.errors[0];
  if (error)
    return { refused: `line ${lineOf(text, error.pos[0])}: ${error.message.split('\n')[0]?.replace(/ at line .*$/u, '')}` };
  const pairs: Pair[] = [];
  let node: unknown = document.contents;
  for (const step of path) {
    if (node === null || isNothing(node)) return { pairs, list: undefined };
    if (!isMap(node) || node.flow === true) return { refused: `${pathOf(pairs)} is not a block of keys` };
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
    if (!pair) return { pairs, list: undefined };
    pairs.push(pair);
    node = pair.value;
  }
  if (node === null || isNothing(node)) return { pairs, list: undefined };
  return isSeq(node) ? { pairs, list: node } : { refused: `${path.join('.')} is not a list` };
};

const isNothing = (node: unknown): boolean => isScalar(node) && node.value === null;
const pathOf = (pairs: readonly Pair[]): string =>
  pairs.length === 0 ? 'the file' : pairs.map(({ key }) => (isScalar(key) ? String(key.value) : '')).join('.');
const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);
const endOf = (node: unknown): number => (isNode(node) ? (node.range?.[1] ?? 0) : 0);

/** Behind the line in which a node ends. */
const lineEnd = (text: string, end: number): number => {
  if (text[end - 1] === '\n') return end;
  const feed = text.indexOf('\n', end);
  return feed < 0 ? text.length : feed + 1;
};
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const columnAt = (text: string, at: number): string => text.slice(lineStart(text, at), at).replace(/[^\t]/gu, ' ');

/** Whole lines, put behind a place that ends a line or the text. */
const insertLines = (text: string, at: number, lines: readonly string[]): Edit => {
  const { eol } = layoutOf(text);
  const body = lines.join(eol);
  return { at, length: 0, text: at > 0 && text[at - 1] !== '\n' ? eol + body : body + eol };
};

export const yamlList = (key: string, value: string): Format => {
  const path = key.split('.');
  const literal =
    /^[a-z][\w-]*$/iu.test(value) && typeof parse(value, { version: '1.1' }) === 'string' ? value : JSON.stringify(value);
  const isOurs = (item: unknown): boolean => isScalar(item) && item.value === value;

  const put = (text: string): string | Refusal => {
    const found = read(text, path);
    if ('refused' in found) return found;
    const { pairs, list } = found;
    if (list) return addToList(text, list);
    const { unit } = layoutOf(text);
    const step = unit.startsWith('\t') ? '  ' : unit;
    const missing = path.slice(pairs.length);
    const last = pairs.at(-1);
    const below = last ? last.value : parseDocument(text).contents;
    const siblings = isMap(below) ? below : undefined;
    const first = siblings?.items[0];
    const indent = first ? indentAt(text, startOf(first.key)) : last ? indentAt(text, startOf(last.key)) + step : '';
    const lines = [
      ...missing.map((name, depth) => `${indent}${step.repeat(depth)}${name}:`),
      `${indent}${step.repeat(missing.length)}- ${literal}`,
    ];
    const at = last ? lineEnd(text, siblings ? lastEnd(siblings) : endOf(last.value ?? last.key)) : text.length;
    return splice(text, [insertLines(text, at, lines)]);
  };

  const addToList = (text: string, list: YAMLSeq): string | Refusal => {
    const last = list.items.at(-1);
    if (list.flow !== true)
      return splice(text, [insertLines(text, lineEnd(text, lastEnd(list)), [`${columnAt(text, startOf(list))}- ${literal}`])]);
    if (!last) return splice(text, [{ at: startOf(list) + 1, length: 0, text: literal }]);
    const rest = text.slice(endOf(last), endOf(list) - 1);
    if (rest.trim() === '') return splice(text, [{ at: endOf(last), length: 0, text: `, ${literal}` }]);
    const comma = /^\s*,/u.exec(rest)?.[0].length;
    if (comma === undefined) return { refused: `${key} ends in a way that is not understood` };
    return splice(text, [{ at: endOf(last) + comma, length: 0, text: ` ${literal},` }]);
  };

  const without = (text: string, original: string): string | Refusal => {
    const found = read(text, path);
    if ('refused' in found) return found;
    const { pairs, list } = found;
    const items = list?.items ?? [];
    const ours = items.filter(isOurs);
    if (!list || ours.length === 0) return text;
    const isLast = ours.length === items.length;
    if (list.flow === true) {
      if (isLast) return splice(text, [{ at: startOf(list) + 1, length: endOf(list) - startOf(list) - 2, text: '' }]);
      return splice(
        text,
        ours.map((item) => flowRemoval(items, item)),
      );
    }
    const lines = ours.map((item) => lineOfNode(text, startOf(item), endOf(item)));
    if (!isLast) return splice(text, lines);
    // Empty by us: keys that were not there before us go as well, the innermost first.
    const before = read(original, path);
    const had = 'refused' in before ? 0 : before.pairs.length;
    let kept = pairs.length;
    while (kept > had && (kept === pairs.length || isAlone(pairs[kept - 1]))) kept -= 1;
    const gone = pairs.slice(kept).map(({ key: name }) => lineOfNode(text, startOf(name), endOf(name)));
    const innermost = pairs.at(-1);
    if (gone.length > 0 || !innermost) return splice(text, [...gone, ...lines]);
    const colon = text.indexOf(':', endOf(innermost.key)) + 1;
    return splice(text, [{ at: colon, length: 0, text: ' []' }, ...lines]);
  };

  return {
    events: [value],
    find(text) {
      const found = read(text, path);
      if ('refused' in found) return found;
      return (found.list?.items ?? []).filter(isOurs).map(() => ({ event: value, launcher: undefined, isCurrent: true }));
    },
    without,
    put: (text, events) => (events.length > 0 ? put(text) : text),
    foreign: (text) => strippedAt(parse(text, { version: '1.1' }) ?? {}, path, value),
    isBlank: (text) => text.trim() === '',
  };
};

const lastEnd = (collection: YAMLMap | YAMLSeq): number => {
  const last: unknown = collection.items.at(-1);
  const node: unknown = isPair(last) ? (last.value ?? last.key) : last;
  return isMap(node) || (isSeq(node) && node.flow !== true) ? lastEnd(node) : endOf(node);
};

const isAlone = (pair: Pair | undefined): boolean => isMap(pair?.value) && pair.value.items.length === 1;

const lineOfNode = (text: string, from: number, to: number): Edit => {
  const start = lineStart(text, from);
  return { at: start, length: lineEnd(text, to) - start, text: '' };
};

/** Takes an element out of `[a, b]` with one comma. */
const flowRemoval = (items: readonly unknown[], item: unknown): Edit => {
  const index = items.indexOf(item);
  const next = items[index + 1];
  if (next) return { at: startOf(item), length: startOf(next) - startOf(item), text: '' };
  const before = endOf(items[index - 1]);
  return { at: before, length: endOf(item) - before, text: '' };
};

/** The value without our text, and without what is empty along the way. */
const strippedAt = (value: unknown, path: readonly string[], text: string): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) {
    if (!Array.isArray(value)) return value ?? undefined;
    const kept = value.filter((item) => item !== text);
    return kept.length > 0 ? kept : undefined;
  }
  if (!isRecord(value)) return value ?? undefined;
  const { [step]: inner, ...others } = value;
  const left = strippedAt(inner, rest, text);
  if (left !== undefined) return { ...others, [step]: left };
  return Object.keys(others).length > 0 ? others : undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
