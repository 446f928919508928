import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jumpMarkers, jumpMistake, jumpUrl } from './jump.ts';

describe('jumpMistake', () => {
  it.each([
    'myeditor://focus?folder={cwd}&pane={tmux_pane}',
    'ralph://open?session={session}',
    'https://host.example/a/{title}#x={pid}',
    'ralph:{session}',
    'ssh-app://user@host:22/{cwd}',
  ])('finds %s sound', (url) => {
    expect(jumpMistake(url)).toBeUndefined();
  });

  it.each([
    ['', 'is no URL'],
    ['/just/a/path', 'is no URL'],
    ['?a:b', 'is no URL'],
    [' app://x', 'begins with a blank'],
    ['app://x\n', 'holds a control character'],
    ['java\tscript:alert(1)', 'holds a control character'],
    ['http:\\\\{host}', 'holds a backslash'],
    ['file:///etc/passwd', 'may not open "file:"'],
    ['FILE:///etc/passwd', 'may not open "file:"'],
    ['JavaScript:alert(1)', 'may not open "javascript:"'],
    ['data:text/html,x', 'may not open "data:"'],
    ['vbscript:x', 'may not open "vbscript:"'],
    ['{host}://x', 'has a marker in its scheme'],
    ['app{pid}://x', 'has a marker in its scheme'],
    ['app://{host}/x', 'has a marker in its host'],
    ['app://a{host}b/x', 'has a marker in its host'],
    ['app://{title}@host/x', 'has a marker in its host'],
    ['http:{cwd}/x', 'has a marker in its host'],
    ['https:///{cwd}/x', 'has a marker in its host'],
    ['app://x?y={folder}', 'has a marker that there is not: {folder}'],
    ['app://x?y={}', 'has a marker that there is not: {}'],
    ['app://x?y={cwd', 'has a brace that belongs to no marker'],
    ['app://x?y={cwd}}', 'has a brace that belongs to no marker'],
    ['http://', 'is no URL'],
  ])('says of %j that it %s', (url, mistake) => {
    expect(jumpMistake(url)).toContain(mistake);
  });

  it('takes 2,048 bytes and no more', () => {
    expect(jumpMistake(`app://x?${'a'.repeat(2_040)}`)).toBeUndefined();
    expect(jumpMistake(`app://x?${'a'.repeat(2_041)}`)).toBe('is longer than 2 KiB');
    expect(jumpMistake(`app://x?${'é'.repeat(1_020)}`)).toBeUndefined();
    expect(jumpMistake(`app://x?${'é'.repeat(1_021)}`)).toBeDefined();
  });
});

describe('jumpUrl', () => {
  it('encodes each value whole', () => {
    expect(jumpUrl('e://focus?folder={cwd}&pane={tmux_pane}', { cwd: '/a b/c?#&', tmux_pane: '%5' })).toBe(
      'e://focus?folder=%2Fa%20b%2Fc%3F%23%26&pane=%255',
    );
  });

  it('is not used when a marker has no value, or one that would take path segments away', () => {
    expect(jumpUrl('e://h?a={cwd}&b={tty}', { cwd: '/a' })).toBeUndefined();
    expect(jumpUrl('e://h?a={cwd}', { cwd: '' })).toBeUndefined();
    expect(jumpUrl('e://h/a/{title}/b', { title: '..' })).toBeUndefined();
    expect(jumpUrl('e://h/a/{title}', { title: '.' })).toBeUndefined();
  });

  it('keeps scheme, host, path and parameters whatever the values', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '/', '?a=b', '#x', '%2e%2e', 'a&b=c', ' ', '\n', '😀', '\ud800'),
    );
    const values = fc.record(Object.fromEntries(jumpMarkers.map((name) => [name, value])));
    const rule = fc.constantFrom(
      'e://host/a/{title}/b-{pid}?x={cwd}&y={session}#{tty}',
      'https://host.example/{agent}{host}/c?q={transcript}',
      'ralph:{session}?p={tmux_pane}',
    );
    fc.assert(
      fc.property(rule, values, (text, given) => {
        const made = jumpUrl(text, given);
        if (made === undefined) return;
        const [meant, is] = [new URL(text.replaceAll(/\{\w+\}/gu, 'v')), new URL(made)];
        expect([is.protocol, is.host, is.pathname.split('/').length, [...is.searchParams.keys()]]).toEqual([
          meant.protocol,
          meant.host,
          meant.pathname.split('/').length,
          [...meant.searchParams.keys()],
        ]);
        expect(is.searchParams.get('x')).toBe(text.includes('{cwd}') ? given.cwd?.toWellFormed() : null);
      }),
    );
  });
});
