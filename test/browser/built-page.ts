// The page as it is now, built into this test file's own folder.

import { join } from 'node:path';
import { build } from 'vite';

/** The folder that holds `index.html`. */
export const buildPage = async (): Promise<string> => {
  const folder = join(process.env.VIGIE_TEST_FOLDER ?? '', 'page');
  const configFile = join(import.meta.dirname, '..', '..', 'vite.config.mjs');
  await build({ configFile, mode: 'production', logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  return folder;
};
