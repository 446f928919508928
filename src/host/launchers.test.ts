import { chmodSync, mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { carriedVariables } from '../agentfile/report.ts';
import { launcherText, shellQuoted, writeLaunchers } from './launchers.ts';

const paths = { spool: "/home/o'neil/my spool", socket: '/run/hub.sock', node: '/opt/node', program: '/opt/vigie.js' };
let bin: string;
beforeEach(() => {
  bin = join(mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'launchers-')), 'share', 'bin');
});

describe('launchers', () => {
  it('are written once, and again only when they change', () => {
    expect(writeLaunchers(bin, paths)).toStrictEqual(['vigie-hook', 'vigie']);
    expect(readdirSync(bin).toSorted()).toStrictEqual(['vigie', 'vigie-hook']);
    expect(statSync(join(bin, 'vigie')).mode & 0o777).toBe(0o700);
    const before = statSync(join(bin, 'vigie-hook')).ino;
    expect(writeLaunchers(bin, paths)).toStrictEqual([]);
    expect(statSync(join(bin, 'vigie-hook')).ino).toBe(before);
    expect(writeLaunchers(bin, { ...paths, node: '/opt/node24' })).toStrictEqual(['vigie']);
  });

  it('are mended', () => {
    writeLaunchers(bin, paths);
    writeFileSync(join(bin, 'vigie-hook'), '');
    chmodSync(join(bin, 'vigie'), 0o600);
    expect(writeLaunchers(bin, paths)).toStrictEqual(['vigie-hook', 'vigie']);
    expect(readFileSync(join(bin, 'vigie-hook'), 'utf8')).toContain(`\nspool='/home/o'\\''neil/my spool'\n`);
  });

  it('carry the variables of the list and no others', () => {
    writeLaunchers(bin, paths);
    const carried = [...readFileSync(join(bin, 'vigie-hook'), 'utf8').matchAll(/\$\{(\w+):\+"\1=\$\1"\}/gu)].map(
      ([, name]) => name,
    );
    expect(carried).toStrictEqual([...carriedVariables]);
  });
});

describe('a template', () => {
  it('is filled where it has a marker that is known', () => {
    expect(launcherText('a=@node@ "$@" b@unknown@ @spool@', paths)).toBe(
      `a='/opt/node' "$@" b@unknown@ ${shellQuoted(paths.spool)}`,
    );
  });
});
