// Whatever a config looks like: connected it is valid for another parser and holds ours once; disconnected it is what it was, byte for byte.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { hookCommand } from '../agentfile/hook-lines.ts';
import type { Backups } from './backups.ts';
import { hashOf } from './backups.ts';
import { jsonConfig, runs, tomlConfig, yamlConfig } from './config-text.fixture.ts';
import type { Format, OwnCommand } from './format.ts';
import { parseHookCommand } from './hook-command.ts';
import { hookTable, tableShape } from './hook-table.ts';
import type { Entry } from './ledger.ts';
import type { Placement, Plan } from './plan.ts';
import { planFor } from './plan.ts';
import { tomlProgram } from './toml-program.ts';
import { tomlTables } from './toml-tables.ts';
import { yamlList } from './yaml-list.ts';

const folder = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', "it's ünder $HOME "));
const launcher = join(folder, 'bin', 'vigie-hook');
const own: OwnCommand = (command) => {
  const parsed = parseHookCommand(command);
  return parsed?.agent === 'claude' ? parsed : undefined;
};
const hooksAt = (path: string) =>
  ['Start', 'Stop', 'Tool'].map((event) => ({
    event,
    command: hookCommand({}, 'claude', event, path),
    timeout: 5,
    matcher: undefined,
  }));

/** Without comments and trailing commas, by other means than the parser's. */
const bareJson = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (_, string?: string) => string ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/gu, (_, string?: string) => string ?? '');
const readJson = (text: string): unknown => (text.trim() === '' ? {} : JSON.parse(bareJson(text)));

const pythonToml = `
import json, sys, tomllib
print(json.dumps([tomllib.loads(text) for text in json.load(sys.stdin)], default=str))`;
const hasPythonToml = spawnSync('python3', ['-c', 'import tomllib']).status === 0;

interface Kind {
  format: (path: string) => Format;
  config: fc.Arbitrary<string>;
  /** The second parser; undefined where another test asks it. */
  read: ((text: string) => unknown) | undefined;
}
const table = (file: Parameters<typeof tableShape>[0]): Kind => {
  const shape = tableShape(file);
  const timeout = file.format === 'own-file' ? 'timeoutSec' : 'timeout';
  return {
    format: (path) => hookTable(shape, hooksAt(path), own),
    config: jsonConfig({ command: shape.command, timeout, group: shape.group, table: shape.table, comments: shape.comments }),
    read: shape.comments ? readJson : (text) => (text.trim() === '' ? {} : JSON.parse(text)),
  };
};

