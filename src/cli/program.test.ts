import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../host/package-root.ts';
import { widthOf } from './columns.ts';
import { helpPage, manual } from './help.ts';
import { plain } from './paint.ts';
import { allVerbs, findVerb, runProgram, verbs } from './program.ts';
import { fakeTerminal } from './terminal.fixture.ts';

const run = async (...words: string[]) => {
  const terminal = fakeTerminal();
  const status = await runProgram(words, terminal);
  return { status, text: terminal.written };
};

describe('finding a verb', () => {
  it('takes the words that name it', async () => {
    expect(await findVerb(['config', 'set', 'page.port', '1'])).toMatchObject({
      path: ['config', 'set'],
      rest: ['page.port', '1'],
    });
    expect(await findVerb(['ls', '--json'])).toMatchObject({ path: ['ls'], rest: ['--json'] });
  });

  it.each([
    [['lss'], 'vigie has no verb lss', 'Did you mean: vigie ls'],
    [['stat'], 'vigie has no verb stat', 'Did you mean: vigie status'],
    [['doctro'], 'vigie has no verb doctro', 'Did you mean: vigie doctor'],
    [['frobnicate'], 'vigie has no verb frobnicate', 'See: vigie help'],
    [['toString'], 'vigie has no verb toString', 'See: vigie help'],
    [['--jsno'], 'vigie has no verb --jsno', 'See: vigie help'],
    [['config', 'gte'], 'vigie config has no verb gte', 'Did you mean: vigie config get'],
  ])('says what was meant: %j', async (words, message, hint) => {
    await expect(findVerb(words)).rejects.toMatchObject({ code: 'usage', message, hint });
  });
});

describe('help', () => {
  it('lists every verb under its heading', async () => {
    const { status, text } = await run('--help');
    expect(status).toBe(0);
    for (const { name, summary } of verbs) expect(text).toMatch(new RegExp(`^  ${name} +${summary}`, 'mu'));
    expect((await run()).text).toBe(text);
    expect((await run('help')).text).toBe(text);
  });

  it('tells all about one, asked either way', async () => {
    const { text } = await run('help', 'wait');
    expect(text).toBe((await run('wait', '--help')).text);
    expect(text).toBe((await run('wait', '--session', 'x', '-h')).text);
    for (const part of ['Usage', '--until STATE[,…]', 'Examples', 'Exit status', '124']) expect(text).toContain(part);
  });

  it('fits narrow and wide terminals', async () => {
    for (const named of await allVerbs())
      for (const width of [40, 60, 80, 200])
        for (const line of helpPage(named, width, plain).filter((line) => !line.includes('vigie ') && line.trim().includes(' ')))
          expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it('is complete: every verb and every argument is described, and every verb that does something has an example', async () => {
    const gaps = (await allVerbs()).flatMap(({ path, summary, verb }) => [
      ...(/^[a-z].*[^.]$/u.test(summary) ? [] : [`${path.join(' ')}: summary`]),
      ...(verb.description.join(' ').endsWith('.') ? [] : [`${path.join(' ')}: description`]),
      ...(verb.verbs || verb.examples.length > 0 ? [] : [`${path.join(' ')}: examples`]),
      ...Object.entries(verb.args).flatMap(([name, arg]) =>
        arg.description?.endsWith('.') ? [] : [`${path.join(' ')}: ${name}`],
      ),
    ]);
    expect(gaps).toEqual([]);
  });

  it('stands in docs/cli.md as it is (else: node scripts/docs.mjs)', async () => {
    expect(readFileSync(join(packageRoot(), 'docs', 'cli.md'), 'utf8')).toBe(manual(await allVerbs()));
  });
});

it('says its version', async () => {
  expect(await run('--version')).toEqual({ status: 0, text: 'vigie 0.0.0-test\n' });
});
