import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../hub/journal.ts';
import { openJournal } from '../hub/journal.ts';
import { DatabaseSync } from '../hub/sqlite.ts';
import type { Keys } from './keys.ts';
import { createKeys, ticketMs, tokenMs } from './keys.ts';

let path = '';
let clock = 0;
let journal: Journal;
let keys: Keys;
const open = (): void => {
  journal = openJournal(path, () => clock);
  keys = createKeys(journal, () => clock);
};
beforeEach(() => {
  path = join(mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'keys-')), 'journal.db');
  clock = 1_900_000_000_000;
  open();
});
afterEach(() => journal.close());

it('changes a ticket for a token once', () => {
  const { ticket, expires_ms } = keys.ticket();
  expect(expires_ms).toBe(clock + ticketMs);
  const token = keys.redeem(ticket);
  expect(token?.expires_ms).toBe(clock + tokenMs);
  expect(keys.accepts(token?.token ?? '')).toBe(true);
  expect(keys.redeem(ticket)).toBeUndefined();
  expect(keys.accepts(ticket)).toBe(false);
  expect(keys.accepts('')).toBe(false);
});

it('lets tickets die of age, and the oldest when there are many', () => {
  const { ticket } = keys.ticket();
  clock += ticketMs;
  expect(keys.redeem(ticket)).toBeUndefined();
  const many = Array.from({ length: 33 }, () => keys.ticket().ticket);
  expect(many.map((one) => keys.redeem(one) !== undefined)).toEqual([false, ...Array.from({ length: 32 }, () => true)]);
});

it('keeps tokens over a restart for 30 days, and only as hashes', () => {
  const token = keys.redeem(keys.ticket().ticket)?.token ?? '';
  journal.close();
  const db = new DatabaseSync(path, { readOnly: true });
  const kept = JSON.stringify(db.prepare('SELECT * FROM tokens').all());
  db.close();
  open();
  expect(kept).toMatch(/"hash":"[0-9a-f]{64}"/u);
  expect(kept).not.toContain(token);
  clock += tokenMs - 1;
  expect(keys.accepts(token)).toBe(true);
  clock += 1;
  expect(keys.accepts(token)).toBe(false);
});

it('ends everything that was given out at once', () => {
  const { ticket } = keys.ticket();
  const token = keys.redeem(keys.ticket().ticket)?.token ?? '';
  const until = keys.untilRevoked();
  keys.revoke();
  expect([keys.accepts(token), keys.redeem(ticket), until.aborted, keys.untilRevoked().aborted]).toEqual([
    false,
    undefined,
    true,
    false,
  ]);
});
