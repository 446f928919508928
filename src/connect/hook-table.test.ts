import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hook, TableShape } from './hook-table.ts';
import { claudeTable, flatTable, hooksOf, withHooks, withoutHooks } from './hook-table.ts';
import type { Json } from './json-document.ts';
import { readJson } from './json-document.ts';

const isOurs = (command: string) => command.startsWith('ours ');
const hooks: Hook[] = ['Start', 'Stop', 'Tool'].map((event) => ({ event, command: `ours ${event}`, timeout: 5 }));
const text = (result: ReturnType<typeof withHooks>): string => {
  if (typeof result !== 'string') throw new Error(result.refused);
  return result;
};
const connected = (before: string, shape: TableShape = claudeTable(true)) =>
  text(withHooks(text(withoutHooks(before, shape, isOurs)), shape, hooks));

describe('a table of hooks', () => {
  it('is made where there is none, and goes again', () => {
    const before = '{\n  "theme": "dark"\n}\n';
    const after = connected(before);
    expect(JSON.parse(after)).toEqual({
      theme: 'dark',
      hooks: {
        Start: [{ hooks: [{ type: 'command', command: 'ours Start', timeout: 5 }] }],
        Stop: [{ hooks: [{ type: 'command', command: 'ours Stop', timeout: 5 }] }],
        Tool: [{ hooks: [{ type: 'command', command: 'ours Tool', timeout: 5 }] }],
      },
    });
    expect(text(withoutHooks(after, claudeTable(), isOurs))).toBe(before);
  });

  it('stands behind the hooks of others, also where one of ours got into their group', () => {
    const theirs = { type: 'command', command: 'theirs' };
    const before = JSON.stringify({ hooks: { Stop: [{ hooks: [theirs, { type: 'command', command: 'ours old' }] }] } }, null, 4);
    const after = JSON.parse(connected(before)) as { hooks: { Stop: Json[] } };
    expect(after.hooks.Stop).toEqual([{ hooks: [theirs] }, { hooks: [{ type: 'command', command: 'ours Stop', timeout: 5 }] }]);
  });

  it('holds each hook once, however often one connects', () => {
    const document = readJson(connected(connected('{ "hooks": { "Stop": [] } }\n')), { comments: false });
    expect(
      'refused' in document
        ? []
        : hooksOf(document, claudeTable(), isOurs)
            .map((hook) => hook.event)
            .sort(),
    ).toEqual(['Start', 'Stop', 'Tool']);
  });

  it('brings what its owner needs beside it into a new file only', () => {
    expect(JSON.parse(text(withHooks('', flatTable(), hooks.slice(0, 1))))).toEqual({
      version: 1,
      hooks: { Start: [{ command: 'ours Start', timeout: 5 }] },
    });
    expect(JSON.parse(text(withHooks('{"version":3}', flatTable(), hooks.slice(0, 1))))).toMatchObject({ version: 3 });
  });

  it.each([['{"hooks":[]}'], ['{"hooks":{"Stop":{}}}'], ['[]'], ['{"hooks":'], ['{"a":1,}']])('refuses %s', (before) =>
    expect(withHooks(before, claudeTable(), hooks)).toHaveProperty('refused'),
  );
});

const command = fc.constantFrom('theirs', 'ours old', 'notify-send "ours"');
const group = fc.record({
  matcher: fc.option(fc.constant('Bash'), { nil: undefined }),
  hooks: fc.array(
    command.map((text): Json => ({ type: 'command', command: text })),
    { minLength: 1, maxLength: 3 },
  ),
});
const config = fc.record({
  theme: fc.constant('dark'),
  hooks: fc.dictionary(fc.constantFrom('Stop', 'Start', 'Other'), fc.array(group, { minLength: 1, maxLength: 3 }), {
    minKeys: 1,
    maxKeys: 3,
  }),
});

describe('whatever stands in the table', () => {
  it('connecting and disconnecting leaves the hooks of others as they were', () =>
    fc.assert(
      fc.property(config, fc.constantFrom(undefined, 2, '\t'), (json, unit) => {
        const before = JSON.stringify(json, null, unit);
        const bare = text(withoutHooks(before, claudeTable(), isOurs));
        const after = connected(before);
        const document = readJson(after, { comments: false });
        expect(
          'refused' in document
            ? []
            : hooksOf(document, claudeTable(), isOurs)
                .map((hook) => hook.command)
                .sort(),
        ).toEqual(['ours Start', 'ours Stop', 'ours Tool']);
        expect(JSON.parse(text(withoutHooks(after, claudeTable(), isOurs)))).toEqual(JSON.parse(bare));
        expect(bare.match(/theirs|notify-send/gu)).toEqual(before.match(/theirs|notify-send/gu));
        expect(bare).not.toContain('ours old');
      }),
      { numRuns: 300 },
    ));
});
