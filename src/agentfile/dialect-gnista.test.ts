import { describe, expect, it } from 'vitest';
import { readAgentFile } from './dialect.ts';
import { sayMistake } from './mistake.ts';

const read = (value: unknown, icons: Record<string, number> = {}): ReturnType<typeof readAgentFile> =>
  readAgentFile('ralph.json', typeof value === 'string' ? value : JSON.stringify(value), icons);
const said = (value: unknown, icons?: Record<string, number>): string[] => read(value, icons).mistakes.map(sayMistake);

const pageExample1 = `{
  "name": "Ralph",
  "icon": "ralph.svg",
  "fields": {
    "session": "$.conversation_id",
    "event": "$.hook_event_name",
    "cwd": "$.workspace_roots[0]",
    "tool": "$.tool.name"
  },
  "events": {
    "beforeSubmitPrompt": "prompt",
    "afterToolUse": "tool-done",
    "stop": "done",
    "heartbeat": "ignore"
  },
  "host": "com.example.Ralph",
  "jump": { "url": "ralph://open?session={session}" },
  "doneAfterTools": ["attempt_completion"]
}
`;

const pageExample2 = {
  version: 2,
  name: 'Ralph',
  colour: '#2EB872',
  adapter: 'claude-style',
  hooks: {
    format: 'claude-table',
    file: '.ralph/settings.json',
    events: ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PermissionRequest', 'Stop', 'SessionEnd'],
    timeout: 5,
  },
  approvals: 'plain',
  details: 'claude',
};

