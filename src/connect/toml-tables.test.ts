import { describe, expect, it } from 'vitest';
import type { Hook } from './format.ts';
import { tomlTables } from './toml-tables.ts';

const hooks: Hook[] = [
  { event: 'Stop', command: "'/it'\\''s/vigie-hook' kimi Stop", timeout: 10, matcher: undefined },
  { event: 'PreToolUse', command: 'ours', timeout: undefined, matcher: 'Bash' },
];
const format = tomlTables(hooks, (command) => (/vigie-hook|ours/u.test(command) ? { launcher: '/x' } : undefined));

const text = (result: ReturnType<typeof format.put>): string => (typeof result === 'string' ? result : result.refused);

describe('[[hooks]]', () => {
  it('are appended, one for each event', () => {
    expect(format.put('model = "x"\n', format.events)).toBe(
      [
        'model = "x"',
        '',
        '[[hooks]]',
        'event = "Stop"',
        `command = "'/it'\\\\''s/vigie-hook' kimi Stop"`,
        'timeout = 10',
        '',
        '[[hooks]]',
        'event = "PreToolUse"',
        'matcher = "Bash"',
        'command = "ours"',
        '',
      ].join('\n'),
    );
  });

  it('go with their blank lines, and leave what others wrote between them', () => {
    const before = 'model = "x"\n';
    expect(format.without(text(format.put(before, format.events)), before)).toBe(before);
    const edited = text(format.put(before, ['PreToolUse']))
      .replace('matcher', '# mine\nmatcher')
      .replace('"ours"', '"ours" # why');
    expect(format.without(edited, before)).toBe('model = "x"\n# mine\n# why\n');
  });

  it('are not touched where somebody’s key has become part of one', () => {
    const file = `${text(format.put('', ['Stop']))}theme = "dark"\n`;
    expect(format.without(file, '')).toEqual({ refused: 'line 1: theme stands among the keys of our hook for Stop' });
  });

  it.each([
    ['a = ', 1],
    ['a = 1\n[b', 2],
  ])('say where a file is broken: %j', (broken, line) =>
    expect(format.find(broken)).toEqual({ refused: expect.stringMatching(new RegExp(`^line ${line}: `, 'u')) }),
  );
});
