// JSON paths as Gnista's contract has them: `$`, then `.key`, `[n]` and `['key']` steps. A strict subset, so no library with an evaluator inside.

import { isJsonObject } from './json.ts';

/** Keys and indexes from the root down. */
export type Path = readonly (string | number)[];

const step = /\.(?<key>[\p{L}_$][\p{L}\p{N}_$-]*)|\[(?<index>0|[1-9]\d{0,8})\]|\['(?<quoted>(?:[^'\\]|\\['\\])+)'\]/uy;
const lengthMax = 512;

/** Undefined when the text is no path: wildcards, filters, slices and negative indexes are none. */
export const parsePath = (text: string): Path | undefined => {
  if (!text.startsWith('$') || text.length > lengthMax) return undefined;
  const path: (string | number)[] = [];
  step.lastIndex = 1;
  while (step.lastIndex < text.length) {
    const found = step.exec(text)?.groups;
    if (!found) return undefined;
    if (found.index === undefined) path.push(found.key ?? (found.quoted ?? '').replace(/\\(?<kept>.)/gu, '$<kept>'));
    else path.push(Number(found.index));
  }
  return path;
};

/** What stands at the path; undefined when nothing does. Keys are the value's own: `$.constructor` finds nothing in `{}`. */
export const readPath = (path: Path, value: unknown): unknown => {
  let here = value;
  for (const key of path) {
    if (typeof key === 'number') here = Array.isArray(here) ? here[key] : undefined;
    else here = isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }
  return here;
};
