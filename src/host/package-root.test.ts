import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from './package-root.ts';

it('finds the folder of this package from its sources', () => {
  expect(existsSync(join(packageRoot(), 'agents'))).toBe(true);
});

it('finds it from the bundle, wherever the package was put', () => {
  const root = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'package-'));
  writeFileSync(join(root, 'package.json'), '{}');
  for (const folder of ['dist', 'relay', 'agents']) mkdirSync(join(root, folder));
  expect(packageRoot(join(root, 'dist'))).toBe(root);
});

it('says so where there is none', () => {
  expect(() => packageRoot('/')).toThrow(' above /');
});
