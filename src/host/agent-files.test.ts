import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../test/agents/eventually.ts';
import { createRegistry } from '../agentfile/registry.ts';
import type { AgentFolders } from './agent-files.ts';
import { agentFolders, readAgentFiles, watchAgentFiles } from './agent-files.ts';
import { pathsFor } from './folders.ts';
import { packageRoot } from './package-root.ts';

let made = 0;
const newFolders = (): AgentFolders => {
  const root = join(process.env.VIGIE_TEST_FOLDER ?? '', `agents-${made++}`);
  const folders = {
    vigie: join(root, 'vigie'),
    gnista: join(root, 'gnista'),
    tma: join(root, 'tma'),
    builtIn: join(root, 'built-in'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  return folders;
};

describe('agentFolders', () => {
  it('are Vigie’s own, Gnista’s, tma’s and the package’s', () => {
    const where = { env: { XDG_CONFIG_HOME: '/c' }, home: '/home/dev', platform: 'linux', user: 'dev' } as const;
    expect(agentFolders(pathsFor(where), '/pkg', where)).toEqual({
      vigie: join('/c', 'vigie', 'agents'),
      gnista: join('/home/dev', 'Library', 'Application Support', 'Gnista', 'Agents'),
      tma: join('/c', 'tma', 'agents'),
      builtIn: join('/pkg', 'agents'),
    });
    expect(agentFolders(pathsFor(where), '/pkg', { ...where, env: { XDG_CONFIG_HOME: 'relative' } }).tma).toBe(
      join('/home/dev', '.config', 'tma', 'agents'),
    );
  });
});

describe('readAgentFiles', () => {
  it('finds each kind of file in its folder, with the icons beside it', () => {
    const folders = newFolders();
    writeFileSync(join(folders.vigie, 'ralph.toml'), 'vigie = 1');
    writeFileSync(join(folders.vigie, 'ralph.svg'), '<svg/>');
    writeFileSync(join(folders.vigie, 'notes.txt'), 'x');
    writeFileSync(join(folders.vigie, '.hidden.json'), '{}');
    mkdirSync(join(folders.vigie, 'folder.json'));
    writeFileSync(join(folders.gnista, 'wiggum.json'), '{}');
    writeFileSync(join(folders.gnista, 'no.toml'), '');
    writeFileSync(join(folders.tma, 'foo.toml'), 'min_engine_version = "0.1"');
    mkdirSync(join(folders.builtIn, 'claude'));
    writeFileSync(join(folders.builtIn, 'claude', 'agent.toml'), 'vigie = 1');
    writeFileSync(join(folders.builtIn, 'claude', 'other.toml'), 'vigie = 1');
    expect(readAgentFiles(folders).map(({ origin, stem, icons }) => [origin, stem, icons])).toEqual([
      ['vigie', 'ralph', { 'ralph.svg': 6 }],
      ['gnista', 'wiggum', {}],
      ['tma', 'foo', {}],
      ['built-in', 'claude', {}],
    ]);
  });

  it('goes without folders that are not there', () => {
    const nowhere = join(process.env.VIGIE_TEST_FOLDER ?? '', 'nowhere');
    expect(readAgentFiles({ vigie: nowhere, gnista: nowhere, tma: nowhere, builtIn: nowhere })).toEqual([]);
  });

  it('tells a file that is too long', () => {
    const folders = newFolders();
    writeFileSync(join(folders.vigie, 'ralph.json'), Buffer.alloc(1_048_577, ' '));
    expect(createRegistry(readAgentFiles(folders)).list()).toMatchObject([
      { reasons: ['is 1048577 bytes long; at most 1048576 are read'] },
    ]);
  });

  it('tells a file that is no UTF-8, and goes after links', () => {
    const folders = newFolders();
    writeFileSync(join(folders.vigie, 'a.json'), Uint8Array.from([0x7b, 0xff, 0x7d]));
    writeFileSync(join(folders.vigie, 'b.json'), '{"name":"\uFFFD"}');
    symlinkSync('b.json', join(folders.vigie, 'c.json'));
    symlinkSync('gone.json', join(folders.vigie, 'd.json'));
    expect(createRegistry(readAgentFiles(folders)).list()).toMatchObject([
      { id: 'a', reasons: ['is not valid UTF-8'] },
      { id: 'b', name: '\uFFFD', used: true },
      { id: 'c', used: true },
    ]);
  });

  it('passes over what can not be looked at, and opens nothing that is too long', () => {
    const folders = newFolders();
    for (const name of ['loop.toml', 'loop.svg']) symlinkSync(name, join(folders.vigie, name));
    writeFileSync(join(folders.vigie, 'ralph.toml'), 'vigie = 1');
    writeFileSync(join(folders.vigie, 'vast.json'), '');
    truncateSync(join(folders.vigie, 'vast.json'), 3 * 1024 ** 3);
    expect(readAgentFiles(folders).map(({ stem, fault }) => [stem, fault])).toEqual([
      ['ralph', undefined],
      ['vast', 'is 3221225472 bytes long; at most 1048576 are read'],
    ]);
    watchAgentFiles(folders, () => {})();
  });

  it('finds the built-in agents of this package', () => {
    const folders = { ...newFolders(), builtIn: join(packageRoot(), 'agents') };
    expect(createRegistry(readAgentFiles(folders)).find('claude')).toMatchObject({
      origin: 'built-in',
      definition: { icon: 'icon.svg' },
    });
  });
});

describe('watchAgentFiles', () => {
  it('tells when a file comes, changes and goes, and no more once it is ended', async () => {
    const folders = newFolders();
    const file = join(folders.vigie, 'ralph.toml');
    let told = 0;
    const end = watchAgentFiles(folders, () => void told++);
    const toldOf = (count: number): Promise<true> =>
      eventually(
        () => (told === count ? true : undefined),
        5_000,
        () => `told ${told} times`,
      );
    writeFileSync(file, 'vigie = 1');
    await toldOf(1);
    writeFileSync(file, 'vigie = 1\nname = "Ralph"');
    await toldOf(2);
    rmSync(file);
    await toldOf(3);
    end();
    writeFileSync(file, 'vigie = 1');
    expect(told).toBe(3);
  });

  it('makes Vigie’s own folder, so that the first file is seen at once', async () => {
    const folders = newFolders();
    rmSync(folders.vigie, { recursive: true });
    let told = false;
    const end = watchAgentFiles(folders, () => void (told = true));
    writeFileSync(join(folders.vigie, 'ralph.toml'), 'vigie = 1');
    await eventually(
      () => told || undefined,
      5_000,
      () => 'never told',
    );
    end();
    expect(told).toBe(true);
  });
});
