// The import rule of the house: a room imports only rooms that stand before it in this list. Also: where Node, the platform and the exit may appear.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { root } from './node.mjs';

/** Rooms of `src/` from the ground up; rooms in one row stand side by side and do not import each other. */
const rooms = [
  ['domain'],
  ['agentfile'],
  ['host'],
  ['intake'],
  ['sensing'],
  ['connect'],
  ['places'],
  ['hub'],
  ['api'],
  ['notify', 'tmux'],
  ['tui', 'cli'],
  ['main.ts'],
];
const pure = new Set(['domain', 'agentfile']);
const levels = new Map(rooms.flatMap((row, level) => row.map((room) => [room, level])));
const roomOf = (path) => path.split(sep)[1] ?? '';

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const imports = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gu;

/** Every breach of the rule, one line each. */
export const breaches = () => {
  const found = [];
  for (const path of [...filesBelow(join(root, 'src')), ...filesBelow(join(root, 'web'))]) {
    const text = readFileSync(join(root, path), 'utf8');
    const inWeb = path.startsWith(`web${sep}`);
    const isTest = /\.test\.tsx?$/u.test(path);
    const room = roomOf(path);
    if (/(?:^|\/)(?:utils?|helpers?|index)\.tsx?$/u.test(path.replaceAll(sep, '/')) && !inWeb)
      found.push(`${path}: name the file by its noun`);
    if (isTest) continue;
    for (const [, fixed, lazy] of text.matchAll(imports)) {
      const to = fixed ?? lazy;
      if (to.startsWith('node:') && !inWeb && pure.has(room)) found.push(`${path}: ${room} is pure, it may not import ${to}`);
      if (!to.startsWith('.')) continue;
      const target = normalize(join(dirname(path), to));
      if (inWeb) {
        if (!target.startsWith(`web${sep}`) && !['domain', 'api'].includes(roomOf(target)))
          found.push(`${path}: the page imports only domain and api types, not ${target}`);
        continue;
      }
      const [from, into] = [levels.get(room), levels.get(roomOf(target))];
      if (from === undefined) found.push(`${path}: ${room} is no room`);
      else if (into !== undefined && room !== roomOf(target) && into >= from)
        found.push(`${path}: ${room} may not import ${roomOf(target)} (${to})`);
    }
    if (!inWeb && room !== 'host' && /process\.platform/u.test(text))
      found.push(`${path}: process.platform belongs in src/host/`);
    if (!inWeb && room !== 'main.ts' && /process\.exit\(|process\.exitCode\s*=/u.test(text))
      found.push(`${path}: only src/main.ts exits`);
  }
  return found;
};
