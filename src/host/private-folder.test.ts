import { chmodSync, chownSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePrivateFolder } from './private-folder.ts';

const home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'private-'));
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('a private folder', () => {
  it('is made with its parents, and stands again', () => {
    const folder = join(home, 'a', 'b');
    makePrivateFolder(folder);
    makePrivateFolder(folder);
    expect([modeOf(folder), modeOf(join(home, 'a'))]).toStrictEqual([0o700, 0o700]);
  });

  it('is closed when others could enter it, and keeps a tighter mode', () => {
    const folder = join(home, 'open');
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    makePrivateFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
    chmodSync(folder, 0o500);
    makePrivateFolder(folder);
    expect(modeOf(folder)).toBe(0o500);
  });

  it('may be a link to a folder of ours', () => {
    mkdirSync(join(home, 'real'), { mode: 0o700 });
    symlinkSync(join(home, 'real'), join(home, 'link'));
    makePrivateFolder(join(home, 'link'));
    expect(modeOf(join(home, 'real'))).toBe(0o700);
  });

  it('is refused where something else stands', () => {
    writeFileSync(join(home, 'file'), '');
    expect(() => makePrivateFolder(join(home, 'file'))).toThrow(/file is not a folder$/u);
    expect(() => makePrivateFolder(join(home, 'file', 'below'))).toThrow(/^cannot make the folder/u);
  });

  it.runIf(process.getuid?.() === 0)('is refused when it is another user’s', () => {
    const folder = join(home, 'theirs');
    mkdirSync(folder);
    chownSync(folder, 65_534, 65_534);
    expect(() => makePrivateFolder(folder)).toThrow(/belongs to user 65534, not to you \(0\)/u);
    symlinkSync(folder, join(home, 'to-theirs'));
    expect(() => makePrivateFolder(join(home, 'to-theirs'))).toThrow(/belongs to user 65534/u);
  });
});
