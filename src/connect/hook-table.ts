// Tables of hooks in a JSON file: event → list. Four agents' shapes of one idea.

import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { parse } from 'jsonc-parser';
import type { AgentDefinition } from '../agentfile/definition.ts';
import type { Format, Hook, OwnCommand, Refusal, Standing } from './format.ts';
import type { Item, Json, JsonDocument, JsonObject } from './json-document.ts';
import { addAll, addMember, fill, isObject, nodeAt, readJson, remove, valueOf } from './json-document.ts';
import type { Edit } from './splice.ts';
import { splice } from './splice.ts';

type HookFile = Omit<NonNullable<AgentDefinition['hooks']>, 'file'>;

/** Where a table stands in its file, and how a hook looks in it. */
export interface TableShape {
  /** Key of the object whose keys are the events. */
  table: string;
  /** What stands in an event's list. */
  item: (hook: Hook) => Json;
  /** Key under which a group holds its handlers; an item without it is a handler itself. */
  group: string | undefined;
  /** Key under which a handler holds its command. */
  command: string;
  /** Members that a file needs beside the table when we are the first to write it. */
  beside: JsonObject;
  /** Whether its owner reads comments and trailing commas. */
  comments: boolean;
}

/** The shapes that agent files name, with what they may say about them. */
export const tableShape = (file: HookFile): TableShape => {
  const isOwn = file.format === 'own-file';
  const {
    command_key: command = isOwn ? 'bash' : 'command',
    timeout_key = isOwn ? 'timeoutSec' : 'timeout',
    comments = false,
  } = file;
  const handler = ({ event, command: line, timeout }: Hook): JsonObject => ({
    ...(file.format !== 'flat-table' && { type: 'command' }),
    ...Object.fromEntries(
      Object.entries(file.handler ?? {}).map(([key, value]) => [
        key,
        typeof value === 'string' ? value.replaceAll('{event}', event) : value,
      ]),
    ),
    [command]: line,
    ...(timeout !== undefined && { [timeout_key]: timeout }),
  });
  const matching = ({ matcher }: Hook): { matcher?: string } => (matcher === undefined ? {} : { matcher });
  const hasGroups = file.format === 'claude-table' || file.format === 'group-table';
  const needsVersion = file.format === 'flat-table' || isOwn;
  return {
    table: file.format === 'group-table' ? 'vigie' : 'hooks',
    // Antigravity takes groups only for the events of tools, which are those that have a matcher.
    item: (hook) =>
      file.format === 'claude-table' || (hasGroups && hook.matcher !== undefined)
        ? { ...matching(hook), hooks: [handler(hook)] }
        : { ...(hasGroups ? {} : matching(hook)), ...handler(hook) },
    group: hasGroups ? 'hooks' : undefined,
    command,
    beside: file.beside ?? (needsVersion ? { version: 1 } : {}),
    comments,
  };
};

const member = (node: Node, key: string | undefined): Node | undefined =>
  node.children?.find((child) => child.children?.[0]?.value === key)?.children?.[1];
const elements = (node: Node | undefined): readonly Node[] => (node?.type === 'array' ? (node.children ?? []) : []);

const handlersOf = (item: Node, { group }: TableShape): readonly Node[] => {
  const inner = group === undefined ? undefined : member(item, group);
  return inner ? elements(inner) : [item];
};

