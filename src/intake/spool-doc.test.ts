// The examples of docs/spool.md, run as they stand there.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../host/package-root.ts';
import { trailer } from './header.ts';
import type { Spool } from './spool.ts';
import { openSpool } from './spool.ts';

const doc = readFileSync(join(packageRoot(), 'docs', 'spool.md'), 'utf8');
const example = (language: string): string => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'msu').exec(doc)?.[1] ?? '';

const home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'doc-'));
const open = (name: string): { folder: string; spool: Spool } => {
  const folder = join(home, name);
  return { folder, spool: openSpool({ folder, quarantine: join(home, 'quarantine'), rank: () => 0, placeOf: () => ({}) }) };
};

describe('docs/spool.md', () => {
  it('shows a plugin that is heard', () => {
    const { folder, spool } = open('plugin');
    const plugin = join(home, 'plugin.mjs');
    writeFileSync(
      plugin,
      `${example('js')}\nreport(process.argv[2], 'needs-you', { session: 'demo' });\nreport('/nowhere', 'done', {});\n`,
    );
    const ran = spawnSync(process.execPath, [plugin, folder], {
      cwd: home,
      encoding: 'utf8',
      env: { ...process.env, TERM_PROGRAM: 'ghostty' },
    });
    expect([ran.status, ran.stdout, ran.stderr]).toStrictEqual([0, '', '']);
    const { waiting, faults } = spool.scan();
    expect(faults).toStrictEqual([]);
    expect(waiting.map(({ report }) => ({ ...report, payload: new TextDecoder().decode(report.payload) }))).toMatchObject([
      {
        agent: 'ralph',
        event: 'needs-you',
        source: 'plugin',
        cwd: home,
        env: { TERM_PROGRAM: 'ghostty' },
        payload: '{"session":"demo"}',
      },
    ]);
    expect(readdirSync(folder)).toStrictEqual([`ralph-${ran.pid}-1`]);
  });

  it('shows a shell line that is heard', () => {
    const { folder, spool } = open('shell');
    expect(spawnSync('sh', ['-c', example('sh')], { cwd: home, env: { ...process.env, spool: folder } }).status).toBe(0);
    const [waiting] = spool.scan().waiting;
    expect(waiting?.report).toMatchObject({ agent: 'ralph', event: 'done', source: 'hook', cwd: home });
    expect(new TextDecoder().decode(waiting?.report.payload)).toBe('{"session":"demo","message":"Deployed"}');
  });

  it('tells the trailer as it is', () => {
    expect(trailer).toHaveLength(11);
    expect(new TextDecoder().decode(trailer)).toBe('\0vigie-end\n');
  });
});