const kinds: [string, Kind][] = [
  ['claude-table', table({ format: 'claude-table' })],
  ['claude-table with comments', table({ format: 'claude-table', comments: true, handler: { name: 'vigie-{event}' } })],
  ['flat-table', table({ format: 'flat-table' })],
  ['own-file', table({ format: 'own-file' })],
  ['group-table', table({ format: 'group-table' })],
  ['toml-tables', { format: (path) => tomlTables(hooksAt(path), own), config: tomlConfig, read: undefined }],
  [
    'toml-program',
    {
      format: (path) => tomlProgram('notify', [path, 'claude', 'done'], ([, , ...rest]) => rest[0] === 'done'),
      config: tomlConfig,
      read: undefined,
    },
  ],
  [
    'yaml-list',
    {
      format: () => yamlList('plugins.enabled', 'vigie'),
      config: yamlConfig,
      read: (text) => (/^[^#\s]/mu.test(text) ? load(text) : {}),
    },
  ],
];

const mark = /^\uFEFF/u;
const file = join(folder, 'config');
const placementFor = (format: Format): Placement => ({
  agent: 'claude',
  file,
  part: 'x',
  project: undefined,
  format,
  mode: 0o600,
  isOwn: false,
});

/** Backups that need no disk. */
const memory = (): Backups => {
  const kept = new Map<string, Buffer>();
  return {
    pathOf: (hash) => hash,
    keep: (bytes) => {
      kept.set(hashOf(bytes), bytes);
      return hashOf(bytes);
    },
    read: (hash) => kept.get(hash),
    prune: () => undefined,
  };
};

const planned = (format: Format, isWanted: boolean, entry: Entry | undefined, backups: Backups): Plan => {
  const plan = planFor(placementFor(format), { isWanted, allEvents: false }, entry, backups);
  if ('refused' in plan) throw new Error(plan.refused);
  return plan;
};

const entryOf = ({ after, bare, events, declined }: Plan, backups: Backups): Entry => ({
  agent: 'claude',
  file,
  part: 'x',
  after: after ? [hashOf(after)] : [],
  bare: bare ? backups.keep(bare, 0o600) : null,
  folders: [],
  events,
  declined,
  at_ms: 0,
});

const connect = (format: Format, before: string): { text: string; entry: Entry; backups: Backups } => {
  writeFileSync(file, before);
  const backups = memory();
  const plan = planned(format, true, undefined, backups);
  writeFileSync(file, plan.after ?? '');
  return { text: plan.after?.toString() ?? '', entry: entryOf(plan, backups), backups };
};

/** Events of the hooks in a text that are as we would put them there now. */
const currentIn = (format: Format, text: string): string[] => {
  const found = format.find(text);
  return 'refused' in found ? [found.refused] : found.flatMap(({ event, isCurrent }) => (isCurrent ? [event] : [])).toSorted();
};

describe.each(kinds)('%s', (name, { format, config, read }) => {
  const ours = format(launcher);

  it('gives the same bytes back, and is valid in between', () =>
    fc.assert(
      fc.property(config, (before) => {
        if (name === 'toml-program' && /^notify/mu.test(before)) return;
        const { text, entry, backups } = connect(ours, before);
        const plain = text.replace(mark, '');
        expect(currentIn(ours, plain)).toEqual(ours.events.toSorted());
        read?.(plain);
        // Once more is once.
        expect(planned(ours, true, entry, backups).after?.toString()).toBe(text);
        expect(planned(ours, false, entry, backups).after?.toString()).toBe(before);
        // Of a file that was changed since, or by one who has lost the ledger, only our own goes.
        const bare = planned(ours, false, undefined, backups).after?.toString().replace(mark, '') ?? '';
        expect(ours.find(bare)).toEqual([]);
        expect(ours.foreign(bare)).toEqual(ours.foreign(before.replace(mark, '')));
        read?.(bare);
      }),
      { numRuns: runs },
    ));

  it('replaces what calls another launcher, and goes back to the same bytes all the same', () => {
    const elsewhere = format('/old place/vigie-hook');
    fc.assert(
      fc.property(config, (before) => {
        const first = connect(elsewhere, before);
        const plan = planned(ours, true, first.entry, first.backups);
        writeFileSync(file, plan.after ?? '');
        expect(plan.after?.toString()).toBe(connect(ours, before).text);
        expect(planned(ours, false, entryOf(plan, first.backups), first.backups).after?.toString()).toBe(before);
      }),
      { numRuns: Math.ceil(runs / 3) },
    );
  });
});

describe.runIf(hasPythonToml)('TOML as Python reads it', () => {
  it.each(kinds.filter(([name]) => name.startsWith('toml')))('%s', (_, { format, config }) => {
    const ours = format(launcher);
    const before = fc.sample(config, runs);
    const after = before.map((text) => connect(ours, text).text);
    const both = [before, after].map((texts) => {
      const input = JSON.stringify(texts.map((text) => text.replace(mark, '')));
      return JSON.parse(execFileSync('python3', ['-c', pythonToml], { input, maxBuffer: 1 << 28 }).toString()) as {
        hooks?: { command: string }[];
        notify?: string[];
      }[];
    });
    const theirs = both[1]?.map(({ hooks, notify, ...rest }) => {
      expect(notify === undefined || notify[0] === launcher).toBe(true);
      const kept = hooks?.filter(({ command }) => !own(command)) ?? [];
      return kept.length > 0 ? { ...rest, hooks: kept } : rest;
    });
    expect(theirs).toEqual(both[0]);
  });
});