describe('a Gnista file', () => {
  it('of the page is read as it stands, with or without its icon', () => {
    const { dialect, definition, mistakes } = read(pageExample1);
    expect(mistakes).toEqual([]);
    expect(dialect).toBe('gnista');
    expect(definition).toMatchObject({ name: 'Ralph', host: 'com.example.Ralph', done_after_tools: ['attempt_completion'] });
    expect(read(pageExample1, { 'ralph.svg': 64 * 1024 }).definition).toBeDefined();
    expect(read(pageExample2).definition).toMatchObject({ colour: '#2EB872', approvals: 'plain', hooks: { timeout: 5 } });
  });

  it('may be empty, say version 1, begin with a byte order mark and end its lines with CRLF', () => {
    expect(read('{}').definition).toEqual({});
    expect(read({ version: 1 }).definition).toEqual({});
    expect(read(`\uFEFF${pageExample1.replaceAll('\n', '\r\n')}`).definition?.name).toBe('Ralph');
  });

  it('may spell events as it likes', () => {
    expect(read({ events: { ask: 'NeedsYou', stop: 'TOOL_DONE', beat: 'Ignore' } }).mistakes).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a list', '[]', 'Line 1, column 1: must be an object, not a list'],
    ['a text', '"x"', 'Line 1, column 1: must be an object, not a string'],
    ['an unknown key', '{\n  "nmae": "x"\n}', 'Line 2, column 3, nmae: there is no key "nmae" here. Did you mean "name"?'],
    [
      'an unknown key inside',
      '{"fields":{"sesion":"$.a"}}',
      'Line 1, column 12, fields.sesion: there is no key "sesion" here. Did you mean "session"?',
    ],
    ['an unknown key in jump', { jump: { url: 'a://b', uri: 1 } }, 'there is no key "uri" here. Did you mean "url"?'],
    ['an unknown key in hooks', { ...pageExample2, hooks: { ...pageExample2.hooks, timeot: 1 } }, 'Did you mean "timeout"?'],
    ['a key of version 2', { colour: '#000000' }, 'there is no key "colour" here. It needs "version": 2 in the file.'],
    ['a field that is none', { fields: { tool_use_id: '$.a' } }, 'there is no key "tool_use_id" here.'],
    ['version 3', { version: 3 }, 'version: 3 is none of 1, 2.'],
    ['version "1"', { version: '1' }, 'version: "1" is none of 1, 2.'],
    ['an empty name', { name: '' }, 'name: may not be empty'],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, 'name: may not be longer than 64'],
    ['a name over two lines', { name: 'a\nb' }, 'name: may not hold control characters'],
    ['a name that is a number', { name: 5 }, 'name: must be a string, not a number'],
    ['a name that is null', { name: null }, 'name: must be a string, not null'],
    ['a path that is none', { fields: { cwd: '$.a[*]' } }, 'fields.cwd: is no path'],
    ['a list of paths', { fields: { cwd: ['$.a'] } }, 'fields.cwd: must be a string, not a list'],
    [
      'an event that is none',
      '{"events":{"stop":"strat"}}',
      'Line 1, column 19, events.stop: "strat" is no event. Did you mean "start"?',
    ],
    ['an event from surfaces', { events: { a: 'seen' } }, '"seen" is no event.'],
    ['a person’s answer', { events: { a: 'answered' } }, '"answered" is no event.'],
    ['an event that is a list', { events: { a: ['done'] } }, 'events.a: must be a string, not a list'],
    ['events that are a list', { events: ['done'] }, 'events: must be an object, not a list'],
    ['an icon elsewhere', { icon: '../ralph.svg' }, 'icon: must be the name of an .svg file beside this one'],
    ['an icon of another kind', { icon: 'ralph.png' }, 'icon: must be the name of an .svg file'],
    ['a hidden icon', { icon: '.svg' }, 'icon: must be the name of an .svg file'],
    ['an empty host', { host: '' }, 'host: may not be empty'],
    ['a jump rule without URL', { jump: {} }, 'jump.url: is missing'],
    ['a jump rule that runs code', { jump: { url: 'JavaScript:x' } }, 'jump.url: may not open "javascript:" addresses'],
    ['a jump rule with an unknown marker', { jump: { url: 'a://b?{c}' } }, 'jump.url: has a marker that there is not: {c}'],
    ['tools that are a text', { doneAfterTools: 'x' }, 'doneAfterTools: must be a list, not a string'],
    ['tools that are numbers', { doneAfterTools: ['x', 1] }, 'doneAfterTools[1]: must be a string, not a number'],
    ['a colour by name', { ...pageExample2, colour: 'green' }, 'colour: must be "#RRGGBB"'],
    ['an adapter that is none', { ...pageExample2, adapter: 'claude-stile' }, 'Did you mean "claude-style"?'],
    ['an adapter of our own', { ...pageExample2, adapter: 'own' }, 'adapter: "own" is none of'],
    [
      'a format that is none',
      { ...pageExample2, hooks: { ...pageExample2.hooks, format: 'table' } },
      'hooks.format: "table" is none of',
    ],
    ['hooks without a file', { version: 2, hooks: { format: 'own-file', events: ['a'] } }, 'hooks.file: is missing'],
    [
      'a file outside of home',
      { ...pageExample2, hooks: { ...pageExample2.hooks, file: '/etc/x' } },
      'hooks.file: must be a path relative to the home',
    ],
    [
      'a file above home',
      { ...pageExample2, hooks: { ...pageExample2.hooks, file: 'a/../../x' } },
      'hooks.file: must be a path relative',
    ],
    ['no events', { ...pageExample2, hooks: { ...pageExample2.hooks, events: [] } }, 'hooks.events: may not be empty'],
    ['a timeout of 0', { ...pageExample2, hooks: { ...pageExample2.hooks, timeout: 0 } }, 'hooks.timeout: must be more than 0'],
    ['approvals that are none', { ...pageExample2, approvals: 'all' }, 'approvals: "all" is none of "none", "plain", "full".'],
    ['details that are none', { ...pageExample2, details: 'claud' }, 'Did you mean "claude"?'],
    ['a comment', '{\n  // Ralph\n  "name": "Ralph"\n}', 'Line 2, column 3: JSON takes no comments'],
    ['a trailing comma', '{"name": "Ralph",}', 'Line 1, column 18: '],
    ['a key twice', '{"name":"a",\n "name":"b"}', 'Line 2, column 2, name: stands twice'],
    ['a key twice inside', '{"events":{"a":"done","\\u0061":"end"}}', 'Line 1, column 23, events.a: stands twice'],
    ['two objects', '{} {}', 'Line 1, column 4: the file should end here'],
    ['an unclosed text', '{"name": "x', 'this text lacks its closing double quote'],
    ['single quotes', "{'name': 'x'}", 'JSON'],
    ['nothing', '', 'Line 1, column 1: '],
    ['deep nesting', '['.repeat(100_000), 'is nested deeper than 64 levels'],
  ])('with %s is refused', (_, value, mistake) => {
    const { definition } = read(value);
    expect(definition).toBeUndefined();
    expect(said(value).join('\n')).toContain(mistake);
  });

  it('tells every mistake there is, in the order of the file', () => {
    const text =
      '{\n  "nmae": 1,\n  "fields": { "cwd": "a", "x": "$" },\n  "events": { "b": "don", "c": 1 },\n  "jump": { "url": "file:x" }\n}';
    expect(said(text)).toEqual([
      'Line 2, column 3, nmae: there is no key "nmae" here. Did you mean "name"?',
      expect.stringMatching(/^Line 3, column 22, fields\.cwd: is no path/u),
      'Line 3, column 27, fields.x: there is no key "x" here.',
      'Line 4, column 20, events.b: "don" is no event. Did you mean "done"?',
      'Line 4, column 32, events.c: must be a string, not a number',
      expect.stringMatching(/^Line 5, column 20, jump\.url: may not open "file:"/u),
    ]);
  });

  it('may be 1,048,576 bytes long, but not a byte longer', () => {
    const padded = (bytes: number): string => `{"name":"R"${' '.repeat(bytes - 12)}}`;
    expect(read(padded(1_048_576)).definition).toEqual({ name: 'R' });
    expect(said(padded(1_048_577))).toEqual(['is 1048577 bytes long; at most 1048576 are read']);
  });

  it('may have an icon of 64 KiB, but not a byte more', () => {
    expect(said('{\n"icon":"r.svg"}', { 'r.svg': 64 * 1024 + 1 })).toEqual([
      'Line 2, column 8, icon: r.svg is 65537 bytes long; at most 65536 are shown',
    ]);
  });
});
