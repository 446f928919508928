// Looks in on every call to the file system, so that a test can do something between any two of them.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const names = [
  'accessSync',
  'chmodSync',
  'existsSync',
  'fchmodSync',
  'fsyncSync',
  'linkSync',
  'lstatSync',
  'mkdirSync',
  'openSync',
  'readFileSync',
  'readdirSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'statSync',
  'unlinkSync',
  'writeFileSync',
] as const;

export interface Call {
  /** From 0. */
  index: number;
  name: (typeof names)[number];
  args: readonly unknown[];
}

/**
 * Runs `work` with `before` called ahead of each call to the file system; what that throws, the call throws. Calls that `before` makes
 * itself are not looked at. @returns how many calls there were
 */
export const withCalls = (before: (call: Call) => void, work: () => void): number => {
  const real = Object.fromEntries(names.map((name) => [name, fs[name]]));
  let index = 0;
  let isInside = false;
  for (const name of names) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    const looked = (...args: unknown[]): unknown => {
      if (isInside) return original(...args);
      isInside = true;
      try {
        before({ index, name, args });
      } finally {
        index += 1;
        isInside = false;
      }
      return original(...args);
    };
    Object.assign(fs, { [name]: looked });
  }
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }
  return index;
};
