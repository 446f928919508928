// Tables of hooks in a JSON file: event → list. Three agents' shapes of one idea.

import type { Node } from 'jsonc-parser';
import type { Json, JsonDocument, Path, Refusal } from './json-document.ts';
import { addMember, append, nodeAt, readJson, remove, valueOf } from './json-document.ts';
import type { Edit } from './splice.ts';
import { splice } from './splice.ts';

/** One hook to be in the file. */
export interface Hook {
  event: string;
  command: string;
  /** In the agent's own unit. */
  timeout: number | undefined;
  /** Which tools it is for; absent where the agent takes that as all. */
  matcher?: string;
}

/** Where a table stands in its file, and how a hook looks in it. */
export interface TableShape {
  /** Path of the object whose keys are the events. */
  table: Path;
  item: (hook: Hook) => Json;
  /** The handlers that a list's item holds; itself where there are no groups. */
  handlers: (item: Node) => readonly Node[];
  /** Members that a file needs beside the table when we are the first to write it. */
  beside: readonly (readonly [string, Json])[];
  /** Whether its owner reads comments and trailing commas. */
  comments: boolean;
}

const member = (node: Node, key: string): Node | undefined =>
  node.children?.find((child) => child.children?.[0]?.value === key)?.children?.[1];
const elements = (node: Node | undefined): readonly Node[] => (node?.type === 'array' ? (node.children ?? []) : []);
const timeoutOf = ({ timeout }: Hook): { timeout?: number } => (timeout === undefined ? {} : { timeout });

/** Claude Code and those that took its shape over: an event's list holds groups of handlers. */
export const claudeTable = (comments = false): TableShape => ({
  table: ['hooks'],
  item: (hook) => ({
    ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }),
    hooks: [{ type: 'command', command: hook.command, ...timeoutOf(hook) }],
  }),
  handlers: (group) => elements(member(group, 'hooks')),
  beside: [],
  comments,
});

/** Cursor: an event's list holds the handlers themselves. */
export const flatTable = (): TableShape => ({
  table: ['hooks'],
  item: (hook) => ({ command: hook.command, ...timeoutOf(hook) }),
  handlers: (item) => [item],
  beside: [['version', 1]],
  comments: false,
});

/** Whether a command is one of ours. */
export type IsOurs = (command: string) => boolean;

const commandOf = (handler: Node): string | undefined => {
  const command: Json | undefined = valueOf(member(handler, 'command'));
  return typeof command === 'string' ? command : undefined;
};

/** The commands of ours that a file holds, by event. */
export const hooksOf = (document: JsonDocument, shape: TableShape, isOurs: IsOurs): { event: string; command: string }[] =>
  (nodeAt(document, shape.table)?.children ?? []).flatMap((property) => {
    const event = String(property.children?.[0]?.value);
    return elements(property.children?.[1])
      .flatMap((item) => shape.handlers(item))
      .map(commandOf)
      .filter((command) => command !== undefined && isOurs(command))
      .map((command) => ({ event, command: command ?? '' }));
  });

/** Edits that take every hook of ours out; what is left empty by that goes too. */
const removals = (document: JsonDocument, shape: TableShape, isOurs: IsOurs): Edit[] => {
  const table = nodeAt(document, shape.table);
  if (table?.type !== 'object') return [];
  const isOurHandler = (handler: Node): boolean => {
    const command = commandOf(handler);
    return command !== undefined && isOurs(command);
  };
  const edits: Edit[] = [];
  const emptied: Node[] = [];
  for (const property of table.children ?? []) {
    const list = property.children?.[1];
    const items = elements(list);
    const whole = items.filter((item) => shape.handlers(item).length > 0 && shape.handlers(item).every(isOurHandler));
    if (list && whole.length > 0 && whole.length === items.length) {
      emptied.push(property);
      continue;
    }
    if (list && whole.length > 0) edits.push(...remove(document, list, whole));
    for (const item of items) {
      if (whole.includes(item)) continue;
      const handlers = member(item, 'hooks');
      const ours = shape.handlers(item).filter(isOurHandler);
      if (handlers && ours.length > 0) edits.push(...remove(document, handlers, ours));
    }
  }
  const parent = table.parent?.parent;
  const isAllOurs = emptied.length > 0 && emptied.length === table.children?.length;
  if (isAllOurs && table.parent && parent) return remove(document, parent, [table.parent]);
  return emptied.length > 0 ? [...edits, ...remove(document, table, emptied)] : edits;
};

/** The text without any hook of ours. */
export const withoutHooks = (text: string, shape: TableShape, isOurs: IsOurs): string | Refusal => {
  const document = readJson(text, shape);
  return 'refused' in document ? document : splice(text, removals(document, shape, isOurs));
};

/** The text with these hooks appended, each behind what stands there already. */
export const withHooks = (text: string, shape: TableShape, hooks: readonly Hook[]): string | Refusal => {
  let current = text;
  const document = readJson(text, shape);
  if ('refused' in document) return document;
  const steps: ((document: JsonDocument) => Edit[] | Refusal)[] = [];
  if (!document.root)
    steps.push(
      ...shape.beside.map(
        ([key, value]) =>
          (d: JsonDocument) =>
            addMember(d, [key], value),
      ),
    );
  if (nodeAt(document, shape.table))
    steps.push(...hooks.map((hook) => (d: JsonDocument) => append(d, [...shape.table, hook.event], shape.item(hook))));
  else steps.push((d) => addMember(d, shape.table, tableOf(hooks, shape)));
  for (const step of steps) {
    const known = readJson(current, shape);
    if ('refused' in known) return known;
    const edits = step(known);
    if ('refused' in edits) return edits;
    current = splice(current, edits);
  }
  return current;
};

const tableOf = (hooks: readonly Hook[], shape: TableShape): Json => {
  const table: Record<string, Json[]> = {};
  for (const hook of hooks) (table[hook.event] ??= []).push(shape.item(hook));
  return table;
};
