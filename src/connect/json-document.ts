// JSON and JSONC as text with a tree of ranges: values are appended and removed by splices, never by printing the file anew.

import type { Node, ParseError } from 'jsonc-parser';
import { createScanner, findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Refusal } from './format.ts';
import { lineOf } from './format.ts';
import type { Edit, Layout } from './splice.ts';
import { indentAt, layoutOf } from './splice.ts';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A step into an object or a list. */
export type Path = readonly (string | number)[];

export interface JsonDocument {
  text: string;
  /** Undefined for a text with nothing but white space and comments. */
  root: Node | undefined;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const scanTokens = { comma: 5, lineComment: 12, blockComment: 13 } as const;

/** `comments`: whether the owner reads comments and trailing commas (JSONC). */
export const readJson = (text: string, { comments }: { comments: boolean }): JsonDocument | Refusal => {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: comments, allowEmptyContent: true });
  const error = errors[0];
  if (error) return { refused: `line ${lineOf(text, error.offset)}: ${words(printParseErrorCode(error.error))}` };
  const twice = root && doubledKey(root);
  if (twice)
    return {
      refused: `line ${lineOf(text, twice.offset)}: the key ${text.slice(twice.offset, twice.offset + twice.length)} stands twice`,
    };
  return { text, root };
};

const words = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();

/** Readers disagree about which of two equal keys counts, so a file with one is not edited. */
const doubledKey = (node: Node): Node | undefined => {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined;
    if (key && seen.has(key.value)) return key;
    if (key) seen.add(key.value);
    const below = doubledKey(child);
    if (below) return below;
  }
  return undefined;
};

export const nodeAt = (document: JsonDocument, path: Path): Node | undefined =>
  document.root && (path.length === 0 ? document.root : findNodeAtLocation(document.root, [...path]));

export const valueOf = (node: Node | undefined): Json | undefined => {
  if (!node) return undefined;
  // The parser's objects have no prototype, which would make them unlike ours.
  const value: Json = JSON.parse(JSON.stringify(getNodeValue(node)));
  return value;
};

/** Edits that put an object into a text without any value. */
export const fill = (text: string, object: JsonObject): Edit[] => {
  const layout = layoutOf(text);
  return [{ at: text.length, length: 0, text: print(object, '', layout) + layout.eol }];
};

/** Edits that set a member of the file's object, which must not have it yet; a refusal where the file holds something else. */
export const addMember = ({ text, root }: JsonDocument, key: string, value: Json): Edit[] | Refusal => {
  if (!root) return fill(text, { [key]: value });
  return root.type === 'object' ? addAll(text, root, [{ key, value }]) : { refused: 'the file is not an object' };
};

const print = (value: Json, indent: string, { eol, unit }: Layout): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);

const printInline = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(printInline).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${printInline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
};

/** What stands between the last child, or the opening bracket, and the closing one. */
interface Tail {
  /** Offset behind the last thing that is not white space: child, comma or comment. */
  end: number;
  hasComma: boolean;
}

const tailOf = (text: string, from: number, to: number): Tail => {
  const scanner = createScanner(text.slice(from, to), false);
  let tail: Tail = { end: from, hasComma: false };
  while (scanner.getPosition() < to - from) {
    const token: number = scanner.scan();
    const end = from + scanner.getTokenOffset() + scanner.getTokenLength();
    if (token === scanTokens.comma) tail = { end, hasComma: true };
    else if (token === scanTokens.lineComment || token === scanTokens.blockComment) tail = { ...tail, end };
  }
  return tail;
};

/** A member of an object, or an element of a list where it has no key. */
export interface Item {
  key?: string;
  value: Json;
}

