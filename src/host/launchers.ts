// The stable launchers: shell files whose paths hooks name for good. They hold every path they need, since a hook's environment is not the hub's.

import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carriedVariables } from '../agentfile/report.ts';
import { writeAtomically } from './atomic-file.ts';
import { packageRoot } from './package-root.ts';
import { makePrivateFolder } from './private-folder.ts';

/** Absolute paths. */
export interface LauncherPaths {
  spool: string;
  socket: string;
  /** The Node that runs the hub. */
  node: string;
  /** What it runs: the built `vigie.js`. */
  program: string;
  /** VIGIE_HOME, where the hub has one. */
  home?: string | undefined;
}

/** One file of that name in `relay/` each. A new launcher is a new template there and its name here. */
const names = ['vigie-hook', 'vigie'] as const;

/** A word of the shell that stands for exactly this text. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Fills a template: `@spool@`, `@socket@`, `@node@`, `@program@`, `@home@` become quoted words, `@variables@` the names of the variables that travel,
 * `@environment@` words like `TMUX=…`, one for each of them that is set.
 */
export const launcherText = (template: string, paths: LauncherPaths): string => {
  const words: Record<string, string> = {
    spool: shellQuoted(paths.spool),
    socket: shellQuoted(paths.socket),
    node: shellQuoted(paths.node),
    program: shellQuoted(paths.program),
    home: shellQuoted(paths.home ?? ''),
    variables: carriedVariables.join(' '),
    environment: carriedVariables.map((name) => `\${${name}:+"${name}=$${name}"}`).join(' '),
  };
  return template.replace(/@(\w+)@/gu, (marker, name: string) => words[name] ?? marker);
};

/** Writes a launcher unless it already stands there and can be run. @returns whether it wrote. Throws VigieError `io`. */
const writeLauncher = (path: string, text: string): boolean => {
  if (readExecutable(path) === text) return false;
  writeAtomically(path, text, 0o700);
  return true;
};

const readExecutable = (path: string): string | undefined => {
  try {
    accessSync(path, constants.X_OK);
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * Brings the launchers' folder up to date.
 * @param bin the folder, `bin` of the paths
 * @returns the names of those that changed. Throws VigieError.
 */
export const writeLaunchers = (bin: string, paths: LauncherPaths, templates: string = join(packageRoot(), 'relay')): string[] => {
  makePrivateFolder(bin);
  return names.filter((name) => writeLauncher(join(bin, name), launcherText(readFileSync(join(templates, name), 'utf8'), paths)));
};

/** Names of the launchers that are missing or hold other paths than these. */
export const staleLaunchers = (
  bin: string,
  paths: LauncherPaths,
  templates: string = join(packageRoot(), 'relay'),
): { missing: string[]; other: string[] } => {
  const texts = names.map((name) => ({ name, text: readExecutable(join(bin, name)) }));
  const isOther = ({ name, text }: (typeof texts)[number]): boolean =>
    text !== undefined && text !== launcherText(readFileSync(join(templates, name), 'utf8'), paths);
  return {
    missing: texts.filter(({ text }) => text === undefined).map(({ name }) => name),
    other: texts.filter(isOther).map(({ name }) => name),
  };
};
