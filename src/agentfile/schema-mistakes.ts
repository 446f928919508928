// Puts what a schema finds wrong into plain words, with the place in the file.

import * as z from 'zod';
import { kindOfValue } from './field.ts';
import { mistakesMax } from './limits.ts';
import type { KeyPath, Mistake } from './mistake.ts';
import { writeKeyPath } from './mistake.ts';
import { nearest } from './nearest.ts';
import { readPath } from './path.ts';
import type { Source } from './source.ts';

type Issue = z.core.$ZodIssue;

/** Checks the value against the schema: the checked value, or the mistakes there are, in the order of the file. */
export const checkSource = <T>(
  source: Source,
  schema: z.ZodType<T>,
  hintFor: (key: string) => string | undefined = () => undefined,
): { value: T; mistakes: [] } | { value: undefined; mistakes: Mistake[] } => {
  const checked = schema.safeParse(source.value);
  const mistakes = [...source.mistakes];
  for (const { path, part, message } of checked.error?.issues
    .slice(0, mistakesMax)
    .flatMap((issue) => wordsFor(issue, [], source.value, schema, hintFor))
    .slice(0, mistakesMax) ?? [])
    mistakes.push({ ...source.positionOf(path, part), key: writeKeyPath(path), message });
  if (checked.success && mistakes.length === 0) return { value: checked.data, mistakes: [] };
  return { value: undefined, mistakes: mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column) };
};

interface Words {
  path: KeyPath;
  part: 'key' | 'value';
  message: string;
}

const wordsFor = (
  issue: Issue,
  above: KeyPath,
  root: unknown,
  schema: z.ZodType,
  hintFor: (key: string) => string | undefined,
): Words[] => {
  const path = [...above, ...issue.path.filter((step) => typeof step !== 'symbol')];
  const found = readPath(path, root);
  const say = (message: string): Words[] => [{ path, part: 'value', message }];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(schema, path);
      return issue.keys.slice(0, mistakesMax).map((key) => ({
        path: [...path, key],
        part: 'key',
        message: `there is no key "${key}" here. ${hintFor(key) ?? meant(key, known)}`.trim(),
      }));
    }
    case 'invalid_union': {
      const branch = likelyBranch(issue.errors, found);
      if (branch) return branch.flatMap((inner) => wordsFor(inner, path, root, schema, hintFor));
      return say(`must be ${[...new Set(issue.errors.flat().map(expected))].join(' or ')}, not ${kindOfValue(found)}`);
    }
    case 'invalid_key':
      return issue.issues.map((inner) => ({ path, part: 'key', message: inner.message }));
    case 'invalid_value':
      if (found === undefined) return say(`is missing: ${listed(issue.values)}`);
      return say(`${JSON.stringify(found)} is none of ${listed(issue.values)}. ${meant(found, issue.values)}`.trim());
    case 'invalid_type':
      if (found === undefined) return say('is missing');
      return say(`must be ${expected(issue)}, not ${kindOfValue(found)}`);
    case 'too_small':
      if (issue.origin !== 'number') return say('may not be empty');
      return say(issue.inclusive ? `must be ${issue.minimum} or more` : `must be more than ${issue.minimum}`);
    case 'too_big':
      return say(
        issue.origin === 'number'
          ? `must be ${String(issue.maximum)} or less`
          : `may not be longer than ${String(issue.maximum)}`,
      );
    case 'custom': {
      const among: unknown = issue.params?.among;
      return say(
        Array.isArray(among) ? `${JSON.stringify(found)} ${issue.message}. ${meant(found, among)}`.trim() : issue.message,
      );
    }
    default:
      return say(issue.message);
  }
};

const listed = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

const meant = (found: unknown, among: Iterable<unknown>): string => {
  const words = [...among].filter((word) => typeof word === 'string');
  const near = typeof found === 'string' ? nearest(found, words) : undefined;
  return near === undefined ? '' : `Did you mean "${near}"?`;
};

const expected = (issue: Issue): string => {
  if (issue.code !== 'invalid_type') return 'a string';
  return (
    {
      object: 'an object',
      record: 'an object',
      array: 'a list',
      string: 'a string',
      boolean: 'true or false',
      int: 'a whole number',
      number: 'a number',
    }[issue.expected as string] ?? issue.expected
  );
};

/** Of the branches of a union, the one whose type the value has, so that its mistakes are the ones to tell. */
const likelyBranch = (branches: readonly Issue[][], found: unknown): Issue[] | undefined => {
  const fitting = branches.filter((issues) => !issues.some((issue) => issue.path.length === 0 && isOfOtherType(issue, found)));
  return fitting.toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)[0];
};

const depthOf = (issues: readonly Issue[]): number => Math.max(0, ...issues.map((issue) => issue.path.length));

const isOfOtherType = (issue: Issue, found: unknown): boolean =>
  issue.code === 'invalid_type' ||
  (issue.code === 'invalid_value' && typeof found !== 'string') ||
  (issue.code === 'invalid_union' && !likelyBranch(issue.errors, found));

/** The keys that an object takes at a path, over all branches of unions on the way. */
const keysAt = (schema: z.ZodType, path: KeyPath): string[] => {
  const whole = z.toJSONSchema(schema, { io: 'input' });
  const branches = (node: Schema | undefined): Schema[] => {
    if (!node) return [];
    const target = node.$ref?.startsWith('#/$defs/') ? whole.$defs?.[node.$ref.slice('#/$defs/'.length)] : undefined;
    return target ? branches(target) : node.anyOf ? node.anyOf.flatMap((one) => branches(one)) : [node];
  };
  let here = branches(whole);
  for (const step of path) here = here.flatMap((node) => branches(below(node, step)));
  const named = ({ propertyNames }: Schema): readonly unknown[] =>
    (typeof propertyNames === 'object' && propertyNames.enum) || [];
  return here.flatMap((node) => [...Object.keys(node.properties ?? {}), ...named(node)]).filter((key) => typeof key === 'string');
};

type Schema = z.core.JSONSchema.JSONSchema;

const below = (node: Schema, step: string | number): Schema | undefined => {
  const next = typeof step === 'number' ? node.items : (node.properties?.[step] ?? node.additionalProperties);
  return typeof next === 'object' && !Array.isArray(next) ? next : undefined;
};
