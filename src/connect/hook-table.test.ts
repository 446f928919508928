import { describe, expect, it } from 'vitest';
import type { Format, Hook, OwnCommand } from './format.ts';
import type { Json } from './json-document.ts';
import { hookTable, tableShape } from './hook-table.ts';

const own: OwnCommand = (command) => (command.startsWith('ours ') ? { launcher: '/bin/vigie-hook' } : undefined);
const hook = (event: string, matcher?: string): Hook => ({ event, command: `ours ${event}`, timeout: 5, matcher });
const hooks = ['Start', 'Stop', 'Tool'].map((event) => hook(event));
const claude = hookTable(tableShape({ format: 'claude-table' }), hooks, own);
const jsonc = hookTable(tableShape({ format: 'claude-table', comments: true }), hooks, own);
const text = (result: ReturnType<Format['put']>): string => {
  if (typeof result !== 'string') throw new Error(result.refused);
  return result;
};
const connected = (before: string, format: Format = claude): string =>
  text(format.put(text(format.without(before, '')), format.events));
const handler = (event: string): Json => ({ type: 'command', command: `ours ${event}`, timeout: 5 });

describe('a table of hooks', () => {
  it('is made where there is none, and goes again', () => {
    const before = '{\n  "theme": "dark"\n}\n';
    const after = connected(before, jsonc);
    expect(JSON.parse(after)).toEqual({
      theme: 'dark',
      hooks: {
        Start: [{ hooks: [handler('Start')] }],
        Stop: [{ hooks: [handler('Stop')] }],
        Tool: [{ hooks: [handler('Tool')] }],
      },
    });
    expect(jsonc.without(after, before)).toBe(before);
    expect(jsonc.find(after)).toEqual(
      ['Start', 'Stop', 'Tool'].map((event) => ({ event, launcher: '/bin/vigie-hook', isCurrent: true })),
    );
  });

  it('stands behind the hooks of others, also where one of ours got into their group', () => {
    const theirs = { type: 'command', command: 'theirs' };
    const before = JSON.stringify({ hooks: { Stop: [{ hooks: [theirs, { type: 'command', command: 'ours old' }] }] } }, null, 4);
    expect(claude.find(before)).toEqual([{ event: 'Stop', launcher: '/bin/vigie-hook', isCurrent: false }]);
    const after = JSON.parse(connected(before)) as { hooks: { Stop: Json[] } };
    expect(after.hooks.Stop).toEqual([{ hooks: [theirs] }, { hooks: [handler('Stop')] }]);
  });

  it('holds each hook once, however often one connects', () => {
    expect(claude.find(connected(connected('{ "hooks": { "Stop": [] } }\n')))).toHaveLength(3);
  });

  it('leaves the empty table and lists that stood there before', () => {
    for (const before of ['{"hooks":{"Stop":[]}}', '{"hooks":{}}', '{"hooks":{"Stop":[],"Other":[]}}'])
      expect(JSON.parse(text(claude.without(connected(before), before)))).toEqual(JSON.parse(before));
  });

  it('holds only the hooks that are asked for', () => {
    expect(JSON.parse(text(claude.put('', ['Stop'])))).toEqual({ hooks: { Stop: [{ hooks: [handler('Stop')] }] } });
  });

  it('tells a hook that was changed', () => {
    const after = connected('').replace('"timeout": 5', '"timeout": 6');
    expect(claude.find(after)).toMatchObject([{ isCurrent: false }, { isCurrent: true }, { isCurrent: true }]);
  });

  it.each(['{"hooks":[]}', '{"hooks":{"Stop":{}}}', '[]', '{"hooks":', '{"a":1,}', '{"hooks":null}'])('refuses %s', (before) =>
    expect(claude.put(before, claude.events)).toHaveProperty('refused'),
  );

  it('tells what is blank from what is not', () => {
    expect(['', '{}', ' {\n}', '{"hooks":{}}'].map((before) => jsonc.isBlank(before))).toEqual([true, true, true, true]);
    expect(['{"a":1}', '{ /* mine */ }', '[]', '{'].map((before) => jsonc.isBlank(before))).toEqual([false, false, false, false]);
  });
});

describe('the shapes', () => {
  const shown = (file: Parameters<typeof tableShape>[0], ...some: Hook[]): Json =>
    JSON.parse(
      text(
        hookTable(tableShape(file), some, own).put(
          '',
          some.map(({ event }) => event),
        ),
      ),
    ) as Json;

  it.each<[string, Parameters<typeof tableShape>[0], Hook, Json]>([
    [
      'claude-table with a matcher and a name',
      { format: 'claude-table', handler: { name: 'vigie-{event}' } },
      hook('Tool', '*'),
      { hooks: { Tool: [{ matcher: '*', hooks: [{ type: 'command', name: 'vigie-Tool', command: 'ours Tool', timeout: 5 }] }] } },
    ],
    [
      'flat-table',
      { format: 'flat-table' },
      hook('stop'),
      { version: 1, hooks: { stop: [{ command: 'ours stop', timeout: 5 }] } },
    ],
    [
      'own-file',
      { format: 'own-file' },
      hook('stop'),
      { version: 1, hooks: { stop: [{ type: 'command', bash: 'ours stop', timeoutSec: 5 }] } },
    ],
    [
      'group-table, an event of tools',
      { format: 'group-table' },
      hook('Tool', '*'),
      { vigie: { Tool: [{ matcher: '*', hooks: [handler('Tool')] }] } },
    ],
    ['group-table, another event', { format: 'group-table' }, hook('Stop'), { vigie: { Stop: [handler('Stop')] } }],
    [
      'what a new file needs beside it',
      { format: 'claude-table', beside: { schema_version: 1 } },
      hook('Stop'),
      { schema_version: 1, hooks: { Stop: [{ hooks: [handler('Stop')] }] } },
    ],
  ])('%s', (_, file, one, expected) => expect(shown(file, one)).toEqual(expected));

  it('brings what its owner needs beside it into a new or empty file only', () => {
    const flat = hookTable(tableShape({ format: 'flat-table' }), hooks, own);
    expect(JSON.parse(connected('{}', flat))).toMatchObject({ version: 1 });
    expect(JSON.parse(connected('{"version":3}', flat))).toMatchObject({ version: 3 });
    expect(JSON.parse(connected('{"a":3}', flat))).not.toHaveProperty('version');
  });

  it('leaves alone what stands under our key and is not ours', () => {
    const group = hookTable(tableShape({ format: 'group-table' }), [hook('Stop')], own);
    const before = '{"vigie":{"enabled":false,"Stop":[{"type":"command","command":"theirs"}]}}';
    const after = connected(before, group);
    expect(JSON.parse(after)).toEqual({
      vigie: { enabled: false, Stop: [{ type: 'command', command: 'theirs' }, handler('Stop')] },
    });
    expect(group.without(after, before)).toBe(before);
  });
});
