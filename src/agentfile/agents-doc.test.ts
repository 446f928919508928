// docs/agents.md is made from the built-in agent files: `npx vitest -u` renews it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtIns } from '../../test/agent-registry.ts';
import type { AgentDefinition } from './definition.ts';

const known: Readonly<Record<NonNullable<AgentDefinition['known_from']>, string>> = {
  run: 'run in our tests or recorded by us',
  maker: "from its maker's documents",
  others: 'from what others saw',
};
const answers: Readonly<Record<NonNullable<AgentDefinition['approvals']>, string>> = {
  none: '–',
  plain: 'allow, deny',
  full: 'allow, deny, always, edits, answers',
};

/** The comment at the head of an agent file says which version and which documents. */
const headOf = (text: string): string => /^# (.*)\n/u.exec(text)?.[1] ?? '';

const page = (agents: readonly { id: string; name: string; definition: AgentDefinition; head: string }[]): string =>
  [
    '# Agents',
    '',
    'What Vigie knows of each agent, from the files in `agents/`, which are written in the format of your own',
    '([custom-agents.md](custom-agents.md)). `vigie agents` lists them with those of your own, and when each was last heard.',
    '',
    '| agent | its hooks go to | could be answered from outside | how we know |',
    '|---|---|---|---|',
    ...agents.map(({ id, name, definition: { hooks, approvals, known_from } }) => {
      const files = [hooks, ...(hooks?.also ?? [])].flatMap((one) => (one ? [`\`~/${one.file}\``] : []));
      return `| ${name} (\`${id}\`) | ${files.join(', ')} | ${answers[approvals ?? 'none']} | ${known_from ? known[known_from] : ''} |`;
    }),
    '',
    'Nothing answers an agent yet: the third column says what its hooks would allow.',
    '',
    '## What each was read from',
    '',
    ...agents.map(({ id, head }) => `- \`${id}\`: ${head}`),
    '',
    '## Systems',
    '',
    'All of it is run on Linux. macOS and Windows are written from documents and tested as far as logic goes.',
    '',
  ].join('\n');

describe('docs/agents.md', () => {
  it('says of every built-in agent how it is known, as its file does', async () => {
    const agents = builtIns.list().flatMap(({ id }) => {
      const agent = builtIns.find(id);
      return agent ? [{ ...agent, head: headOf(readFileSync(agent.file, 'utf8')) }] : [];
    });
    expect(agents.filter(({ definition }) => definition.known_from === undefined).map(({ id }) => id)).toEqual([]);
    await expect(page(agents)).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/agents.md'));
  });
});
