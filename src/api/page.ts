// The files of the built page. Only names that are in its folder are ever looked up, so no path leads out of it.

import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Handler } from 'hono';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The build puts a hash into these names, so what is behind one never changes. */
const isForEver = (name: string): boolean => name.startsWith('assets/');

/** @param folder where the build put the page */
export const servePage =
  (folder: string): Handler =>
  (context) => {
    const name = context.req.path === '/' ? 'index.html' : context.req.path.slice(1);
    const type = types[extname(name)];
    const names = namesIn(folder);
    if (!names.includes('index.html')) return context.text('The page is not built. Run: npm run build\n', 503);
    if (type === undefined || !names.includes(name)) return context.text('There is nothing here.\n', 404);
    return context.body(new Uint8Array(readFileSync(join(folder, name))), 200, {
      'Content-Type': type,
      'Cache-Control': isForEver(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  };

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'));
  } catch {
    // No folder, no page: said to whoever asks for it.
    return [];
  }
};
