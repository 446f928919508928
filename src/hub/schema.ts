// The tables of the journal, as the steps that made them: a step is never edited once released, only followed by another.

import { VigieError } from '../domain/error.ts';
import type { Database } from './sqlite.ts';

/**
 * `events.seq` has no gaps. A session's row holds its latest folded state; `listed` is 1 while it is live. The words are kept without a
 * second copy of the text (contentless), and only for events that carry any: `rowid` is the event's `seq`.
 */
export const steps: readonly string[] = [
  `
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, listed INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_listed ON sessions (listed) WHERE listed = 1;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY, session INTEGER, host TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL,
    at_ms INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_session ON events (session) WHERE session IS NOT NULL;
  CREATE VIRTUAL TABLE words USING fts5(prompt, message, reply, content='', contentless_delete=1);
  CREATE TABLE faults (
    place TEXT NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL,
    PRIMARY KEY (place, reason)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tokens (hash TEXT PRIMARY KEY, expires_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
];

/** Brings a journal to the newest step. Throws VigieError `invalid` for one that a newer Vigie wrote. */
export const migrate = (db: Database, path: string, all: readonly string[] = steps): void => {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version > all.length)
    throw new VigieError(
      'invalid',
      `The journal ${path} was written by a newer Vigie (schema ${version}, this one knows ${all.length}).`,
      'Run the newer vigie, or move the file away to begin a new journal.',
    );
  for (const [index, step] of all.entries())
    if (index >= version) db.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`);
};