/** Edits that put items behind the last one of a list or object. */
export const addAll = (text: string, container: Node, items: readonly Item[]): Edit[] => {
  if (items.length === 0) return [];
  const layout = layoutOf(text);
  const closing = container.offset + container.length - 1;
  const children = container.children ?? [];
  const last = children.at(-1);
  const lastEnd = last ? last.offset + last.length : container.offset + 1;
  const tail = tailOf(text, lastEnd, closing);
  const named = ({ key }: Item): string => (key === undefined ? '' : `${JSON.stringify(key)}: `);
  const first = children[0];
  const isInline =
    first !== undefined &&
    !text.slice(container.offset, first.offset).includes('\n') &&
    !text.slice(lastEnd, closing).includes('\n');
  const outer = indentAt(text, container.offset);
  const indent = last && startsItsLine(text, last.offset) ? indentAt(text, last.offset) : outer + layout.unit;
  const added = items
    .map((item) =>
      isInline
        ? ` ${named(item)}${printInline(item.value)}`
        : `${layout.eol}${indent}${named(item)}${print(item.value, indent, layout)}`,
    )
    .join(',');
  if (!last) {
    const closes = text.slice(tail.end, closing).includes('\n') ? '' : `${layout.eol}${outer}`;
    return [{ at: tail.end, length: 0, text: added + closes }];
  }
  if (tail.hasComma) return [{ at: tail.end, length: 0, text: `${added},` }];
  if (tail.end === lastEnd) return [{ at: lastEnd, length: 0, text: `,${added}` }];
  return [
    { at: lastEnd, length: 0, text: ',' },
    { at: tail.end, length: 0, text: added },
  ];
};

const startsItsLine = (text: string, offset: number): boolean =>
  /(?:^|\n)[ \t]*$/u.test(text.slice(Math.max(0, text.lastIndexOf('\n', offset - 1)), offset));

/**
 * Edits that take nodes out of their list or object, with the comma that belonged to each. The nodes are children of one container.
 * A list or object that is left empty is closed up.
 */
export const remove = (document: JsonDocument, container: Node, nodes: readonly Node[]): Edit[] => {
  const { text } = document;
  const children = container.children ?? [];
  const gone = new Set(nodes);
  const closing = container.offset + container.length - 1;
  if (children.every((child) => gone.has(child))) {
    const inner = text.slice(container.offset + 1, closing);
    const hasComment = tailOf(text, container.offset + 1, children[0]?.offset ?? closing).end > container.offset + 1;
    if (!hasComment && inner.length > 0) return [{ at: container.offset + 1, length: inner.length, text: '' }];
  }
  const edits: Edit[] = [];
  const isLast = (child: Node): boolean => children.slice(children.indexOf(child) + 1).every((later) => gone.has(later));
  for (const [index, child] of children.entries()) {
    if (!gone.has(child)) continue;
    const from = startOfWhiteSpace(text, child.offset);
    const end = child.offset + child.length;
    const next = children[index + 1];
    const comma = commaIn(text, end, next ? next.offset : closing);
    const kept = children.slice(0, index).findLast((earlier) => !gone.has(earlier));
    if (comma !== undefined && !(isLast(child) && next)) {
      edits.push({ at: from, length: end - from, text: '' }, { at: comma, length: 1, text: '' });
      continue;
    }
    edits.push({ at: from, length: end - from, text: '' });
    if (comma !== undefined) edits.push({ at: comma, length: 1, text: '' });
    const before = kept && commaIn(text, kept.offset + kept.length, child.offset);
    if (before !== undefined && comma === undefined && !edits.some((edit) => edit.at === before))
      edits.push({ at: before, length: 1, text: '' });
  }
  return merged(edits);
};

const startOfWhiteSpace = (text: string, offset: number): number => {
  let start = offset;
  while (start > 0 && /\s/u.test(text[start - 1] ?? '')) start -= 1;
  return start;
};

const commaIn = (text: string, from: number, to: number): number | undefined => {
  const scanner = createScanner(text.slice(from, to), false);
  while (scanner.getPosition() < to - from) {
    if ((scanner.scan() as number) === scanTokens.comma) return from + scanner.getTokenOffset();
  }
  return undefined;
};

/** Deletions that touch or overlap become one. */
const merged = (edits: readonly Edit[]): Edit[] => {
  const result: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.at - b.at)) {
    const previous = result.at(-1);
    if (previous && edit.at <= previous.at + previous.length)
      previous.length = Math.max(previous.length, edit.at + edit.length - previous.at);
    else result.push({ ...edit });
  }
  return result;
};
