// Configs as people have them, for property tests: every line ending, indentation, comment and foreign hook.

import fc from 'fast-check';

/** How many configs of each format a property looks at; `CONFIG_RUNS=10000` for the long run. */
export const runs = Number(process.env.CONFIG_RUNS ?? 40);

type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

interface Style {
  eol: string;
  unit: string;
  trailing: boolean;
  comments: boolean;
  final: string;
  compact: boolean;
  mark: string;
}

const style = (mayComment: boolean): fc.Arbitrary<Style> =>
  fc.record({
    eol: fc.constantFrom('\n', '\r\n'),
    unit: fc.constantFrom('  ', '    ', '\t'),
    trailing: mayComment ? fc.boolean() : fc.constant(false),
    comments: mayComment ? fc.boolean() : fc.constant(false),
    final: fc.constantFrom('', '\n', '\r\n', '\n\n', '  \n'),
    compact: fc.boolean(),
    mark: fc.constantFrom('', '\uFEFF'),
  });

const write = (value: Value, look: Style, indent = ''): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const items = Array.isArray(value) ? value.map((item) => [undefined, item] as const) : Object.entries(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return look.compact ? `${open}${close}` : `${open}${look.eol}${indent}${close}`;
  const deeper = look.compact ? '' : indent + look.unit;
  const body = items.map(([key, item], index) => {
    const comma = index === items.length - 1 && !look.trailing ? '' : ',';
    const comment = look.comments ? (look.compact ? ' /* a, "b" */' : ' // note, with a "comma"') : '';
    const name = key === undefined ? '' : `${JSON.stringify(key)}:${look.compact ? '' : ' '}`;
    return `${look.compact ? '' : look.eol + deeper}${name}${write(item, look, deeper)}${comma}${comment}`;
  });
  return `${open}${body.join('')}${look.compact ? '' : look.eol + indent}${close}`;
};

const setting: fc.Arbitrary<Value> = fc.letrec<{ any: Value }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Value>(null, true, -1.5e300, 'é 😀', 'a "quoted" // text, with [comma]', ''),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', ' '), tie('any'), { maxKeys: 2 }),
  ),
})).any;

/** Commands of others, some of which name ours. */
const foreignCommand = fc.constantFrom(
  'say done',
  "notify-send 'vigie-hook claude Stop'",
  '/opt/other/hook claude Stop',
  "'/x/vigie-hook' gemini Stop 2>/dev/null || cat >/dev/null",
);

export interface HookWords {
  command: string;
  timeout: string;
  /** Key of the list of handlers in a group; none where the list holds handlers. */
  group: string | undefined;
  table: string;
  comments: boolean;
}

/** A JSON config with hooks of others, in a table of this kind. */
export const jsonConfig = ({ command, timeout, group, table, comments }: HookWords): fc.Arbitrary<string> => {
  const handler = fc
    .record({ command: foreignCommand, timeout: fc.option(fc.nat(600), { nil: undefined }) })
    .map((one): Value => ({ [command]: one.command, ...(one.timeout !== undefined && { [timeout]: one.timeout }) }));
  const item =
    group === undefined
      ? handler
      : fc
          .record({ matcher: fc.constantFrom(undefined, 'Bash', '*'), handlers: fc.array(handler, { maxLength: 3 }) })
          .map(({ matcher, handlers }): Value => ({ ...(matcher !== undefined && { matcher }), [group]: handlers }));
  const hooks: fc.Arbitrary<Value> = fc.dictionary(fc.constantFrom('Stop', 'Start', 'Other'), fc.array(item, { maxLength: 2 }));
  const object = fc
    .record({
      before: fc.dictionary(fc.constantFrom('a', 'theme', 'hook'), setting, { maxKeys: 2 }),
      hooks: fc.option(hooks, { nil: undefined }),
      after: fc.dictionary(fc.constantFrom('b', 'permissions'), setting, { maxKeys: 2 }),
    })
    .map((one): Value => ({ ...one.before, ...(one.hooks !== undefined && { [table]: one.hooks }), ...one.after }));
  const text = fc.tuple(object, style(comments)).map(([value, look]) => look.mark + write(value, look) + look.final);
  return fc.oneof(
    { weight: 12, arbitrary: text },
    { weight: 1, arbitrary: fc.constantFrom('', '\n', '{}', '{ }\r\n', '\uFEFF') },
  );
};

