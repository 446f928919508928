import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { builtIns } from '../../test/agent-registry.ts';
import { withCalls } from '../../test/fs-calls.ts';
import { hashOf, openBackups } from './backups.ts';
import { carryOut } from './connection.ts';
import type { Workplace } from './connection.ts';
import { readLedger } from './ledger.ts';
import type { Ground } from './placement.ts';
import { placementsOf } from './placement.ts';
import type { Placement } from './plan.ts';

let home: string;
let state: string;
let workplace: Workplace;
const fresh = (): void => {
  home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', "höme of o'neil $X "));
  state = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'state-'));
  workplace = { ledger: join(state, 'ledger.json'), backups: openBackups(join(state, 'backups')), now: () => 1000 };
};
beforeEach(fresh);

const ground = (launcher = join(state, 'bin', 'vigie-hook')): Ground => ({
  home,
  env: {},
  launcher,
  spool: join(state, 'spool'),
  idOf: (name) => builtIns.idOf(name),
});
const files = (agent: string, at: Ground = ground()): Placement[] => {
  const found = builtIns.find(agent);
  if (!found) throw new Error(`no ${agent}`);
  return placementsOf(found, undefined, at);
};
const connect = (agent: string, at?: Ground, allEvents = false) =>
  carryOut(files(agent, at), { isWanted: true, allEvents }, workplace);
const disconnect = (agent: string) => carryOut(files(agent), { isWanted: false, allEvents: false }, workplace);
const done = (result: ReturnType<typeof carryOut>): string[] => {
  if ('refused' in result) throw new Error(`${result.refused.file}: ${result.refused.why}`);
  return result.left.map(({ why }) => why);
};

const settings = (): string => join(home, '.claude', 'settings.json');
const put = (text: string | Buffer, file = settings()): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const read = (file = settings()): string => readFileSync(file, 'utf8');
/** Every file below the home with its mode and content, and every folder. */
const tree = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(home, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => {
        const info = lstatSync(path);
        const content = info.isFile() ? hashOf(readFileSync(path)) : info.isSymbolicLink() ? readlinkSync(path) : '';
        return [path.slice(home.length), `${info.mode.toString(8)} ${content}`];
      }),
  );

const theirs = '{\n\t"theme": "dark", "permissions": {\n\t\t"deny": [ "Read(.env)" ]\n\t},\n\t"hooks": { "Stop": [] }\n}';

describe('connecting', () => {
  it.each(builtIns.list().flatMap(({ id }) => (builtIns.find(id)?.definition.hooks ? [id] : [])))(
    '%s: makes what is not there, and takes all of it away again',
    (agent) => {
      const before = tree();
      expect(done(connect(agent))).toEqual([]);
      for (const { file } of files(agent)) expect(existsSync(file)).toBe(true);
      const connected = tree();
      expect(done(connect(agent))).toEqual([]);
      expect(tree()).toEqual(connected);
      done(disconnect(agent));
      expect(tree()).toEqual(before);
      expect(readLedger(workplace.ledger)).toEqual([]);
    },
  );

  it('keeps the mode, the byte order mark, and a link that leads elsewhere', () => {
    const real = join(home, 'dotfiles', 'claude.json');
    put(`\uFEFF${theirs}`, real);
    chmodSync(real, 0o640);
    mkdirSync(join(home, '.claude'));
    symlinkSync('../dotfiles/claude.json', settings());
    const before = tree();
    done(connect('claude'));
    expect([readlinkSync(settings()), statSync(real).mode & 0o777, read().startsWith('\uFEFF{')]).toEqual([
      '../dotfiles/claude.json',
      0o640,
      true,
    ]);
    done(disconnect('claude'));
    expect(tree()).toEqual(before);
  });

  it('writes where a dangling link points to, if its folder is there', () => {
    mkdirSync(join(home, '.claude'));
    symlinkSync('there.json', settings());
    const before = tree();
    done(connect('claude'));
    expect(readlinkSync(settings())).toBe('there.json');
    expect(existsSync(join(home, '.claude', 'there.json'))).toBe(true);
    done(disconnect('claude'));
    expect(tree()).toEqual(before);
  });

  it('once more writes nothing at all', () => {
    put(theirs);
    done(connect('claude'));
    const calls: string[] = [];
    withCalls(
      ({ name }) => calls.push(name),
      () => done(connect('claude')),
    );
    expect(calls.filter((name) => /write|rename|link|mkdir|rm/u.test(name))).toEqual([]);
  });

  it('replaces hooks that call another launcher, and finds the way back to the first bytes', () => {
    put(theirs);
    done(connect('claude', ground('/old place/vigie-hook')));
    done(connect('claude'));
    expect(read()).not.toContain('/old place/');
    done(disconnect('claude'));
    expect(read()).toBe(theirs);
  });

  it('leaves out a hook that a person took out, until asked', () => {
    put(theirs);
    done(connect('claude'));
    const taken = JSON.parse(read()) as { hooks: Record<string, unknown> };
    delete taken.hooks.Notification;
    put(JSON.stringify(taken, null, 2));
    done(connect('claude'));
    done(connect('claude', ground('/new place/vigie-hook')));
    expect(Object.keys((JSON.parse(read()) as typeof taken).hooks)).not.toContain('Notification');
    expect(read()).toContain('/new place/');
    done(connect('claude', undefined, true));
    expect(Object.keys((JSON.parse(read()) as typeof taken).hooks)).toContain('Notification');
    expect(readLedger(workplace.ledger)).toMatchObject([{ declined: [] }]);
  });

  it('puts all hooks back where something has rewritten the file without any', () => {
    put(theirs);
    done(connect('claude'));
    put('{"theme":"light"}');
    done(connect('claude'));
    expect(Object.keys((JSON.parse(read()) as { hooks: object }).hooks)).toContain('Notification');
    done(disconnect('claude'));
    expect(read()).toBe('{"theme":"light"}');
  });

  it('takes only its own out of a file that others have changed since', () => {
    put(theirs);
    done(connect('claude'));
    put(read().replace('"dark"', '"light"'));
    done(disconnect('claude'));
    expect(JSON.parse(read())).toEqual({ theme: 'light', permissions: { deny: ['Read(.env)'] }, hooks: { Stop: [] } });
  });

  it('keeps what others put into a file that it made', () => {
    done(connect('claude'));
    put(JSON.stringify({ theme: 'light', ...(JSON.parse(read()) as object) }, null, 2));
    done(disconnect('claude'));
    expect(read()).toBe('{\n  "theme": "light"\n}');
  });

  it('works from the file alone when the ledger is lost', () => {
    const before = '{\n  "theme": "dark"\n}\n';
    put(before);
    done(connect('claude'));
    workplace = { ...workplace, ledger: join(state, 'another.json') };
    expect(done(connect('claude'))).toEqual([]);
    done(disconnect('claude'));
    expect(read()).toBe(before);
  });

  it('keeps every version that it replaced', () => {
    put(theirs);
    done(connect('claude'));
    expect(workplace.backups.read(hashOf(Buffer.from(theirs)))?.toString()).toBe(theirs);
  });

  it('connects Codex also where another program is notified', () => {
    put('notify = ["say"]\n', join(home, '.codex', 'config.toml'));
    const before = tree();
    expect(done(connect('codex'))).toEqual(['notify calls another program already, so it stays']);
    expect(existsSync(join(home, '.codex', 'hooks.json'))).toBe(true);
    done(disconnect('codex'));
    expect(tree()).toEqual(before);
  });
});

