import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasBlock, shellFileFor, withBlock, withoutBlock } from './shell-file.ts';

const where = (shell: string | undefined, platform: NodeJS.Platform = 'linux', env = {}) =>
  shellFileFor({ env: { SHELL: shell, ...env }, home: '/home/dev', platform, user: 'dev' }, "/home/it's me/bin");

describe('the file that a shell reads', () => {
  it('is found by shell and system', () => {
    const first = (...args: Parameters<typeof where>) => where(...args)?.candidates[0];
    expect(first('/bin/bash')).toBe('/home/dev/.bashrc');
    expect(first('/bin/bash', 'darwin')).toBe('/home/dev/.bash_profile');
    expect(first('/usr/bin/zsh')).toBe('/home/dev/.zshrc');
    expect(first('/usr/bin/zsh', 'linux', { ZDOTDIR: '/home/dev/.zsh' })).toBe('/home/dev/.zsh/.zshrc');
    expect(first('/usr/bin/fish')).toBe('/home/dev/.config/fish/conf.d/vigie.fish');
    expect(first('/bin/ksh')).toBe('/home/dev/.profile');
    expect(first(undefined)).toBe('/home/dev/.profile');
    expect(where('/bin/bash', 'win32')).toBeUndefined();
  });

  it('puts the folder at the end of the PATH, once, with any name', () => {
    const block = where('/bin/sh')?.block ?? '';
    const path = execFileSync('/bin/sh', ['-c', `${block}\n${block}\nprintf %s "$PATH"`], {
      env: { PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    });
    expect(path).toBe("/usr/bin:/bin:/home/it's me/bin");
  });

  it('quotes for fish', () => {
    expect(where('/usr/bin/fish')?.block).toBe(
      String.raw`# >>> vigie >>>
contains -- '/home/it\'s me/bin' $PATH; or set -gx PATH $PATH '/home/it\'s me/bin'
# <<< vigie <<<`,
    );
  });
});

describe('our block in a file of another', () => {
  const block = where('/bin/bash')?.block ?? '';
  const lines = fc
    .array(fc.oneof(fc.string(), fc.constantFrom('\n', '\r\n', '# >>> other >>>\n')), { maxLength: 8 })
    .map((parts) => parts.join(''));

  it('leaves the same bytes when it is taken out again', () => {
    fc.assert(
      fc.property(lines, (text) => {
        expect(withoutBlock(withBlock(text, block))).toBe(text);
      }),
    );
  });

  it('is there once, however often it is put there, and wherever it stood', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(hasBlock(withBlock(before, 'x'))).toBe(false);
        const tail = after === '' || after.startsWith('\n') ? after : `\n${after}`;
        const newer = block.replace('bin', 'new-bin');
        expect(withBlock(`${withBlock(before, block)}${tail}`, newer)).toBe(`${withBlock(before, newer)}${tail}`);
      }),
    );
  });
});
