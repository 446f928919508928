// Verbs on a real terminal: as wide as it is, in colour, and given back as it was.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Terminal } from '../agents/terminal.ts';
import { openTerminal } from '../agents/terminal.ts';
import { configure, program, pushAsked, tell, vigie } from './vigie-program.ts';

const folder = process.env.VIGIE_TEST_FOLDER ?? '';
let terminal: Terminal;

beforeAll(async () => {
  configure();
  await vigie(['ls']);
  await tell('tty-1', 'SessionStart', ['UserPromptSubmit', { prompt: `Count ${'gull '.repeat(60)}` }], pushAsked);
});
afterEach(() => terminal.close());
afterAll(() => vigie(['down']));

/** A shell in which `v` is our program. */
const openShell = async (): Promise<void> => {
  const { PATH = '', HOME = '', VIGIE_HOME = '' } = process.env;
  const rc = join(folder, 'bashrc');
  writeFileSync(rc, `PS1='ready> '\nv() { '${process.execPath}' '${program}' "$@"; }\n`);
  terminal = await openTerminal({
    folder,
    cwd: folder,
    env: { PATH, HOME, VIGIE_HOME },
    command: ['bash', '--rcfile', rc, '-i'],
  });
  await terminal.until(/ready>/u);
};

const run = async (line: string): Promise<void> => {
  await terminal.type(line);
  await terminal.press('Enter');
};

describe('ls', () => {
  it('takes one line per session, whatever the agent wrote', async () => {
    await openShell();
    await run('v ls');
    const [, row = ''] = await terminal.until(/^(blocked +tty-.*)\n/mu);
    expect(row).toMatch(/^blocked +tty- +Claude +Count gull.*… +permission: Bash git push +harbor-api +\d+s$/u);
  });
});

describe('watch', () => {
  it('shows what changes, stops and goes on with its job, and gives the screen back', async () => {
    await openShell();
    await run('v watch');
    await terminal.until(/^1 blocked\n\nSTATE +SESSION/u);
    expect(await terminal.screen()).not.toContain('ready>');
    await tell('tty-1', ['Stop', { last_assistant_message: '14 gulls.' }]);
    await terminal.until(/^1 done\n\nSTATE.*\ndone .* 14 gulls\./u);
    await terminal.press('C-z');
    await terminal.until(/Stopped/u);
    expect(await terminal.screen()).not.toContain('14 gulls');
    await run('fg');
    await terminal.until(/^1 done\n\nSTATE/u);
    await terminal.press('C-c');
    await terminal.until(/ready> v watch[^]*ready> *\n*$/u);
    expect(await terminal.screen()).not.toContain('14 gulls');
  });
});
