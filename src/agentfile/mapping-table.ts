// An agent file's `fields` and `events`, made ready for use: paths parsed, names folded, the adapter's mapping put beneath.

import type { Reason } from '../domain/event.ts';
import { foldEventName } from '../domain/event.ts';
import type { AgentDefinition, EventCase, Matcher } from './definition.ts';
import type { EventTarget } from './event-target.ts';
import { customEvents, eventTarget } from './event-target.ts';
import type { FieldName } from './field.ts';
import { customFields, fieldNames } from './field.ts';
import type { Path } from './path.ts';
import { parsePath } from './path.ts';

/** A place that a field may be read from; `text` is the path as it was written, for faults. */
export interface FieldPath {
  path: Path;
  text: string;
}
type FieldPaths = ReadonlyMap<FieldName, readonly FieldPath[]>;

/** Either a path into the payload or the name of a variable. */
export interface Condition {
  path: Path | undefined;
  variable: string;
  matcher: Matcher;
}

export interface Case {
  kind: EventTarget;
  conditions: readonly Condition[];
  reason: Reason | undefined;
  detail: string | undefined;
  each: FieldPath | undefined;
  fields: FieldPaths;
}

export interface MappingTable {
  fields: FieldPaths;
  /** By the agent's own name of the event: as written first, then folded. */
  casesFor: (name: string) => readonly Case[] | undefined;
  doneAfterTools: ReadonlySet<string>;
  callers: readonly { agent: string; conditions: readonly Condition[] }[];
}

/** What an agent file may lay over another table. */
type Mapping = Pick<AgentDefinition, 'fields' | 'events' | 'done_after_tools' | 'callers'>;

/** Reads nothing and knows no event. */
export const emptyTable: MappingTable = { fields: new Map(), casesFor: () => undefined, doneAfterTools: new Set(), callers: [] };

/** @param beneath what holds where the file says nothing */
export const createMappingTable = (file: Mapping, beneath: MappingTable): MappingTable => {
  const exact = new Map(Object.entries(file.events ?? {}).map(([name, rule]) => [name, casesOf(rule)]));
  const folded = new Map([...exact].toReversed().map(([name, cases]) => [foldEventName(name), cases]));
  const callers = (file.callers ?? []).map(({ agent, when }) => ({ agent, conditions: conditionsOf(when) }));
  return {
    fields: new Map([...beneath.fields, ...fieldPaths(file.fields ?? {})]),
    casesFor: (name) => exact.get(name) ?? folded.get(foldEventName(name)) ?? beneath.casesFor(name),
    doneAfterTools: new Set([...beneath.doneAfterTools, ...(file.done_after_tools ?? [])]),
    callers: [...callers, ...beneath.callers],
  };
};

/** How another agent's payloads are read where they are this one's dialect; what they lack is looked for in the lower table. */
export const stackTables = (upper: MappingTable, lower: MappingTable): MappingTable => ({
  fields: new Map(
    [...new Set([...upper.fields.keys(), ...lower.fields.keys()])].map((name) => [
      name,
      [...(upper.fields.get(name) ?? []), ...(lower.fields.get(name) ?? [])],
    ]),
  ),
  casesFor: (name) => upper.casesFor(name) ?? lower.casesFor(name),
  doneAfterTools: upper.doneAfterTools,
  callers: [],
});

const plainCase = (kind: EventTarget): Case => ({
  kind,
  conditions: [],
  reason: undefined,
  detail: undefined,
  each: undefined,
  fields: new Map(),
});

const casesOf = (rule: string | EventCase | EventCase[]): readonly Case[] => {
  if (typeof rule === 'string') return [plainCase(eventTarget(rule) ?? 'ignore')];
  return [rule].flat().map((one) => ({
    kind: eventTarget(one.kind) ?? 'ignore',
    conditions: conditionsOf(one.when ?? {}),
    reason: one.reason,
    detail: one.detail,
    each: one.each === undefined ? undefined : fieldPath(one.each),
    fields: fieldPaths(one.fields ?? {}),
  }));
};

const conditionsOf = (when: Readonly<Record<string, Matcher>>): Condition[] =>
  Object.entries(when).map(([subject, matcher]) => ({
    path: parsePath(subject),
    variable: subject.replace(/^env\./u, ''),
    matcher,
  }));

const fieldPath = (text: string): FieldPath => ({ path: parsePath(text) ?? [], text });

const fieldPaths = (fields: Readonly<Partial<Record<FieldName, string | string[]>>>): FieldPaths =>
  new Map(
    fieldNames.flatMap((name) => {
      const paths = fields[name];
      return paths === undefined ? [] : [[name, [paths].flat().map(fieldPath)]];
    }),
  );

/** Gnista's simple format: each field under its own name, each event by its own. */
export const simpleTable: MappingTable = {
  ...createMappingTable({ events: Object.fromEntries(customEvents.map((kind) => [kind, kind])) }, emptyTable),
  fields: new Map(customFields.map((name) => [name, [{ path: [name], text: name }]])),
};

/** Whether all conditions hold. */
export const holds = (conditions: readonly Condition[], read: (condition: Condition) => unknown): boolean =>
  conditions.every((condition) => matches(condition.matcher, read(condition)));

const matches = (matcher: Matcher, found: unknown): boolean => {
  if (typeof matcher !== 'object') return found === matcher;
  if (Array.isArray(matcher)) return matcher.some((one) => one === found);
  const present = found !== undefined && found !== null && found !== '';
  if ('present' in matcher) return present === matcher.present;
  if ('starts' in matcher) return typeof found === 'string' && found.startsWith(matcher.starts);
  return present && !matcher.not.some((one) => one === found);
};
