// Builds `dist/`: the program in one bundle with lazily loaded parts, and the page.

import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';

/** Newest change below a folder, in epoch milliseconds. */
const newest = (path) => {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
};

const sources = ['src', 'web', 'package.json', 'package-lock.json', 'rolldown.config.mjs', 'vite.config.mjs'];

/** Whether `dist/` is as new as everything it is made from. */
export const isBuilt = () => {
  const made = join(root, 'dist', 'vigie.js');
  const page = join(root, 'dist', 'web', 'index.html');
  if (!existsSync(made) || !existsSync(page)) return false;
  const at = Math.min(statSync(made).mtimeMs, statSync(page).mtimeMs);
  return sources.every((path) => newest(join(root, path)) <= at);
};

export const build = async () => {
  const { rolldown } = await import('rolldown');
  const { build: buildPage } = await import('vite');
  const { default: config } = await import('../rolldown.config.mjs');
  // Made beside and renamed: a build that fails leaves the one before as it is.
  const made = join(root, 'dist.next');
  rmSync(made, { recursive: true, force: true });
  const bundle = await rolldown(config);
  await bundle.write({ ...config.output, dir: made });
  await bundle.close();
  const page = { outDir: join(made, 'web') };
  await buildPage({ root: join(root, 'web'), configFile: join(root, 'vite.config.mjs'), logLevel: 'warn', build: page });
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  renameSync(made, join(root, 'dist'));
};

if (import.meta.filename === process.argv[1]) await build();
