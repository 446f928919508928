// config.toml: strict, with the place of each mistake; edited in place.

import type { Rules } from '../domain/rules.ts';

export interface Config {
  page: { port: number };
  /** A working session that says nothing for this long goes to rest; 0 turns that off. */
  idle_after_ms: number;
  forget_after_ms: number;
  retention_days: number;
  retention_bytes: number;
  agents: Readonly<Record<string, { idle_after_ms?: number }>>;
}

/** Reads the file; defaults when there is none. Throws VigieError `invalid` with line, column and key. */
export const readConfig = (_file: string): Config => {
  throw new Error('not built yet');
};

/** The rules of one agent with the user's own figures in them. */
export const configuredRules = (_config: Config, _agent: string, _rules: Rules): Rules => {
  throw new Error('not built yet');
};

/** The value of a key (`page.port`) as the file or the default has it, in TOML. Throws VigieError `not_found` for a key that is none. */
export const getConfig = (_file: string, _key: string): string => {
  throw new Error('not built yet');
};

/** Sets one key in place, every other byte as it was. The value is TOML or a bare word. Throws VigieError `invalid`; then nothing is touched. */
export const setConfig = (_file: string, _key: string, _value: string): void => {
  throw new Error('not built yet');
};