describe('what can not be edited stays as it is', () => {
  const refusals: [string, () => void, RegExp][] = [
    ['a trailing comma', () => put('{"a":1,}'), /^line 1: property name expected$/u],
    ['half a file', () => put('{"hooks": {"Stop": [{"hoo'), /^line 1: /u],
    ['hooks that are a list', () => put('{"hooks":[]}'), /^hooks is not an object$/u],
    ['an event that is an object', () => put('{"hooks":{"Stop":{}}}'), /^hooks\.Stop is not a list$/u],
    ['a list', () => put('[]'), /^the file is not an object$/u],
    ['a comment', () => put('{\n// mine\n}'), /^line 2: invalid comment token$/u],
    ['a key that stands twice', () => put('{"a":1,"a":2}'), /^line 1: the key "a" stands twice$/u],
    ['other than UTF-8', () => put(Buffer.from([0x7b, 0xff, 0x7d])), /^it is not valid UTF-8$/u],
    ['a folder', () => mkdirSync(settings(), { recursive: true }), /^it is a folder$/u],
    ['read-only', () => (put('{}'), chmodSync(settings(), 0o444)), /^it is read-only$/u],
    ['more than 16 MB', () => put(`{"a":"${'x'.repeat(16 * 1024 * 1024)}"}`), /^it is larger than 16 MB$/u],
    ['too deep', () => put(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), /deep|RangeError|stack/u],
    [
      'a link into a folder that is not there',
      () => (mkdirSync(join(home, '.claude')), symlinkSync('/nowhere/at/all.json', settings())),
      /^it is a link to \/nowhere\/at\/all\.json, whose folder is not there$/u,
    ],
    [
      'a circle of links',
      () => (mkdirSync(join(home, '.claude')), symlinkSync('settings.json', settings())),
      /too many symbolic links/u,
    ],
    ['a file where its folder should be', () => put('', join(home, '.claude')), /is not a folder|ENOTDIR/u],
  ];
  it.each(refusals)('%s', (_, make, why) => {
    make();
    const before = tree();
    const result = connect('claude');
    expect(result).toEqual({ refused: { file: settings(), why: expect.stringMatching(why) } });
    expect(tree()).toEqual(before);
    expect(existsSync(workplace.ledger)).toBe(false);
  });

  it('nor is any other file of the same agent', () => {
    put('plugins: [a]\n', join(home, '.hermes', 'config.yaml'));
    const before = tree();
    expect(connect('hermes')).toEqual({
      refused: { file: join(home, '.hermes', 'config.yaml'), why: 'plugins is not a block of keys' },
    });
    expect(tree()).toEqual(before);
  });

  it('takes an empty file and 5 MB', () => {
    for (const before of [
      '',
      ' \n',
      JSON.stringify(
        {
          big: 'x'
            .repeat(200)
            .split('')
            .map((_, at) => ({ at, text: 'y'.repeat(25_000) })),
        },
        null,
        2,
      ),
    ]) {
      put(before);
      done(connect('claude'));
      expect(JSON.parse(read())).toHaveProperty('hooks.Stop');
      done(disconnect('claude'));
      expect(read()).toBe(before);
    }
  });
});
