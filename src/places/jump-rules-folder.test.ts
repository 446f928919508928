import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { appById } from './app.ts';
import { appIds, findJumpRule, gnistaRules, readRule } from './jump-rules-folder.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const ours = join(process.env.VIGIE_TEST_FOLDER ?? '', 'jump');
const theirs = gnistaRules(process.env.HOME ?? '');
const write = (folder: string, id: string, rule: unknown) =>
  writeFileSync(join(folder, `${id}.json`), typeof rule === 'string' ? rule : JSON.stringify(rule));

beforeAll(() => {
  for (const folder of [ours, theirs]) mkdirSync(folder, { recursive: true });
});

describe('a file', () => {
  it('holds one URL', () => {
    expect(readRule(bytes('{"url":"myeditor://focus?folder={cwd}"}'))).toEqual({ url: 'myeditor://focus?folder={cwd}' });
    expect(readRule(bytes('\ufeff{\r\n"url":"x://y"\r\n}'))).toEqual({ url: 'x://y' });
  });

  it.each([
    ['', 'is empty'],
    ['{', 'is not JSON'],
    ['[]', 'is a list, not an object'],
    ['{}', 'has no "url"'],
    ['{"url":7}', 'has no "url"'],
    ['{"url":"x://y","name":"z"}', 'has an unknown key "name"'],
    ['{"url":"x://{cwd}"}', '"url" has a marker in its host'],
    ['{"url":"{agent}://y"}', '"url" has a marker in its scheme'],
    ['{"url":"x://y?{who}"}', expect.stringContaining('"url" has a marker that there is not: {who}')],
    ['{"url":" x://y"}', '"url" begins with a blank'],
    ['{"url":"x://y\\u0000"}', '"url" holds a control character'],
    ['{"url":"FILE:///etc/passwd"}', expect.stringContaining('may not open "file:"')],
    ['{"url":"JavaScript:alert(1)"}', expect.stringContaining('may not open "javascript:"')],
    ['{"url":"data:text/html,x"}', expect.stringContaining('may not open "data:"')],
    [JSON.stringify({ url: `x://y?${'a'.repeat(2 * 1024 - 5)}` }), '"url" is longer than 2 KiB'],
    ['{"url":"x://y"} {}', expect.any(String)],
    ['{"url":"x://y"}'.padEnd(1_048_577), 'is larger than 1048576 bytes'],
  ])('is refused as %.40s', (text, mistake) => {
    expect(readRule(bytes(text))).toEqual({ mistake });
  });

  it.each([JSON.stringify({ url: `x://y?${'a'.repeat(2 * 1024 - 6)}` }), '{"url":"x://y"}'.padEnd(1_048_576)])(
    'may be as large as %.20s',
    (text) => {
      expect(readRule(bytes(text))).toHaveProperty('url');
    },
  );
});

describe('the folders', () => {
  it('are asked for every name of the app, ours first', async () => {
    write(theirs, 'com.mitchellh.ghostty', { url: 'theirs://open' });
    const ids = appIds('ghostty', appById('ghostty') ?? null);
    expect(ids).toEqual(['ghostty', 'com.mitchellh.ghostty']);
    expect(await findJumpRule([ours, theirs], ids)).toEqual({ url: 'theirs://open', faults: [] });
    write(ours, 'com.mitchellh.ghostty', { url: 'ours://open' });
    expect(await findJumpRule([ours, theirs], ids)).toEqual({ url: 'ours://open', faults: [] });
  });

  it('tell of a file that is not used', async () => {
    write(ours, 'kitty', { url: 'file:///x' });
    expect(await findJumpRule([ours, theirs], ['kitty'])).toEqual({
      url: null,
      faults: [{ where: 'jump rule kitty.json', reason: '"url" may not open "file:" addresses: they open files or run code' }],
    });
  });

  it('need not be there', async () => {
    expect(await findJumpRule([join(ours, 'nowhere')], ['kitty'])).toEqual({ url: null, faults: [] });
  });

  it('are never left by a name', () => {
    expect(appIds('../../etc/passwd', null)).toEqual([]);
    expect(appIds('..', null)).toEqual([]);
    expect(appIds('a\\b', null)).toEqual([]);
    expect(appIds('a\0b', null)).toEqual([]);
    expect(appIds(null, null)).toEqual([]);
    expect(appIds('My Terminal', null)).toEqual(['My Terminal']);
  });
});
