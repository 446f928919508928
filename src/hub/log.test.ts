import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from './log.ts';

it('writes a line at once, into a file of its own', () => {
  const file = join(mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'log-')), 'hub.log');
  openLog(file).warn({ where: 'spool' }, 'fault');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ where: 'spool', msg: 'fault', level: 40 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('puts a long log by', () => {
  const file = join(mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'log-')), 'hub.log');
  writeFileSync(file, 'x'.repeat(6 * 1024 * 1024));
  openLog(file).info({}, 'up');
  expect(statSync(`${file}.1`).size).toBe(6 * 1024 * 1024);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
});
