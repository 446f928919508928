// config.toml: strict, with the place of each mistake; edited in place.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { sayMistake } from '../agentfile/mistake.ts';
import { checkSource } from '../agentfile/schema-mistakes.ts';
import { readTomlSource } from '../agentfile/toml-source.ts';
import { VigieError } from '../domain/error.ts';
import { writeAtomically } from '../host/atomic-file.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import { setTomlKey, writeTomlValue } from '../host/toml-edit.ts';
import { duration } from './duration.ts';
import type { NotificationConfig } from './notification-config.ts';
import { notificationConfig } from './notification-config.ts';

/** As a person would write them. */
const defaults = {
  page: { port: 7717 },
  idle_after: '5m',
  forget_after: '12h',
  retention_days: 90,
  retention_bytes: 1024 * 1024 * 1024,
};

const schema = z.strictObject({
  page: z.strictObject({ port: z.int().min(0).max(65_535).default(defaults.page.port) }).prefault({}),
  idle_after: duration.prefault(defaults.idle_after),
  forget_after: duration.prefault(defaults.forget_after),
  retention_days: z.int().min(1).max(36_500).default(defaults.retention_days),
  retention_bytes: z
    .int()
    .min(16 * 1024 * 1024)
    .default(defaults.retention_bytes),
  agents: z.record(z.string(), z.strictObject({ idle_after: duration.optional() })).default({}),
  notifications: notificationConfig.prefault({}),
});

export interface Config {
  /** 0 takes any free port. */
  page: { port: number };
  /** A working session that says nothing for this long goes to rest; 0 turns that off. */
  idle_after_ms: number;
  /** An idle session with nothing to watch leaves the list after this long. */
  forget_after_ms: number;
  /** Events older than this leave the journal. */
  retention_days: number;
  /** The oldest events leave the journal while it uses more than this. */
  retention_bytes: number;
  /** *Idle after* of single agents. */
  agents: Readonly<Record<string, { idle_after_ms: number | undefined }>>;
  notifications: NotificationConfig;
}

/** The keys that `vigie config get` and `set` take. */
export const configKeys = [
  'page.port',
  'idle_after',
  'forget_after',
  'retention_days',
  'retention_bytes',
  'agents.<agent>.idle_after',
];

/** Reads the file; defaults when there is none. Throws VigieError `invalid` with line, column and key of each mistake. */
export const readConfig = (file: string): Config => {
  const { page, idle_after, forget_after, agents, ...retention } = checked(file, textOf(file));
  return {
    ...retention,
    page,
    idle_after_ms: idle_after,
    forget_after_ms: forget_after,
    agents: Object.fromEntries(Object.entries(agents).map(([agent, own]) => [agent, { idle_after_ms: own.idle_after }])),
  };
};

/**
 * What the file says for a key as in `page.port`, else the default; texts without quotes.
 * Throws VigieError `not_found` for a key that is none, `invalid` for a file with mistakes.
 */
export const getConfig = (file: string, key: string): string => {
  const path = knownPath(key);
  const text = textOf(file);
  checked(file, text);
  const said = parse(text.replace(/^\uFEFF/u, ''));
  // An agent without a figure of its own has that of all.
  const general = path[0] === 'agents' ? ['idle_after'] : path;
  return String(valueAt(said, path) ?? valueAt(said, general) ?? valueAt(defaults, general));
};

/**
 * Sets one key in place, every other byte as it was. The value is a number, or a word with or without quotes.
 * Throws VigieError `not_found` for a key that is none, `invalid` for a value or a file with mistakes; then nothing is touched.
 */
export const setConfig = (file: string, key: string, value: string): void => {
  const path = knownPath(key);
  const text = textOf(file);
  checked(file, text, 'Correct the file first.');
  const edited = setTomlKey(text, path, literalOf(value));
  if (edited === undefined)
    throw new VigieError(
      'invalid',
      `${file}: ${key} can't be set without touching the lines around it.`,
      'Edit the file by hand.',
    );
  if (edited === text) return;
  checked(`vigie config set ${key}`, edited, `vigie config get ${key} shows the value as it is.`);
  makePrivateFolder(dirname(file));
  writeAtomically(file, edited);
};

const textOf = (file: string): string => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new VigieError('io', `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isUtf8(bytes)) throw new VigieError('invalid', `${file} is not UTF-8.`, 'Save it as UTF-8.');
  return bytes.toString('utf8');
};

const checked = (file: string, text: string, hint = 'Correct it there.'): z.output<typeof schema> => {
  const { value, mistakes } = checkSource(readTomlSource(text.replace(/^\uFEFF/u, '')), schema);
  if (value === undefined)
    throw new VigieError('invalid', mistakes.map((mistake) => `${file}: ${sayMistake(mistake)}`).join('\n'), hint);
  return value;
};

/** The steps of a key that the schema knows. */
const knownPath = (key: string): string[] => {
  const path = key.split('.');
  const isAgents = path.length === 3 && path[0] === 'agents' && path[1] !== '' && path[2] === 'idle_after';
  if (isAgents || configKeys.includes(key)) return path;
  throw new VigieError('not_found', `There is no key ${key} in the configuration.`, `The keys are ${configKeys.join(', ')}.`);
};

const valueAt = (value: unknown, path: readonly string[]): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? valueAt(Reflect.get(value, key), rest)
    : undefined;
};

/** A value as a person types it: a TOML number or string is taken as it is, anything else is a word. */
const literalOf = (value: string): string => {
  const trimmed = value.trim();
  return /^(?:[+-]?\d+|"[^"\\]*"|'[^']*'|true|false)$/u.test(trimmed) ? trimmed : writeTomlValue(trimmed);
};