const joined = (blocks: readonly (readonly string[])[], eol: string, final: string, mark: string): string =>
  mark + blocks.map((lines) => lines.join(eol)).join(eol) + final;

const ends = { eol: fc.constantFrom('\n', '\r\n'), isEnded: fc.boolean(), mark: fc.constantFrom('', '\uFEFF') };

/** A TOML config with `[[hooks]]` of others. */
export const tomlConfig: fc.Arbitrary<string> = fc
  .record({
    head: fc.array(
      fc.constantFrom(
        ['model = "a # b"'],
        ['# a note', 'b.c = [1, # one', '  2,', ']'],
        [''],
        ["text = '''", '[[hooks]]', "command = 'no'", "'''"],
        ['when = 1979-05-27T07:32:00Z # then'],
      ),
      { maxLength: 3 },
    ),
    tables: fc.array(
      fc.constantFrom(
        ['[providers.mock]', 'type = "x"'],
        ['[[hooks]]', 'event = "Stop"', 'command = "say done"', 'timeout = 120'],
        ['[[hooks]] # theirs', '  event = "Stop"', '', '  command = "notify-send \'vigie-hook kimi Stop\'"'],
        ['', '# alone'],
        ['[models."a/b"]', 'n = 0x10', 'inline = { a = 1, b = [ 2 ] }'],
        [''],
      ),
      { maxLength: 4 },
    ),
    ...ends,
  })
  .filter(
    ({ head, tables }) =>
      new Set(head).size === head.length &&
      new Set(tables.filter(([line]) => /^\[[^[]/u.test(line ?? ''))).size ===
        tables.filter(([line]) => /^\[[^[]/u.test(line ?? '')).length,
  )
  .map(({ head, tables, eol, isEnded, mark }) => joined([...head, ...tables], eol, isEnded ? eol : '', mark));

/** A YAML config with or without the list `plugins.enabled`. */
export const yamlConfig: fc.Arbitrary<string> = fc
  .record({
    before: fc.uniqueArray(
      fc.constantFrom<string[]>(
        ['model: "x: y"'],
        ['# a note'],
        ['text: |', '  - a', '  enabled: b'],
        ['list:', '- 1', '-  two'],
      ),
      { maxLength: 3 },
    ),
    plugins: fc.constantFrom<string[]>(
      [],
      ['plugins:'],
      ['plugins: # none yet'],
      ['plugins:', '  disabled: [a]'],
      ['plugins:', '    enabled:', '        - a', '        # a note', '        - b # two', '    more: 1'],
      ['plugins:', '  enabled:', '  - a', '  - "b"'],
      ['plugins:', '  enabled: [a, b]'],
      ['plugins:', '  enabled: [ "a" ,]', '  more:', '    - x'],
      ['plugins:', '  enabled: []', '', '# below'],
      ['plugins:', '  enabled:', '  other:', '    deep: 1'],
      ['plugins:', '  enabled: [', '    a,', '    b', '    ]'],
    ),
    after: fc.uniqueArray(
      fc.constantFrom<string[]>(['security:', '  approval:', '    transport: builtin'], ['# the end'], ["on: 'off'"]),
      { maxLength: 2 },
    ),
    ...ends,
  })
  .map(({ before, plugins, after, eol, isEnded, mark }) =>
    joined([...before, ...(plugins.length > 0 ? [plugins] : []), ...after], eol, isEnded ? eol : '', mark),
  );
