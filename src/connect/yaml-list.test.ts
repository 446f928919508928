import { describe, expect, it } from 'vitest';
import { yamlList } from './yaml-list.ts';

const format = yamlList('plugins.enabled', 'vigie');

describe('a text in a list', () => {
  it.each([
    ['no file', '', 'plugins:\n  enabled:\n    - vigie\n'],
    ['no such key', 'model: x\n', 'model: x\nplugins:\n  enabled:\n    - vigie\n'],
    ['no line feed at the end', 'model: x', 'model: x\nplugins:\n  enabled:\n    - vigie'],
    ['nothing below the key', 'plugins:\nmodel: x\n', 'plugins:\n  enabled:\n    - vigie\nmodel: x\n'],
    ['no list', 'plugins:\n    disabled: [a]\nb: 1\n', 'plugins:\n    disabled: [a]\n    enabled:\n        - vigie\nb: 1\n'],
    [
      'a list in lines',
      'plugins:\n  enabled:\n  - a # one\n  # two\n  - b\nc: 1\n',
      'plugins:\n  enabled:\n  - a # one\n  # two\n  - b\n  - vigie\nc: 1\n',
    ],
    ['a list on one line', 'plugins: \n  enabled: [ a, "b" ]\n', 'plugins: \n  enabled: [ a, "b", vigie ]\n'],
    ['an empty list', 'plugins:\n  enabled: [] # none\n', 'plugins:\n  enabled: [vigie] # none\n'],
    ['CRLF', 'plugins:\r\n  enabled:\r\n    - a\r\n', 'plugins:\r\n  enabled:\r\n    - a\r\n    - vigie\r\n'],
  ])('goes in: %s', (_, before, after) => {
    expect(format.put(before, format.events)).toBe(after);
    expect(format.find(after)).toEqual([{ event: 'vigie', launcher: undefined, isCurrent: true }]);
    expect(format.find(before)).toEqual([]);
  });

  it.each([
    ['plugins:\n  enabled:\n    - vigie\n', '', ''],
    ['plugins:\n  enabled:\n    - vigie\n', 'plugins:\n  enabled: []\n', 'plugins:\n  enabled: []\n'],
    ['plugins:\n  enabled:\n    - vigie\n    - a\n', '', 'plugins:\n  enabled:\n    - a\n'],
    ['plugins:\n  enabled: [vigie, a]\n', '', 'plugins:\n  enabled: [a]\n'],
    ['plugins:\n  enabled: [a, vigie]\n', '', 'plugins:\n  enabled: [a]\n'],
    ['a: 1\nplugins:\n  b: 2\n  enabled:\n    - vigie\n', '', 'a: 1\nplugins:\n  b: 2\n'],
  ])('comes out of %j', (text, original, expected) => expect(format.without(text, original)).toBe(expected));

  it.each([
    ['plugins: [a]\n', 'plugins is not a block of keys'],
    ['plugins: { enabled: [a] }\n', 'plugins is not a block of keys'],
    ['plugins:\n  enabled: yes\n', 'plugins.enabled is not a list'],
    ['a: [', 'line 1: '],
    ['a: 1\n---\nb: 2\n', 'line 2: '],
    ['a: 1\na: 2\n', 'line 2: '],
  ])('refuses %j', (text, refused) => expect(format.find(text)).toEqual({ refused: expect.stringContaining(refused) }));
});
