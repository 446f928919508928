import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { Json, JsonDocument } from './json-document.ts';
import { addAll, addMember, nodeAt, readJson, remove, valueOf } from './json-document.ts';
import type { Edit } from './splice.ts';
import { inverse, splice } from './splice.ts';

const read = (text: string, comments = true): JsonDocument => {
  const document = readJson(text, { comments });
  if ('refused' in document) throw new Error(document.refused);
  return document;
};
/** Appends to the list of an event, made where there is none: what connecting does. */
const append = (text: string, event: string, value: Json): Edit[] => {
  const document = read(text);
  const hooks = nodeAt(document, ['hooks']);
  const list = nodeAt(document, ['hooks', event]);
  if (list) return addAll(text, list, [{ value }]);
  const edits = hooks
    ? addAll(text, hooks, [{ key: event, value: [value] }])
    : addMember(document, 'hooks', { [event]: [value] });
  if ('refused' in edits) throw new Error(edits.refused);
  return edits;
};

describe('what is added', () => {
  it.each([
    ['an empty file', '', '{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n'],
    ['an empty object', '{}', '{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}'],
    ['an object closed on the next line', '{\n}\n', '{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n'],
    ['the file of somebody else', '{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t1\n\t\t]\n\t}\n}\n'],
    ['one line', '{ "a": 1 }', '{ "a": 1, "hooks": { "Stop": [1] } }'],
    ['a list that is there', '{"hooks":{"Stop":[0]}}', '{"hooks":{"Stop":[0, 1]}}'],
    ['a trailing comma', '{\n  "hooks": { "Stop": [\n    0,\n  ] },\n}', '{\n  "hooks": { "Stop": [\n    0,\n    1,\n  ] },\n}'],
    [
      'a comment behind the last value',
      '{\n  "a": 1 // one\n}',
      '{\n  "a": 1, // one\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}',
    ],
    [
      'CRLF',
      '{\r\n    "a": 1\r\n}\r\n',
      '{\r\n    "a": 1,\r\n    "hooks": {\r\n        "Stop": [\r\n            1\r\n        ]\r\n    }\r\n}\r\n',
    ],
  ])('to %s', (_, before, expected) => expect(splice(before, append(before, 'Stop', 1))).toBe(expected));

  it.each(['[]', '"text"', '1'])('goes into no %s', (text) =>
    expect(addMember(read(text), 'hooks', {})).toEqual({ refused: 'the file is not an object' }),
  );

  it('may be several at once', () => {
    const text = '{\n  "a": 1\n}\n';
    const { root } = read(text);
    if (!root) throw new Error('no root');
    const items = ['b', 'c'].map((key) => ({ key, value: 2 }));
    expect(splice(text, addAll(text, root, items))).toBe('{\n  "a": 1,\n  "b": 2,\n  "c": 2\n}\n');
    expect(addAll(text, root, [])).toEqual([]);
  });
});

describe('readJson', () => {
  it.each([
    ['{"a":1,}', 'line 1: property name expected'],
    ['{\n// note\n}', 'line 2: invalid comment token'],
    ['{"a":', 'line 1: value expected'],
    ['{}{}', 'line 1: end of file expected'],
    ['{\n"a":1,\n"a":2}', 'line 3: the key "a" stands twice'],
  ])('refuses %j', (text, refused) => expect(readJson(text, { comments: false })).toEqual({ refused }));

  it('takes comments and trailing commas where their owner does', () =>
    expect(valueOf(read('{ // one\n"a":[1,],}').root)).toEqual({ a: [1] }));
});

// ---- properties ----------------------------------------------------------------------------------------------------

const value = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 1, 'x', 'a "quoted" // text, with comma'),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'other'), tie('any'), { maxKeys: 3 }),
  ),
})).any;

interface Style {
  eol: string;
  unit: string;
  trailing: boolean;
  comments: boolean;
  final: string;
  compact: boolean;
}
const style: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  unit: fc.constantFrom('  ', '    ', '\t'),
  trailing: fc.boolean(),
  comments: fc.boolean(),
  final: fc.constantFrom('', '\n', '\r\n', '\n\n'),
  compact: fc.boolean(),
});

const write = (json: Json, look: Style, indent = ''): string => {
  if (json === null || typeof json !== 'object') return JSON.stringify(json);
  const isList = Array.isArray(json);
  const items = isList ? json.map((item) => [undefined, item] as const) : Object.entries(json);
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return look.compact ? `${open}${close}` : `${open}${look.eol}${indent}${close}`;
  const deeper = look.compact ? '' : indent + look.unit;
  const separator = look.compact ? '' : look.eol + deeper;
  const body = items
    .map(([key, item], index) => {
      const isLast = index === items.length - 1;
      const comma = isLast && !look.trailing ? '' : ',';
      const comment = look.comments ? (look.compact ? ' /* , */' : ' // note, with a comma') : '';
      return `${separator}${key === undefined ? '' : `${JSON.stringify(key)}: `}${write(item, look, deeper)}${comma}${comment}`;
    })
    .join('');
  return `${open}${body}${look.compact ? '' : look.eol + indent}${close}`;
};

const config = fc
  .record({
    settings: fc.dictionary(fc.constantFrom('a', 'b', 'theme'), value, { maxKeys: 3 }),
    hooks: fc.option(fc.dictionary(fc.constantFrom('Stop', 'Start'), fc.array(value, { maxLength: 3 })), { nil: undefined }),
  })
  .map(({ settings, hooks }): Json => (hooks ? { ...settings, hooks } : settings));
const ours: Json = { hooks: [{ type: 'command', command: "'/a b/vigie-hook' claude Stop" }] };

describe('whatever the file looks like', () => {
  it('what is appended is in it, all else is as it was, and the inverse gives the same bytes back', () =>
    fc.assert(
      fc.property(config, style, (json, look) => {
        const text = write(json, look) + look.final;
        const edits = append(text, 'Stop', ours);
        const after = splice(text, edits);
        const intent = structuredClone(json) as { hooks?: { Stop?: Json[] } };
        ((intent.hooks ??= {}).Stop ??= []).push(ours);
        expect(valueOf(read(after).root)).toEqual(intent);
        expect(parse(after, [], { allowTrailingComma: true })).toEqual(intent);
        expect(splice(after, inverse(text, edits))).toBe(text);
      }),
      { numRuns: 500 },
    ));

  it('what is removed is gone, and all else is as it was', () =>
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }),
        style,
        (list, chosen, look) => {
          const text = write({ list }, look) + look.final;
          const document = read(text);
          const container = nodeAt(document, ['list']);
          const gone = new Set(chosen.filter((index) => index < list.length));
          const nodes = (container?.children ?? []).filter((_, index) => gone.has(index));
          const after = splice(text, container ? remove(document, container, nodes) : []);
          expect(valueOf(read(after, look.trailing || look.comments).root)).toEqual({
            list: list.filter((_, index) => !gone.has(index)),
          });
        },
      ),
      { numRuns: 500 },
    ));

  it('a member is added beside the others', () =>
    fc.assert(
      fc.property(config, style, (json, look) => {
        const text = write(json, look) + look.final;
        const edits = addMember(read(text), 'vigie', { on: true }) as Edit[];
        const after = splice(text, edits);
        expect(valueOf(read(after).root)).toEqual({ ...(json as object), vigie: { on: true } });
        expect(splice(after, inverse(text, edits))).toBe(text);
      }),
    ));
});
