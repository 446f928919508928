// The journal's SQLite file: its statements, and nothing that decides. Every call may throw what SQLite throws.

import { closeSync, openSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import type { Event } from '../domain/event.ts';
import type { FaultCount } from '../domain/fault.ts';
import type { Session } from '../domain/session.ts';
import { keyOf } from '../domain/session.ts';
import { cutText } from '../domain/text.ts';
import { migrate } from './schema.ts';
import { DatabaseSync } from './sqlite.ts';

/** What one turn of the hub's loop writes, all or nothing. */
export interface Batch {
  /** Events in order, each with the key of the session it is about; that key may be of no session. */
  entries: readonly { event: Event; key: string }[];
  /** Sessions that changed, as they are now. */
  sessions: readonly Session[];
  /** Keys of weak sessions and what they turned out to be. */
  adopted: readonly (readonly [from: string, to: string])[];
  /** Keys of sessions that left the list without an event. */
  left: readonly string[];
  /** Number of the last change to the list. */
  change: number;
  /** Spool files that are settled by this batch and may still lie there. */
  files: readonly string[];
}

/** How far the journal has come. */
export interface Position {
  /** Number of the newest event; 0 when there is none. */
  seq: number;
  change: number;
  files: readonly string[];
}

export type Store = ReturnType<typeof openStore>;

/** An event whose JSON is longer than this is kept with its texts and lists cut. */
const bodyCharsMax = 64 * 1024;
const listMax = 64;

const bodyOf = (event: Event): string => {
  const whole = JSON.stringify(event);
  if (whole.length <= bodyCharsMax) return whole;
  return JSON.stringify(event, (_, value: unknown) => {
    if (typeof value === 'string') return cutText(value);
    return Array.isArray(value) ? value.slice(0, listMax) : value;
  });
};

type Row = Record<string, unknown>;
const textOf = (row: Row | undefined, column: string): string | undefined => {
  const value = row?.[column];
  return typeof value === 'string' ? value : undefined;
};
const numberOf = (row: Row | undefined, column: string): number | undefined => {
  const value = row?.[column];
  return typeof value === 'number' ? value : undefined;
};
// What was written from these types is read back as them.
const sessionOf = (row: Row): Session => JSON.parse(textOf(row, 'body') ?? '');
const eventOf = (row: Row): Event & { seq: number } => ({ ...JSON.parse(textOf(row, 'body') ?? ''), seq: numberOf(row, 'seq') });
const keyedEventOf = (row: Row): Event & { seq: number; id: string } => ({ ...eventOf(row), id: textOf(row, 'key') ?? '' });
const keyIn = (row: Row): string => textOf(row, 'key') ?? '';
const positionOf = (text: string | undefined): Position | undefined => (text === undefined ? undefined : JSON.parse(text));

/** The figures: WAL with NORMAL loses nothing to kill -9; 16 MB of cache and a checkpoint per 16 MB keep a million events as fast as the first. */
const settings = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;
`;

export const openStore = (path: string) => {
  // SQLite would make it readable for all; its side files follow the mode of this one.
  closeSync(openSync(path, 'a', 0o600));
  const db = new DatabaseSync(path, { timeout: 2_000 });
  try {
    db.exec(settings);
    migrate(db, path);
    return statements(db);
  } catch (error) {
    db.close();
    throw error;
  }
};

const statements = (db: InstanceType<typeof DatabaseSync>) => {
  const sql = {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    addEvent: db.prepare('INSERT INTO events (seq, session, host, kind, source, at_ms, body) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    addWords: db.prepare('INSERT INTO words (rowid, prompt, message, reply) VALUES (?, ?, ?, ?)'),
    idOf: db.prepare('SELECT id FROM sessions WHERE key = ?'),
    addSession: db.prepare(
      'INSERT INTO sessions (key, listed, body) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET listed = excluded.listed, body = excluded.body RETURNING id',
    ),
    // Naming `listed` would write its index each time.
    putLive: db.prepare('UPDATE sessions SET body = ? WHERE id = ?'),
    putEnded: db.prepare('UPDATE sessions SET listed = 0, body = ? WHERE id = ?'),
    renameSession: db.prepare('UPDATE sessions SET key = ? WHERE id = ?'),
    unlist: db.prepare('UPDATE sessions SET listed = 0 WHERE key = ?'),
    moveEvents: db.prepare('UPDATE events SET session = ? WHERE session = ?'),
    dropSession: db.prepare('DELETE FROM sessions WHERE id = ?'),
    live: db.prepare('SELECT id, key, body FROM sessions WHERE listed = 1'),
    recall: db.prepare('SELECT body FROM sessions WHERE key = ?'),
    heard: db.prepare("SELECT body ->> 'agent' AS agent, max(body ->> 'heard_ms') AS heard_ms FROM sessions GROUP BY 1"),
    eventsOf: db.prepare(
      'SELECT seq, body FROM events WHERE session = (SELECT id FROM sessions WHERE key = ?) ORDER BY seq DESC LIMIT ?',
    ),
    history: db.prepare(
      'SELECT events.seq AS seq, events.body AS body, sessions.key AS key FROM events JOIN sessions ON sessions.id = events.session WHERE events.seq < ? ORDER BY events.seq DESC LIMIT ?',
    ),
    historyOf: db.prepare(
      'SELECT events.seq AS seq, events.body AS body, sessions.key AS key FROM sessions JOIN events ON events.session = sessions.id WHERE sessions.key = ? AND events.seq < ? ORDER BY events.seq DESC LIMIT ?',
    ),
    keysLike: db.prepare(
      "SELECT key FROM sessions WHERE substr(key, 1, length(:start)) = :start OR substr(key, instr(key, ':') + 1, length(:start)) = :start ORDER BY id DESC LIMIT :some",
    ),
    keysIn: db.prepare(
      "SELECT key FROM sessions WHERE json_extract(body, '$.cwd') = :folder OR substr(json_extract(body, '$.cwd'), 1, length(:within)) = :within",
    ),
    countOf: db.prepare('SELECT count(*) AS count FROM events WHERE session = ?'),
    someOf: db.prepare('SELECT seq FROM events WHERE session = ? LIMIT ?'),
    dropEvent: db.prepare('DELETE FROM events WHERE seq = ?'),
    dropWordsOf: db.prepare('DELETE FROM words WHERE rowid = ?'),
    mergeWords: db.prepare("INSERT INTO words (words, rank) VALUES ('merge', ?)"),
    search: db.prepare(
      'SELECT events.seq AS seq, events.body AS body FROM words JOIN events ON events.seq = words.rowid WHERE words MATCH ? ORDER BY words.rowid DESC LIMIT ?',
    ),
    faults: db.prepare('SELECT place, reason, count, first_ms, last_ms FROM faults'),
    putFault: db.prepare('INSERT OR REPLACE INTO faults (place, reason, count, first_ms, last_ms) VALUES (?, ?, ?, ?, ?)'),
    dropFault: db.prepare('DELETE FROM faults WHERE place = ? AND reason = ?'),
    addToken: db.prepare('INSERT OR REPLACE INTO tokens (hash, expires_ms) VALUES (?, ?)'),
    token: db.prepare('SELECT expires_ms FROM tokens WHERE hash = ?'),
    clearTokens: db.prepare('DELETE FROM tokens WHERE expires_ms <= ?'),
    meta: db.prepare('SELECT value FROM meta WHERE key = ?'),
    putMeta: db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)'),
    oldest: db.prepare(
      'SELECT max(seq) AS seq, max(CASE WHEN at_ms < :before THEN seq END) AS old FROM (SELECT seq, at_ms FROM events ORDER BY seq LIMIT :some)',
    ),
    upTo: db.prepare('SELECT seq, session FROM events WHERE seq <= ?'),
    dropSilent: db.prepare(
      'DELETE FROM sessions WHERE id = ? AND listed = 0 AND NOT EXISTS (SELECT 1 FROM events WHERE session = sessions.id)',
    ),
    // After each step of dropping: left to itself SQLite writes 16 MB back at once, and reports wait for that.
    checkpoint: db.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
    pages: db.prepare(
      'SELECT page_count - freelist_count AS used, page_size AS size FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
    ),
  };

  /** Row ids of live sessions; those of ended ones are looked up when needed, so memory follows the live ones. */
  const ids = new Map<string, number>();
  const metaOf = (key: string): string | undefined => textOf(sql.meta.get(key), 'value');
  const position = positionOf(metaOf('position'));
  let seq = position?.seq ?? 0;

  const idOf = (key: string): number | undefined => ids.get(key) ?? numberOf(sql.idOf.get(key), 'id');

  const together = <T>(work: () => T): T => {
    sql.begin.run();
    try {
      const result = work();
      sql.commit.run();
      return result;
    } catch (error) {
      ids.clear();
      if (db.isTransaction) sql.rollback.run();
      throw error;
    }
  };

  const adopt = (from: string, to: string): void => {
    const weak = idOf(from);
    ids.delete(from);
    if (weak === undefined) return;
    const known = idOf(to);
    if (known === undefined) return void sql.renameSession.run(to, weak);
    sql.moveEvents.run(known, weak);
    sql.dropSession.run(weak);
  };

  const put = (session: Session): void => {
    const key = keyOf(session);
    const body = JSON.stringify(session);
    const id = ids.get(key);
    if (id === undefined) ids.set(key, Number(sql.addSession.get(key, session.ended_ms === null ? 1 : 0, body)?.id));
    else (session.ended_ms === null ? sql.putLive : sql.putEnded).run(body, id);
  };

  const addEvent = (event: Event, id: number | undefined, number: number): void => {
    const { prompt = null, message = null, reply = null } = event;
    sql.addEvent.run(number, id ?? null, event.host ?? '', event.kind, event.source, event.at_ms, bodyOf(event));
    if (prompt !== null || message !== null || reply !== null)
      sql.addWords.run(number, prompt && cutText(prompt), message && cutText(message), reply && cutText(reply));
  };

  // One by one: the full-text index takes four times as long for a range.
  const dropEvent = (number: SQLInputValue): void => {
    sql.dropEvent.run(number);
    sql.dropWordsOf.run(number);
  };

  return {
    /** Undefined for a file that nothing was written to yet. */
    position: (): Position | undefined => position,

    append(batch: Batch, faults: readonly FaultCount[]): void {
      let number = seq;
      together(() => {
        for (const [from, to] of batch.adopted) adopt(from, to);
        for (const session of batch.sessions) put(session);
        const renamed = new Map(batch.adopted);
        for (const { event, key } of batch.entries) addEvent(event, idOf(renamed.get(key) ?? key), ++number);
        for (const key of batch.left) sql.unlist.run(key);
        for (const fault of faults) sql.putFault.run(fault.where, fault.reason, fault.count, fault.first_ms, fault.last_ms);
        sql.putMeta.run('position', JSON.stringify({ seq: number, change: batch.change, files: batch.files } satisfies Position));
      });
      seq = number;
      for (const key of batch.left) ids.delete(key);
      for (const session of batch.sessions) if (session.ended_ms !== null) ids.delete(keyOf(session));
    },

    live(): Session[] {
      const rows = sql.live.all();
      for (const row of rows) ids.set(String(row.key), Number(row.id));
      return rows.map(sessionOf);
    },
    recall: (key: string): Session | undefined => sql.recall.all(key).map(sessionOf)[0],
    /** When each agent that is known by a session was last heard, in epoch milliseconds. */
    heard: (): Map<string, number> => new Map(sql.heard.all().map((row) => [String(row.agent), Number(row.heard_ms)])),
    eventsOf: (key: string, limit: number) => sql.eventsOf.all(key, limit).map(eventOf),
    /** Events before that number, newest first: of one session, or of all. */
    history: (key: string | undefined, before: number, limit: number) =>
      (key === undefined ? sql.history.all(before, limit) : sql.historyOf.all(key, before, limit)).map(keyedEventOf),
    /** Keys of sessions, live or not, that begin so, or whose session id does: at most `some`, the newest first. */
    keysLike: (start: string, some: number): string[] => sql.keysLike.all({ start, some }).map(keyIn),
    /** Keys of sessions, live or not, whose folder is this one or below it. */
    keysIn: (folder: string, separator: string): string[] =>
      sql.keysIn.all({ folder, within: folder.endsWith(separator) ? folder : folder + separator }).map(keyIn),
    /** How many events of a session there are. */
    countOf: (key: string): number => Number(sql.countOf.get(idOf(key) ?? null)?.count),
    search: (query: string, limit: number) => sql.search.all(query, limit).map(eventOf),

    faults: (): FaultCount[] =>
      sql.faults.all().map((row) => ({
        where: String(row.place),
        reason: String(row.reason),
        count: Number(row.count),
        first_ms: Number(row.first_ms),
        last_ms: Number(row.last_ms),
      })),
    dropFault: (fault: FaultCount): void => void sql.dropFault.run(fault.where, fault.reason),

    addToken: (hash: string, expires_ms: number): void => void sql.addToken.run(hash, expires_ms),
    /** When the token of this hash dies; undefined for none. */
    tokenExpiry: (hash: string): number | undefined => numberOf(sql.token.get(hash), 'expires_ms'),
    /** Forgets the tokens that die up to this moment. */
    clearTokens: (until_ms: number): void => void sql.clearTokens.run(until_ms),

    meta: metaOf,
    putMeta: (key: string, value: string): void => void sql.putMeta.run(key, value),

    /** Bytes in use; freed pages are used again and do not count. */
    bytes(): number {
      const row = sql.pages.get();
      return Number(row?.used) * Number(row?.size);
    },
    /** Of the oldest `some` events the number of the last, and of the last one older than `before`; 0 where there is none. */
    oldest(some: number, before: number): { seq: number; old: number } {
      const row = sql.oldest.get({ some, before });
      return { seq: Number(row?.seq), old: Number(row?.old) };
    },
    /** Drops events up to and with this number, and the ended sessions of which no event is left by that. */
    dropUpTo(number: number): void {
      together(() => {
        const rows = sql.upTo.all(number);
        for (const { seq } of rows) dropEvent(seq ?? null);
        for (const id of new Set(rows.map(({ session }) => session ?? null))) sql.dropSilent.run(id);
      });
      sql.checkpoint.get();
    },
    /** Drops some events of a session, the session itself with the last of them; true when more are left. */
    dropSomeOf(key: string, some: number): boolean {
      const id = idOf(key);
      if (id === undefined) return false;
      const rows = sql.someOf.all(id, some);
      together(() => {
        for (const { seq } of rows) dropEvent(seq ?? null);
        if (rows.length < some) sql.dropSession.run(id);
      });
      sql.checkpoint.get();
      if (rows.length < some) ids.delete(key);
      return rows.length === some;
    },
    /** Takes dropped words out of the index for good, so many pages at a time; true when more is left to do. */
    mergeWords(pages: number): boolean {
      const before = db.prepare('SELECT total_changes() AS count').get()?.count;
      // A negative number merges what SQLite would still leave apart.
      sql.mergeWords.run(-pages);
      return Number(db.prepare('SELECT total_changes() AS count').get()?.count) - Number(before) >= 2;
    },
    /** Writes the file anew without what was dropped, and empties the write-ahead log. */
    vacuum: (): void => db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'),

    close(): void {
      try {
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        db.close();
      }
    },
  };
};