/** The format of one file. @param own tells our commands from those of others */
export const hookTable = (shape: TableShape, hooks: readonly Hook[], own: OwnCommand): Format => {
  const ownHandler = (handler: Node): ReturnType<OwnCommand> => {
    const command = valueOf(member(handler, shape.command));
    return typeof command === 'string' ? own(command) : undefined;
  };
  const wanted = new Map(hooks.map((hook) => [hook.event, shape.item(hook)]));

  const find = (text: string): Standing[] | Refusal => {
    const document = readJson(text, shape);
    if ('refused' in document) return document;
    const table = nodeAt(document, [shape.table]);
    return (table?.type === 'object' ? (table.children ?? []) : []).flatMap((property) => {
      const event = String(property.children?.[0]?.value);
      return elements(property.children?.[1]).flatMap((item) =>
        handlersOf(item, shape).flatMap((handler): Standing[] => {
          const ours = ownHandler(handler);
          return ours ? [{ event, launcher: ours.launcher, isCurrent: isDeepStrictEqual(valueOf(item), wanted.get(event)) }] : [];
        }),
      );
    });
  };

  /** Edits that take every hook of ours out; what is left empty by that goes too, but for what stood in the file before us. */
  const removals = (document: JsonDocument, before: JsonDocument): Edit[] => {
    const table = nodeAt(document, [shape.table]);
    if (table?.type !== 'object') return [];
    const edits: Edit[] = [];
    const emptied: Node[] = [];
    for (const property of table.children ?? []) {
      const list = property.children?.[1];
      const items = elements(list);
      const whole = items.filter((item) => {
        const handlers = handlersOf(item, shape);
        return handlers.length > 0 && handlers.every(ownHandler);
      });
      const event = String(property.children?.[0]?.value);
      if (list && whole.length > 0 && whole.length === items.length && !nodeAt(before, [shape.table, event])) {
        emptied.push(property);
        continue;
      }
      if (list && whole.length > 0) edits.push(...remove(document, list, whole));
      for (const item of items) {
        if (whole.includes(item)) continue;
        const handlers = shape.group === undefined ? undefined : member(item, shape.group);
        const ours = elements(handlers).filter(ownHandler);
        if (handlers && ours.length > 0) edits.push(...remove(document, handlers, ours));
      }
    }
    const parent = table.parent?.parent;
    const isAllOurs = emptied.length > 0 && emptied.length === table.children?.length;
    if (isAllOurs && table.parent && parent && !nodeAt(before, [shape.table])) return remove(document, parent, [table.parent]);
    return emptied.length > 0 ? [...edits, ...remove(document, table, emptied)] : edits;
  };

  const put = (text: string, events: readonly string[]): string | Refusal => {
    const document = readJson(text, shape);
    if ('refused' in document) return document;
    const lists: { [event: string]: Json[] } = {};
    for (const [event, item] of wanted) if (events.includes(event)) lists[event] = [item];
    const { root } = document;
    if (!root) return splice(text, fill(text, { ...shape.beside, [shape.table]: lists }));
    const table = nodeAt(document, [shape.table]);
    if (!table) {
      const isEmpty = root.type === 'object' && root.children?.length === 0;
      const beside = Object.entries(isEmpty ? shape.beside : {}).map(([key, value]) => ({ key, value }));
      const edits = isEmpty
        ? addAll(text, root, [...beside, { key: shape.table, value: lists }])
        : addMember(document, shape.table, lists);
      return 'refused' in edits ? edits : splice(text, edits);
    }
    if (table.type !== 'object') return { refused: `${shape.table} is not an object` };
    const edits: Edit[] = [];
    const fresh: Item[] = [];
    for (const [event, items] of Object.entries(lists)) {
      const list = member(table, event);
      if (!list) fresh.push({ key: event, value: items });
      else if (list.type !== 'array') return { refused: `${shape.table}.${event} is not a list` };
      else
        edits.push(
          ...addAll(
            text,
            list,
            items.map((value) => ({ value })),
          ),
        );
    }
    return splice(text, [...edits, ...addAll(text, table, fresh)]);
  };

  const isOurs = (handler: Json): boolean => {
    const command = isObject(handler) ? handler[shape.command] : undefined;
    return typeof command === 'string' && own(command) !== undefined;
  };
  /** An item of a list without our handlers; none when nothing is left by that. */
  const stripped = (item: Json): Json[] => {
    const handlers = isObject(item) && shape.group !== undefined ? item[shape.group] : undefined;
    if (!isObject(item) || !Array.isArray(handlers)) return isOurs(item) ? [] : [item];
    const kept = handlers.filter((handler) => !isOurs(handler));
    return kept.length === 0 && handlers.length > 0 ? [] : [{ ...item, [shape.group ?? '']: kept }];
  };
  const foreign = (text: string): Json => {
    const value = readValue(text, shape.comments);
    if (value === undefined) return shape.beside;
    if (!isObject(value)) return value;
    const { [shape.table]: table, ...rest } = value;
    const lists = Object.entries(isObject(table) ? table : {}).map(
      ([event, list]) => [event, Array.isArray(list) ? list.flatMap(stripped) : list] as const,
    );
    const left = lists.filter(([, list]) => !Array.isArray(list) || list.length > 0);
    if (table !== undefined && !isObject(table)) return value;
    if (left.length > 0) return { ...rest, [shape.table]: Object.fromEntries(left) };
    // A file that holds nothing gets what its owner needs when our table comes, and may keep that.
    return Object.keys(rest).length > 0 ? rest : shape.beside;
  };

  return {
    events: hooks.map(({ event }) => event),
    find,
    without(text, original) {
      const document = readJson(text, shape);
      const before = readJson(original, shape);
      if ('refused' in document) return document;
      return splice(text, removals(document, 'refused' in before ? { text: '', root: undefined } : before));
    },
    put,
    foreign,
    isBlank: (text) => !('refused' in readJson(text, { comments: false })) && isDeepStrictEqual(foreign(text), shape.beside),
  };
};

/** Undefined for an empty text. Throws for what is no JSON. */
const readValue = (text: string, comments: boolean): Json | undefined => {
  const value: Json | undefined = comments
    ? parse(text, [], { allowTrailingComma: true })
    : text.trim() === ''
      ? undefined
      : JSON.parse(text);
  return value;
};
