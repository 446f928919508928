// The one door to Node's SQLite. It says on every first load that it is experimental: people who start the hub need not read that.

const warn = process.emitWarning.bind(process);
process.emitWarning = (...args: unknown[]) => {
  if (!String(args[0]).startsWith('SQLite is an experimental feature')) Reflect.apply(warn, process, args);
};
const sqlite = process.getBuiltinModule('node:sqlite');
process.emitWarning = warn;

export const { DatabaseSync } = sqlite;
export type Database = InstanceType<typeof DatabaseSync>;

/** SQLite's primary result code of an error that it threw; undefined for any other error. */
export const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

export const busy = 5;
const corrupt = 11;
const notADatabase = 26;

/** Whether the file itself is damaged, as against a full disk or a missing right. */
export const isDamage = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code === corrupt || code === notADatabase;
};
