import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchFolder } from './folder-watch.ts';

let home: string;
let folder: string;
let calls: number;
let ways: string[];
let stop: () => void;
const start = (): void => {
  stop = watchFolder(
    folder,
    () => {
      calls += 1;
    },
    (how) => ways.push(how),
  );
};
/** Lets that much time pass, and what is due then happen. */
const pass = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_900_000_000_000 });
  home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'watch-'));
  folder = join(home, 'spool');
  calls = 0;
  ways = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  rmSync(home, { recursive: true, force: true });
});

describe('watching a folder', () => {
  it('asks at once, and every 10 s without any news', async () => {
    start();
    await pass(0);
    expect([calls, ways]).toStrictEqual([1, ['watch']]);
    await pass(9_999);
    expect(calls).toBe(1);
    await pass(1);
    expect(calls).toBe(2);
    await pass(30_000);
    expect(calls).toBe(5);
    stop();
    await pass(60_000);
    expect(calls).toBe(5);
  });

  it('makes the folder for this user alone, and again when it vanishes', async () => {
    start();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    rmSync(folder, { recursive: true });
    await pass(10_000);
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(ways.at(-1)).toBe('watch');
  });

  it('moves on to the folder that now has the name', async () => {
    start();
    await pass(0);
    renameSync(folder, join(home, 'old'));
    mkdirSync(folder);
    await pass(10_000);
    expect(ways.at(-1)).toBe('watch');
    vi.useRealTimers();
    const before = calls;
    writeFileSync(join(folder, '1'), '');
    await expect.poll(() => calls).toBeGreaterThan(before);
  });

  it('says so when it can not be watched, asks every second then, and recovers', async () => {
    writeFileSync(folder, 'in the way');
    start();
    await pass(0);
    expect([calls, ways]).toStrictEqual([1, ['poll']]);
    await pass(3_000);
    expect(calls).toBe(4);
    rmSync(folder);
    await pass(1_000);
    expect(ways.at(-1)).toBe('watch');
    await pass(5_999);
    expect(calls).toBe(5);
    await pass(1);
    expect(calls).toBe(6);
  });
});
