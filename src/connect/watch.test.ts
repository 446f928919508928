import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState, ConnectionView } from '../domain/connection-view.ts';
import type { Entry } from './ledger.ts';
import { watchConnections } from './watch.ts';

const folder = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'watched-'));
const file = join(folder, 'settings.json');
const entry: Entry = {
  agent: 'x',
  file,
  part: 'x',
  after: [],
  bare: null,
  folders: [],
  events: ['Stop'],
  declined: [],
  at_ms: 0,
};
let state: ConnectionState;
let lost: string[];
let looks: number;
let stop: () => void;

beforeEach(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '{}');
  [state, lost, looks] = ['connected', [], 0];
  stop = watchConnections({
    ledger: join(folder, 'state', 'ledger.json'),
    entries: () => [entry],
    look: () => {
      looks += 1;
      return [{ agent: 'x', name: 'X', file, state, says: state, hint: '' } satisfies ConnectionView];
    },
    onLost: (view) => lost.push(view.state),
  });
});
afterEach(() => stop());

const settled = (count: number): Promise<void> => vi.waitFor(() => expect(looks).toBe(count), { timeout: 5_000 });

describe('watching the configs of connected agents', () => {
  it('says once when hooks are gone from a file that was replaced', async () => {
    state = 'gone';
    writeFileSync(`${file}.new`, '{"a":1}');
    renameSync(`${file}.new`, file);
    await settled(2);
    writeFileSync(file, '{"a":2}');
    await settled(3);
    expect(lost).toEqual(['gone']);
    state = 'connected';
    writeFileSync(file, '{"a":3}');
    await settled(4);
    state = 'partly';
    writeFileSync(file, '{"a":4}');
    await settled(5);
    expect(lost).toEqual(['gone', 'partly']);
  });

  it('does not look for what an agent writes beside', async () => {
    writeFileSync(join(folder, 'history.jsonl'), '{}');
    writeFileSync(file, '{"b":1}');
    await settled(2);
    expect([lost, looks]).toEqual([[], 2]);
  });
});
