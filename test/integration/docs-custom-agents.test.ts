// docs/custom-agents.md: each file in it is read, each command run in order by a shell, and what it is said to print is what it prints.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAgentFile } from '../../src/agentfile/dialect.ts';
import { customEvents } from '../../src/agentfile/event-target.ts';
import { customFields } from '../../src/agentfile/field.ts';
import { openClient } from '../../src/api/client.ts';
import { pathsFor, surroundings } from '../../src/host/folders.ts';
import { vigie } from './vigie-program.ts';

const doc = readFileSync(join(import.meta.dirname, '../../docs/custom-agents.md'), 'utf8');

interface Block {
  language: string;
  /** Name of the file that it is, if it is one. */
  file: string;
  text: string;
}
const blocks: Block[] = [...doc.matchAll(/^```(\w+) ?(.*)\n([^]*?)^```$/gmu)].map(
  ([, language = '', file = '', written = '']) => ({
    language,
    file,
    text: written,
  }),
);

// As a reader has it: no home of Vigie's own, everything below the home folder.
delete process.env.VIGIE_HOME;
const paths = pathsFor(surroundings());

const shell = async (line: string): Promise<{ status: number | null; said: string }> => {
  const { PATH, ...env } = process.env;
  const child = spawn('/bin/sh', ['-ec', `exec 2>&1\n${line}`], {
    env: { ...env, PATH: `${paths.bin}:${PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { said: await text(child.stdout), status: await ended };
};

/** What is neither a list of sessions nor the path of something that was written. */
const complaintsIn = (said: string): string => said.replace(/^(?:STATE|blocked|\/).*\n/gmu, '');

const column = (heading: string): string[] => {
  const section = doc.slice(doc.indexOf(`\n## ${heading}\n`)).split(/\n## /u)[1] ?? '';
  return [...section.matchAll(/^\| `([\w-]+)` \|/gmu)].flatMap(([, name]) => name ?? []);
};

describe('the tables', () => {
  it('have every field, and every event', () => {
    expect(column('Fields')).toEqual([...customFields]);
    expect(column('Events')).toEqual(customEvents);
  });
});

const files = blocks.filter(({ file }) => file !== '');

describe('the files', () => {
  it.each(files)('$file has no mistake', ({ file, text: written }) => {
    expect(readAgentFile(file, written).mistakes).toEqual([]);
  });
});

describe('the commands', () => {
  beforeAll(async () => {
    mkdirSync(paths.config, { recursive: true, mode: 0o700 });
    writeFileSync(paths.configFile, '[page]\nport = 0\n');
    mkdirSync(paths.agents, { recursive: true, mode: 0o700 });
    // The reader writes the files that are shown before what is run on them.
    for (const { file, text: written } of files) if (file !== 'ralph.toml') writeFileSync(join(paths.agents, file), written);
    await vigie(['up', '--detach']);
  });
  afterAll(async () => {
    await vigie(['down']);
  });

  it('run one after the other, and print what they are said to print', async () => {
    const client = openClient(paths);
    const session = async (id: string) => (await client.snapshot()).sessions.find((one) => one.id === id);
    const states: (string | undefined)[] = [];
    const [shown, told]: [unknown[], unknown[]] = [[], []];
    for (const [at, { language, file, text: line }] of blocks.entries()) {
      if (file === 'ralph.toml') writeFileSync(join(paths.agents, file), line);
      if (language !== 'sh') continue;
      const { status, said } = await shell(line);
      const meant = blocks[at + 1]?.language === 'text' ? blocks[at + 1]?.text : undefined;
      shown.push([line, status, meant === undefined ? complaintsIn(said) : said]);
      told.push([line, 0, meant ?? '']);
      states.push((await session('ralph:demo'))?.state);
    }
    expect(shown).toEqual(told);
    expect(states.slice(0, 4)).toEqual(['blocked', undefined, undefined, 'idle']);
    expect((await client.snapshot()).sessions.map(({ agent }) => agent).toSorted()).toEqual([
      'build',
      'deploy',
      'osprey',
      'ralph',
    ]);
    const { agents } = await client.agents();
    expect(agents.filter(({ used, origin }) => used && origin !== 'built-in').map(({ id }) => id)).toEqual([
      'heron',
      'loop',
      'ralph',
    ]);
    expect(readFileSync(paths.configFile, 'utf8')).toContain('[agents.ralph]\nidle_after = "30m"');
  });
});
