import { expect, it } from 'vitest';
import { builtInFiles, fileText } from '../../test/agent-registry.ts';
import { agentList, agentOf } from './agent-list.ts';
import { createRegistry } from './registry.ts';

const registry = createRegistry([
  ...builtInFiles,
  fileText('ralph.json', '{"version":2,"name":"Ralph W.","colour":"#112233","icon":"r.svg"}', 'gnista'),
  fileText('ralph.toml', 'vigie = 1\nname = "Mine"\n'),
  fileText('claude.json', '{"name":"Not mine"}', 'gnista'),
]);

it('lists every file and whoever was only heard of, by name', () => {
  const list = agentList(
    registry,
    new Map([
      ['ralph', 7],
      ['zorro', 8],
    ]),
    (['connected', 'gone'] as const).map((state) => ({
      agent: 'ralph',
      name: 'Mine',
      file: `/${state}`,
      state,
      says: '',
      hint: '',
    })),
  );
  expect(list.filter(({ id }) => id === 'ralph')).toMatchObject([
    { name: 'Mine', origin: 'vigie', used: true, colour: null, icon: false, heard_ms: 7, reasons: [], connection: 'gone' },
    {
      name: 'Ralph W.',
      origin: 'gnista',
      used: false,
      colour: null,
      icon: false,
      heard_ms: 7,
      connection: null,
      reasons: ['/agents/vigie/ralph.toml goes before it'],
    },
  ]);
  expect(list.at(-1)).toMatchObject({ id: 'zorro', name: 'Zorro', origin: null, file: null, heard_ms: 8 });
  expect(list.filter(({ id }) => id === 'claude')).toMatchObject([
    { origin: 'gnista', used: false },
    { origin: 'built-in', used: true, colour: '#CA7B57', icon: true },
  ]);
  expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).toSorted());
});

it('finds an agent that only `hook custom` knows', () => {
  expect(agentOf(registry, 'ralph')?.name).toBe('Mine');
  expect(agentOf(registry, 'nobody')).toBeUndefined();
});
