// Jump rules for all sessions of an app: `<app id>.json` in our folder, and in Gnista's where it exists. Read on each jump: they are few and small.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonObject } from '../agentfile/json.ts';
import { jumpMistake } from '../agentfile/jump.ts';
import { agentFileBytesMax } from '../agentfile/limits.ts';
import type { Fault } from '../domain/fault.ts';
import type { App } from './app.ts';

export interface FoundRule {
  /** The URL with its markers; null when no file has a sound rule. */
  url: string | null;
  /** Files that are there and were not used. */
  faults: Fault[];
}

export const gnistaRules = (home: string): string => join(home, 'Library', 'Application Support', 'Gnista', 'JumpRules');

/** Names that `<app id>.json` may have for an app: what the session claims first, then every name the app goes by. */
export const appIds = (claimed: string | null, app: App | null): string[] =>
  [...new Set([...(claimed ? [claimed] : []), ...(app?.ids ?? [])])].filter((id) => /^[^./\\\0][^/\\\0]{0,127}$/u.test(id));

/** The first sound rule. Never rejects. @param folders ours first */
export const findJumpRule = async (folders: readonly string[], ids: readonly string[]): Promise<FoundRule> => {
  const faults: Fault[] = [];
  for (const folder of folders) {
    for (const id of ids) {
      const text = await readText(join(folder, `${id}.json`));
      if (text === undefined) continue;
      const rule = readRule(text);
      if ('url' in rule) return { url: rule.url, faults };
      faults.push({ where: `jump rule ${id}.json`, reason: rule.mistake });
    }
  }
  return { url: null, faults };
};

const readText = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch {
    // No such file: most apps have none.
    return undefined;
  }
};

/** Strict, as agent files are: one object with one key. */
export const readRule = (bytes: Uint8Array): { url: string } | { mistake: string } => {
  if (bytes.length > agentFileBytesMax) return { mistake: `is larger than ${agentFileBytesMax} bytes` };
  const { object, faults } = readJsonObject(bytes);
  if (!object || faults[0] !== undefined) return { mistake: faults[0] ?? 'is not JSON' };
  const { url, ...others } = object;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return { mistake: `has an unknown key "${unknown}"` };
  if (typeof url !== 'string') return { mistake: 'has no "url"' };
  const mistake = jumpMistake(url);
  return mistake === undefined ? { url } : { mistake: `"url" ${mistake}` };
};
