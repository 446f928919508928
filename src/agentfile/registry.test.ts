import { describe, expect, it } from 'vitest';
import { builtInFiles, builtIns, fileText } from '../../test/agent-registry.ts';
import { defaultRules } from '../domain/rules.ts';
import { createRegistry } from './registry.ts';

const of = (...files: Parameters<typeof fileText>[]): ReturnType<typeof createRegistry> =>
  createRegistry([...builtInFiles, ...files.map((file) => fileText(...file))]);
const entry = (registry: ReturnType<typeof createRegistry>, file: string) => registry.list().find((one) => one.file === file);

describe('createRegistry', () => {
  it('finds an agent by id and by alias, whatever their case', () => {
    expect(builtIns.find('claude')).toMatchObject({ id: 'claude', name: 'Claude', origin: 'built-in' });
    expect(builtIns.find('Claude-Code')?.id).toBe('claude');
    expect(builtIns.find('nobody')).toBeUndefined();
    expect(builtIns.idOf('agy')).toBe('antigravity');
    expect(builtIns.idOf('nobody')).toBe('nobody');
    expect(builtIns.idOf('constructor')).toBe('constructor');
    expect(of(['ralph.toml', 'vigie = 1\naliases = ["wiggum"]']).find('wiggum')?.id).toBe('ralph');
  });

  it('never takes an id for an alias', () => {
    const registry = of(['ralph.toml', 'vigie = 1\naliases = ["claude", "agy"]'], ['agy.toml', 'vigie = 1']);
    expect(registry.find('claude')?.id).toBe('claude');
    expect(registry.find('agy')?.id).toBe('agy');
  });

  it('shows the name of the file, else the id with a capital', () => {
    expect(of(['ralph.json', '{"name":"Ralph W."}']).nameOf('ralph')).toBe('Ralph W.');
    expect(of(['ralph.json', '{}']).nameOf('ralph')).toBe('Ralph');
    expect(builtIns.nameOf('my-tool')).toBe('My-tool');
  });

  it('lets the first folder win, and says of the others what goes before them', () => {
    const registry = of(
      ['ralph.json', '{"name":"Theirs"}', 'gnista'],
      ['ralph.toml', 'vigie = 1\nname = "Ours"', 'vigie'],
      ['claude.toml', 'vigie = 1\nname = "My Claude"', 'vigie'],
    );
    expect(registry.nameOf('ralph')).toBe('Ours');
    expect(entry(registry, '/agents/gnista/ralph.json')).toMatchObject({
      used: false,
      reasons: ['/agents/vigie/ralph.toml goes before it'],
    });
    expect(registry.nameOf('claude')).toBe('My Claude');
    expect(registry.list().find(({ id, origin }) => id === 'claude' && origin === 'built-in')).toMatchObject({
      used: false,
      reasons: ['/agents/vigie/claude.toml goes before it'],
    });
  });

  it('lets the next folder in where a file is broken', () => {
    const registry = of(['claude.toml', 'vigie = 1\nnmae = "x"']);
    expect(registry.nameOf('claude')).toBe('Claude');
    expect(entry(registry, '/agents/vigie/claude.toml')).toMatchObject({
      used: false,
      reasons: ['Line 2, column 1, nmae: there is no key "nmae" here. Did you mean "name"?'],
    });
  });

  it('takes no Gnista file for a built-in agent, in whatever folder', () => {
    for (const origin of ['gnista', 'vigie'] as const) {
      const registry = of(['claude.json', '{"name":"Mine"}', origin]);
      expect(registry.nameOf('claude')).toBe('Claude');
      expect(entry(registry, `/agents/${origin}/claude.json`)?.reasons).toEqual([
        "claude is built in, and a Gnista file can't change a built-in agent",
      ]);
    }
  });

  it('reads what Gnista leaves free by a Gnista file only where it comes through hook custom', () => {
    const registry = createRegistry([
      fileText('pi.toml', 'vigie = 1\nname = "Pi"', 'built-in'),
      fileText('pi.json', '{"name":"Mine"}', 'gnista'),
    ]);
    expect(registry.find('pi')?.name).toBe('Pi');
    expect(registry.findCustom('pi')?.name).toBe('Mine');
    expect(entry(registry, '/agents/gnista/pi.json')).toMatchObject({
      used: true,
      reasons: ['only `vigie hook custom pi` is read by it, since pi is built in'],
    });
  });

  it('never reads hook custom by a built-in file or under a taken name', () => {
    expect(builtIns.findCustom('claude')).toBeUndefined();
    expect(of(['claude.toml', 'vigie = 1']).findCustom('claude')).toBeUndefined();
    expect(of(['ralph.toml', 'vigie = 1']).findCustom('ralph')?.id).toBe('ralph');
  });

  it('takes two files of one name in one folder for an error of both', () => {
    const registry = of(['ralph.json', '{}'], ['ralph.toml', 'vigie = 1'], ['ralph.json', '{"name":"Theirs"}', 'gnista']);
    expect(entry(registry, '/agents/vigie/ralph.json')?.reasons).toEqual([
      '/agents/vigie/ralph.toml is of the same name; only one of them may stay',
    ]);
    expect(entry(registry, '/agents/vigie/ralph.toml')?.used).toBe(false);
    expect(registry.nameOf('ralph')).toBe('Theirs');
  });

  it.each(['Ralph', '-ralph', 'x'.repeat(33), 'räl', 'a b', ''])('takes no file of the name %j', (stem) => {
    const registry = createRegistry([{ ...fileText('ralph.json', '{}'), stem }]);
    expect(registry.list()).toMatchObject([{ used: false, reasons: [expect.stringContaining('is no name of an agent')] }]);
    expect(registry.find(stem)).toBeUndefined();
  });

  it('says that tma’s manifests are not read yet', () => {
    const registry = of(['foo.toml', 'min_engine_version = "0.1"\n[identity]\nprocess_names = ["foo"]', 'tma']);
    expect(entry(registry, '/agents/tma/foo.toml')).toMatchObject({
      used: false,
      reasons: [expect.stringContaining('tma manifest')],
    });
  });

  it('gives the rules of the file, under what the person set for this agent and over what they set for all', () => {
    const files = [fileText('ralph.toml', 'vigie = 1\n[rules]\nidle_after_ms = 1000\nscreen_expires = ["idle"]')];
    expect(createRegistry(files).rulesFor('ralph')).toEqual({ ...defaultRules, idle_after_ms: 1_000, screen_expires: ['idle'] });
    expect(createRegistry(files, { idleAfterMs: 7 }).rulesFor('ralph').idle_after_ms).toBe(1_000);
    expect(createRegistry(files, { idleAfterMs: 7 }).rulesFor('other').idle_after_ms).toBe(7);
    expect(createRegistry(files, { idleAfterMsOf: { ralph: 0 } }).rulesFor('ralph').idle_after_ms).toBe(0);
    expect(createRegistry(files, { idleAfterMsOf: {} }).rulesFor('constructor')).toEqual(defaultRules);
    expect(createRegistry(files).rulesFor('other')).toEqual(defaultRules);
  });
});
