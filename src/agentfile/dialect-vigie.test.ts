import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInFiles } from '../../test/agent-registry.ts';
import { readAgentFile } from './dialect.ts';
import { agentFileSchema } from './dialect-vigie.ts';
import { sayMistake } from './mistake.ts';

const read = (text: string, file = 'ralph.toml'): ReturnType<typeof readAgentFile> => readAgentFile(file, text);
const said = (text: string): string[] => read(text).mistakes.map(sayMistake);

describe('a file in Vigie’s dialect', () => {
  it.each(builtInFiles.map(({ stem, file, text, icons }) => ({ stem, file, text, icons })))(
    'of the built-in $stem is sound',
    (built) => {
      expect(readAgentFile(built.file, built.text, built.icons).mistakes).toEqual([]);
    },
  );

  it('is TOML or JSON that says vigie = 1', () => {
    expect(read('vigie = 1\nname = "R"')).toEqual({ dialect: 'vigie', definition: { name: 'R' }, mistakes: [] });
    expect(read('{"vigie":1,"name":"R"}', 'ralph.json')).toEqual({ dialect: 'vigie', definition: { name: 'R' }, mistakes: [] });
    expect(said('vigie = 2')).toEqual(['Line 1, column 9, vigie: 2 is none of 1.']);
    expect(said('name = "R"')).toEqual(['must begin with vigie = 1 (or with min_engine_version, if it is a tma manifest)']);
    expect(read('min_engine_version = "0.1"')).toMatchObject({ dialect: 'tma', definition: undefined });
  });

  it.each([
    ['a table', `[${'a.'.repeat(100_000)}a]`],
    ['a key', `${'a.'.repeat(100_000)}a = 1`],
    ['lists', `a = ${'['.repeat(70)}${']'.repeat(70)}`],
  ])('refuses what is nested deep, without looking for its place: %s', (_, text) => {
    expect(said(`vigie = 1\n${text}`)).toEqual(['Line 1, column 1: is nested deeper than 64 levels']);
  });

  it.each([
    ['keys in TOML', 'ralph.toml', `vigie = 1\n${Array.from({ length: 4_000 }, (_, at) => `k${at} = 1`).join('\n')}`],
    ['keys in JSON', 'ralph.json', `{"vigie":1${Array.from({ length: 4_000 }, (_, at) => `,"k${at}":1`).join('')}}`],
    ['values', 'ralph.json', `{"vigie":1,"events":{${Array.from({ length: 4_000 }, (_, at) => `"k${at}":1`).join(',')}}}`],
    ['keys that stand twice', 'ralph.json', `{"name":"R"${',"name":"R"'.repeat(20_000)}}`],
    ['bad marks', 'ralph.json', `{${"'".repeat(100_000)}`],
  ])('tells the first hundred mistakes at most: %s', (_, file, text) => {
    const { definition, mistakes } = read(text, file);
    expect(definition).toBeUndefined();
    expect(mistakes.length).toBeGreaterThan(0);
    expect(mistakes.length).toBeLessThanOrEqual(100);
  });

  it('takes the whole superset', () => {
    const text = `vigie = 1
aliases = ["ralph-cli"]
adapter = "own"
[identity]
process_names = ["ralph"]
title_patterns = ["^Ralph"]
pid_env = "RALPH_PID"
one_session_per_process = true
[fields]
message = ["$.a", "$.b"]
cwd = []
[events]
Begin = "start"
[[events.Tool]]
when = { "$.kind" = ["a", 1, true], "env.RALPH_MODE" = { not = ["x"] }, "$.text" = { starts = "<" }, "$.gone" = { present = false } }
kind = "needs-you"
reason = "plan"
detail = "my-detail"
each = "$.calls"
fields = { tool = "$.name" }
[[callers]]
agent = "copilot"
when = { "$.timestamp" = { present = true } }
[hooks]
format = "claude-table"
file = ".ralph/settings.json"
time_unit = "ms"
shell = "sh"
stdin = "none"
events = ["Begin", { name = "Tool", since = "2.1", timeout = 3 }]
[rules]
idle_after_ms = 0
screen_expires = ["working"]
[[screen]]
state = "blocked"
region = "tail_lines(12)"
match = { all = [{ contains = "Run?" }, { not = { line_regex = "^#" } }] }
priority = 100
`;
    expect(said(text)).toEqual([]);
  });

  it.each([
    [
      'vigie = 1\n[identity]\nproces_names = []',
      'Line 3, column 1, identity.proces_names: there is no key "proces_names" here. Did you mean "process_names"?',
    ],
    [
      'vigie = 1\n[identity]\npid_env = "a-b"',
      'Line 3, column 11, identity.pid_env: must be the name of an environment variable',
    ],
    ['vigie = 1\naliases = ["OK"]', 'Line 2, column 12, aliases[0]: is no name of an agent'],
    ['vigie = 1\n[fields]\nsesion = "$"', 'Did you mean "session"?'],
    ['vigie = 1\n[fields]\ncwd = ["$.a", "b"]', 'Line 3, column 15, fields.cwd[1]: is no path'],
    ['vigie = 1\n[fields]\ncwd = 5', 'Line 3, column 7, fields.cwd: must be a string or a list, not a number'],
    ['vigie = 1\n[events]\nStop = "don"', 'Line 3, column 8, events.Stop: "don" is no event. Did you mean "done"?'],
    ['vigie = 1\n[events]\nStop = 1', 'Line 3, column 8, events.Stop: must be a string or an object or a list, not a number'],
    [
      'vigie = 1\n[[events.Stop]]\nkind = "done"\n[[events.Stop]]\nkynd = "end"',
      'Line 5, column 1, events.Stop[1].kynd: there is no key "kynd" here. Did you mean "kind"?',
    ],
    [
      'vigie = 1\n[[events.Stop]]\nkind = "idel"\n',
      'Line 3, column 8, events.Stop[0].kind: "idel" is no event. Did you mean "idle"?',
    ],
    ['vigie = 1\n[[events.Stop]]\nwhen = { "$.a" = { strats = "x" } }\nkind = "idle"', 'Did you mean "starts"?'],
    ['vigie = 1\n[[events.Stop]]\nwhen = { "a.b" = 1 }\nkind = "idle"', 'is no path'],
    ['vigie = 1\nevents.Stop = { kind = "needs-you", reason = "why" }', 'events.Stop.reason: "why" is none of'],
    [
      'vigie = 1\n[hooks]\nformat = "own-file"\nfile = "x"\nevents = [{ name = "a", since = "new" }]',
      'hooks.events[0].since: must be a version',
    ],
    ['vigie = 1\n[rules]\nidle_after_ms = -1', 'rules.idle_after_ms: must be 0 or more'],
    ['vigie = 1\n[rules]\nidle_after_ms = 1.5', 'rules.idle_after_ms: must be a whole number, not a number'],
    [
      'vigie = 1\n[[screen]]\nstate = "busy"\nregion = "top"\nmatch = { contain = "a" }',
      'Line 5, column 11, screen[0].match.contain: there is no key "contain" here. Did you mean "contains"?',
    ],
    [
      'vigie = 1\n[[screen]]\nstate = "busy"\nregion = "top"\nmatch = {}',
      'screen[0].region: must be title, visible, tail_lines(N)',
    ],
    ['vigie = 1\nname = "a', 'Line 2, column'],
    ['vigie = 1\nname = "a"\nname = "b"', 'Line 3, column'],
  ])('is refused for a mistake, with its place: %j', (text, mistake) => {
    const reading = read(text);
    expect(reading.definition).toBeUndefined();
    expect(said(text).join('\n')).toContain(mistake);
  });

  it('has a JSON Schema that is published as it is', async () => {
    const file = join(import.meta.dirname, '../../docs/agent-file.schema.json');
    await expect(`${JSON.stringify(agentFileSchema(), null, 2)}\n`).toMatchFileSnapshot(file);
  });
});
