import { expect, it } from 'vitest';
import { fakeWorld, said } from '../../test/places/fake-world.ts';
import { opener, openerCommands } from './opener.ts';

it.each([
  [
    'linux',
    [
      ['xdg-open', 'x://y?a=%2F'],
      ['gio', 'open', 'x://y?a=%2F'],
    ],
  ],
  ['darwin', [['open', 'x://y?a=%2F']]],
] as const)('starts the opener of %s with the URL as one argument', (platform, commands) => {
  expect(openerCommands('x://y?a=%2F', { platform, env: {} })).toEqual(commands);
});

it('starts none by a shell on Windows', () => {
  const [[command, ...args] = ['']] = openerCommands('x://y?a=1&b=2', { platform: 'win32', env: { SystemRoot: 'C:\\Win' } });
  expect(command).toMatch(/^C:\\Win.*rundll32\.exe$/u);
  expect(args).toEqual(['url.dll,FileProtocolHandler', 'x://y?a=1&b=2']);
});

it('leaves nothing in the URL that a command line could be split or ended by', () => {
  const [[, url] = ['', '']] = openerCommands('x://y?a="b c"|^`<\u00e9\ud800', { platform: 'darwin', env: {} });
  expect(url).toBe('x://y?a=%22b%20c%22%7C%5E%60%3C%C3%A9%EF%BF%BD');
});

it('takes the next opener where one is missing', async () => {
  const world = fakeWorld({ answer: ([command]) => (command === 'gio' ? '' : undefined) });
  expect(await opener(world, { DISPLAY: ':5' })('x://y')).toEqual({ ok: true });
  expect(world.commands).toEqual([
    ['xdg-open', 'x://y'],
    ['gio', 'open', 'x://y'],
  ]);
  expect(world.environments[0]).toEqual({ DISPLAY: ':5' });
  expect(await opener(fakeWorld(), {})('x://y')).toEqual({ ok: false, why: 'gio is not installed' });
});

it('says when nothing opens such a URL, and waits for no opener that stays', async () => {
  expect(await opener(fakeWorld({ answer: () => said('', 3) }), {})('x://y')).toEqual({
    ok: false,
    why: 'nothing here opens such a URL (status 3)',
  });
  const staying = fakeWorld({ answer: () => ({ ok: false, why: 'late', message: '' }) });
  expect(await opener(staying, {})('x://y')).toEqual({ ok: true });
});
