// Connecting with trouble between any two calls to the file system: killed, a full disk, somebody else who writes.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBackups } from '../../src/connect/backups.ts';
import { carryOut } from '../../src/connect/connection.ts';
import type { Ground } from '../../src/connect/placement.ts';
import { placementsOf } from '../../src/connect/placement.ts';
import type { Placement } from '../../src/connect/plan.ts';
import { builtIns } from '../agent-registry.ts';
import { withCalls } from '../fs-calls.ts';

const folder = process.env.VIGIE_TEST_FOLDER ?? '';
let home: string;
let state: string;
beforeEach(() => {
  home = mkdtempSync(join(folder, "höme of o'neil $X "));
  state = mkdtempSync(join(folder, 'state-'));
});

const files = (agent: string): Placement[] => {
  const found = builtIns.find(agent);
  if (!found) throw new Error(`no ${agent}`);
  const ground: Ground = {
    home,
    env: {},
    launcher: join(state, 'bin', 'vigie-hook'),
    spool: join(state, 'spool'),
    idOf: (name) => builtIns.idOf(name),
  };
  return placementsOf(found, undefined, ground);
};
const run = (agent: string, isWanted: boolean): void => {
  const workplace = { ledger: join(state, 'ledger.json'), backups: openBackups(join(state, 'backups')), now: () => 1000 };
  const result = carryOut(files(agent), { isWanted, allEvents: false }, workplace);
  if ('refused' in result) throw new Error(`${result.refused.file}: ${result.refused.why}`);
};
const connect = (agent: string): void => run(agent, true);
const disconnect = (agent: string): void => run(agent, false);

const settings = (): string => join(home, '.claude', 'settings.json');
const put = (text: string, file = settings()): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
/** Every file below the home with its mode and content, and every folder. */
const tree = (): string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => {
      const info = lstatSync(path);
      return `${path.slice(home.length)} ${info.mode.toString(8)} ${info.isFile() ? readFileSync(path, 'utf8') : ''}`;
    });

const theirs = '{\n\t"theme": "dark", "permissions": {\n\t\t"deny": [ "Read(.env)" ]\n\t},\n\t"hooks": { "Stop": [] }\n}';

/** What each of the agent's files may hold: what it held before, or what it holds when all is done. */
const statesOf = (agent: string): Map<string, [string | undefined, string | undefined]> => {
  const before = files(agent).map(({ file }) => textOf(file));
  connect(agent);
  const after = files(agent).map(({ file }) => textOf(file));
  disconnect(agent);
  return new Map(files(agent).map(({ file }, at) => [file, [before[at], after[at]]]));
};

class Killed extends Error {}

/** From call number `at` on nothing more happens, as after kill -9; a write that is hit has come half way. False when it was done before. */
const killedAt = (at: number, work: () => void): boolean => {
  let isDead = false;
  try {
    withCalls(({ index, name, args: [file, data] }) => {
      if (index < at) return;
      if (index === at && name === 'writeFileSync' && typeof file === 'number')
        writeSync(file, Buffer.from(data as string | Uint8Array).subarray(0, 10));
      isDead = true;
      throw new Killed();
    }, work);
  } catch {
    // Whatever became of that error in a process that is gone.
  }
  return isDead;
};

describe.each([
  ['a config that is there', 'claude', theirs],
  ['a config that is not', 'claude', undefined],
  ['several files, none of them there', 'hermes', undefined],
])('%s', (_, agent, config) => {
  const isSound = (allowed: ReturnType<typeof statesOf>): void => {
    for (const [file, texts] of allowed) expect(texts).toContain(textOf(file));
  };

  it('kill -9 between any two calls loses nothing, and the next run goes on', () => {
    if (config !== undefined) put(config);
    const before = tree();
    const allowed = statesOf(agent);
    for (let at = 0, wasKilled = true; wasKilled; at += 1) {
      wasKilled = killedAt(at, () => connect(agent));
      isSound(allowed);
      connect(agent);
      for (const [file, [, after]] of allowed) expect(textOf(file)).toBe(after);
      wasKilled = killedAt(at, () => disconnect(agent)) || wasKilled;
      isSound(allowed);
      disconnect(agent);
      expect(tree()).toEqual(before);
    }
  });

  it('a disk that fails at any call changes nothing, or all', () => {
    if (config !== undefined) put(config);
    const before = tree();
    const allowed = statesOf(agent);
    for (let at = 0, hasFailed = true; hasFailed; at += 1) {
      hasFailed = false;
      let said = '';
      try {
        withCalls(
          ({ index }) => {
            if (index !== at) return;
            hasFailed = true;
            throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
          },
          () => connect(agent),
        );
      } catch (error) {
        said = String(error);
      }
      isSound(allowed);
      const isUndone = said.includes('Nothing was changed');
      expect(isUndone ? tree() : before).toEqual(before);
      disconnect(agent);
      expect(tree()).toEqual(before);
    }
  });
});

describe('somebody else who writes at any step', () => {
  const add = (): string => JSON.stringify({ ...(JSON.parse(textOf(settings()) ?? '{}') as object), theirs: 1 }, null, 1);
  const inPlace = (): void => put(add());
  const byRename = (): void => {
    put(add(), `${settings()}.theirs`);
    renameSync(`${settings()}.theirs`, settings());
  };
  /** The one call before which a file put there by rename is not seen: our own rename, or the removal. */
  const isWindow = ({ name, args }: { name: string; args: readonly unknown[] }): boolean =>
    (name === 'renameSync' && args[1] === settings()) || (name === 'unlinkSync' && args[0] === settings());

  it.each<[string, () => void, string | undefined, boolean]>([
    ['into the file', inPlace, theirs, false],
    ['into a file that was not there', inPlace, undefined, false],
    ['by rename', byRename, theirs, true],
    ['by rename, where nothing was', byRename, undefined, true],
  ])('loses nothing: %s', (_, writeTheirs, config, hasWindow) => {
    const { events } = files('claude')[0]?.format ?? { events: [] };
    let windows = 0;
    for (const isConnecting of [true, false])
      for (let at = 0, hasRaced = true; hasRaced; at += 1) {
        disconnect('claude');
        rmSync(join(home, '.claude'), { recursive: true, force: true });
        if (config !== undefined) put(config);
        else mkdirSync(join(home, '.claude'));
        if (!isConnecting) connect('claude');
        hasRaced = false;
        let wasWindow = false;
        withCalls(
          (call) => {
            if (call.index !== at) return;
            hasRaced = true;
            wasWindow = hasWindow && isWindow(call);
            writeTheirs();
          },
          () => run('claude', isConnecting),
        );
        if (wasWindow) windows += 1;
        if (!hasRaced || wasWindow) continue;
        const result = JSON.parse(textOf(settings()) ?? '') as { theirs?: number; hooks?: Record<string, unknown[]> };
        expect(result.theirs).toBe(1);
        const groups = events.map((event) => (isConnecting ? result.hooks?.[event]?.length : 1));
        expect(groups).toEqual(events.map(() => 1));
        disconnect('claude');
        expect(JSON.parse(textOf(settings()) ?? '')).toEqual({ ...(JSON.parse(config ?? '{}') as object), theirs: 1 });
      }
    expect(windows).toBeLessThanOrEqual(hasWindow ? 2 : 0);
  });
});
