// Sets one key in a TOML text and leaves every other byte as it was. A parser only tells where things stand; the text is spliced, and
// the result must read as the old value with that one key changed, or there is no edit.

import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { parseTOML } from 'toml-eslint-parser';

type Body = ReturnType<typeof parseTOML>['body'][0]['body'];
type Pair = Extract<Body[number], { type: 'TOMLKeyValue' }>;
type Table = Extract<Body[number], { type: 'TOMLTable' }>;
type Path = readonly string[];

/** A stretch of the old text and what takes its place. */
interface Splice {
  from: number;
  to: number;
  text: string;
}

/**
 * The text with `path` set to a TOML literal; undefined when that can't be done without touching anything else.
 * A byte order mark, comments, order and line ends stay. Throws what the parser throws for a text that is no TOML.
 */
export const setTomlKey = (whole: string, path: Path, literal: string): string | undefined => {
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = whole.slice(mark.length);
  const intent = parse(text);
  if (!setIn(intent, path, parse(`value = ${literal}`).value)) return undefined;
  for (const { from, to, text: put } of splices(text, path, literal)) {
    const edited = text.slice(0, from) + put + text.slice(to);
    if (reads(edited, intent)) return mark + edited;
  }
  return undefined;
};

const reads = (text: string, intent: TomlTable): boolean => {
  try {
    return isDeepStrictEqual(parse(text), intent);
  } catch {
    // A try that is no TOML is no edit; the next one may be.
    return false;
  }
};

/** False when something on the way is no table. */
const setIn = (table: TomlTable, path: Path, value: TomlTable[string] | undefined): boolean => {
  const [key, ...rest] = path;
  if (key === undefined || value === undefined) return false;
  if (rest.length === 0) {
    table[key] = value;
    return true;
  }
  const below = (table[key] ??= parse(''));
  return isTable(below) && setIn(below, rest, value);
};

const isTable = (value: unknown): value is TomlTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Where the key may go, the most natural place first; not each of them is valid TOML. */
function* splices(text: string, path: Path, literal: string): Generator<Splice> {
  const root = parseTOML(text).body[0].body;
  const tables = root.filter((node): node is Table => node.type === 'TOMLTable');
  const top = { at: [] as Path, pairs: root.filter((node): node is Pair => node.type === 'TOMLKeyValue'), header: undefined };
  const scopes = [
    top,
    ...tables.flatMap((table) => {
      const at = table.resolvedKey.filter((step) => typeof step === 'string');
      return at.length === table.resolvedKey.length ? [{ at, pairs: table.body, header: table }] : [];
    }),
  ].filter(({ at }) => at.length < path.length && startsWith(path, at));

  for (const { at, pairs } of scopes) yield* inPairs(pairs, path.slice(at.length), literal);
  const newline = /\r?\n/u.exec(text)?.[0] ?? '\n';
  /** A line for the key after the last one of a table, else after its header, else before all tables. */
  const inScope = ({ at, pairs, header }: { at: Path; pairs: readonly Pair[]; header: Table | undefined }): Splice => {
    const line = `${writeKey(path.slice(at.length))} = ${literal}`;
    const last = pairs.at(-1);
    if (last) return insert(lineEnd(text, last.range[1]), newline + indentAt(text, last.range[0]) + line);
    if (header) return insert(lineEnd(text, header.key.range[1]), newline + line);
    const first = tables[0];
    const start = first ? commentsAbove(text, first.range[0]) : text.length;
    return insert(start, (start > 0 && text[start - 1] !== '\n' ? newline : '') + line + newline + (first ? newline : ''));
  };
  const parent = path.slice(0, -1);
  for (const scope of scopes) if (scope.at.length === parent.length) yield inScope(scope);
  if (parent.length > 0) {
    const gap = text === '' ? '' : /\n\r?\n$/u.test(text) ? '' : text.endsWith('\n') ? newline : newline + newline;
    yield insert(text.length, `${gap}[${writeKey(parent)}]${newline}${writeKey(path.slice(-1))} = ${literal}${newline}`);
  }
  for (const scope of scopes.toSorted((a, b) => b.at.length - a.at.length)) yield inScope(scope);
}

const insert = (at: number, text: string): Splice => ({ from: at, to: at, text });

/** The value where the key stands already, also inside inline tables; else the end of the inline table that it belongs to. */
function* inPairs(pairs: readonly Pair[], path: Path, literal: string): Generator<Splice> {
  for (const { key, value } of pairs) {
    const own = key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
    if (!startsWith(path, own)) continue;
    const rest = path.slice(own.length);
    if (rest.length === 0) yield { from: value.range[0], to: value.range[1], text: literal };
    else if (value.type === 'TOMLInlineTable') {
      yield* inPairs(value.body, rest, literal);
      const last = value.body.at(-1);
      const put = `${writeKey(rest)} = ${literal}`;
      yield last ? insert(last.range[1], `, ${put}`) : { from: value.range[0], to: value.range[1], text: `{ ${put} }` };
    }
  }
}

const startsWith = (path: Path, beginning: Path): boolean => beginning.every((step, at) => step === path[at]);

const writeKey = (path: Path): string => path.map((step) => (/^[\w-]+$/u.test(step) ? step : JSON.stringify(step))).join('.');

/** Offset of the end of the line, before its line break. */
const lineEnd = (text: string, from: number): number => {
  const feed = text.indexOf('\n', from);
  if (feed < 0) return text.length;
  return text[feed - 1] === '\r' ? feed - 1 : feed;
};

const indentAt = (text: string, at: number): string =>
  /^[ \t]*$/u.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';

/** Where the block of comment lines right above a place begins. */
const commentsAbove = (text: string, at: number): number => {
  let start = text.lastIndexOf('\n', at - 1) + 1;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^[ \t]*#/u.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
};

/** A value as TOML writes it on one line. */
export const writeTomlValue = (value: string | number | boolean): string => stringify({ value }).replace(/^value = |\n$/gu, '');
