import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { VigieError } from '../domain/error.ts';
import { linkTarget, writeAtomically } from './atomic-file.ts';

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'atomic-'));
  file = join(home, 'file');
});

describe('writing a file', () => {
  it('makes it private, or as it is told', () => {
    writeAtomically(file, 'one');
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toStrictEqual(['one', 0o600]);
    writeAtomically(file, Uint8Array.of(0, 255), 0o755);
    expect([...readFileSync(file), statSync(file).mode & 0o777]).toStrictEqual([0, 255, 0o755]);
    expect(readdirSync(home)).toStrictEqual(['file']);
  });

  it('keeps the mode of one that stands', () => {
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    writeAtomically(file, 'new');
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it.runIf(process.getuid?.() === 0)('keeps its owner', () => {
    writeFileSync(file, 'old');
    chownSync(file, 65_534, 65_534);
    writeAtomically(file, 'new');
    expect([statSync(file).uid, statSync(file).gid]).toStrictEqual([65_534, 65_534]);
  });

  it('goes through links, and leaves them links even when they dangle', () => {
    mkdirSync(join(home, 'dotfiles'));
    symlinkSync('dotfiles/real', file);
    symlinkSync(file, join(home, 'second'));
    writeAtomically(join(home, 'second'), 'one');
    writeAtomically(join(home, 'second'), 'two');
    expect(readFileSync(join(home, 'dotfiles', 'real'), 'utf8')).toBe('two');
    expect(readlinkSync(file)).toBe('dotfiles/real');
    expect(lstatSync(join(home, 'second')).isSymbolicLink()).toBe(true);
  });

  it('gives up on links that go in a circle', () => {
    symlinkSync(join(home, 'b'), join(home, 'a'));
    symlinkSync(join(home, 'a'), join(home, 'b'));
    expect(() => linkTarget(join(home, 'a'))).toThrow(/too many symbolic links/u);
  });

  it('leaves nothing behind where it can not write', () => {
    expect(() => writeAtomically(join(home, 'nowhere', 'file'), 'x')).toThrow(VigieError);
    mkdirSync(file);
    writeFileSync(join(file, 'inside'), '');
    expect(() => writeAtomically(file, 'x')).toThrow(/^cannot write /u);
    expect(readdirSync(home)).toStrictEqual(['file']);
  });

  it('leaves the old one on a full disk', () => {
    const script = `
      import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
      const { writeAtomically } = await import(process.argv[2]);
      const file = process.argv[1] + '/file';
      writeFileSync(file, 'old');
      try { writeAtomically(file, 'y'.repeat(200_000)); } catch (error) { console.log(error.message.includes('ENOSPC')); }
      console.log(readFileSync(file, 'utf8'), readdirSync(process.argv[1]).join());`;
    const disk = join(home, 'disk');
    mkdirSync(disk);
    const mounted = `mount -t tmpfs -o size=64k none "$1" && exec "$2" --experimental-strip-types --no-warnings --input-type=module -e "$3" "$1" "$4"`;
    const isRoot = process.getuid?.() === 0;
    const source = join(import.meta.dirname, 'atomic-file.ts');
    const ran = spawnSync('unshare', [isRoot ? '-m' : '-rm', 'sh', '-c', mounted, 'sh', disk, process.execPath, script, source], {
      encoding: 'utf8',
    });
    expect([ran.stderr, ran.stdout]).toStrictEqual(['', 'true\nold file\n']);
    expect(existsSync(join(disk, 'file'))).toBe(false);
  });
});
