import { agentLines } from '../agent-table.ts';
import { reachHub } from '../reach-hub.ts';
import type { Terminal } from '../terminal.ts';
import type { Verb, VerbEntry } from '../verb.ts';
import { defineVerb } from '../verb.ts';

const group = 'Agents';

const list = async (json: boolean | undefined, terminal: Terminal): Promise<number> => {
  const known = await (await reachHub()).agents();
  const lines = json
    ? [JSON.stringify(known, null, 2)]
    : agentLines(known.agents, terminal.columns(), terminal.now(), terminal.paint);
  terminal.write(`${lines.join('\n')}\n`);
  return 0;
};

const args = { json: { type: 'boolean', description: 'Prints the same as JSON.' } } as const;

const listVerb = defineVerb({
  description: [
    'Lists every agent that has a file or has ever reported: whose file it is, when it was last heard, and why a file is not used.',
  ],
  args,
  examples: [{ command: 'vigie agents list --json', about: 'All of it, for a program.' }],
  run: ({ json }, terminal) => list(json, terminal),
});

const verbs: readonly VerbEntry[] = [
  { name: 'list', group, summary: 'list all agents', load: () => Promise.resolve(listVerb) },
  { name: 'new', group, summary: 'begin an agent file', load: async () => (await import('./agents-new.ts')).verb },
  {
    name: 'lint',
    group,
    summary: 'tell every mistake in agent files',
    load: async () => (await import('./agents-lint.ts')).verb,
  },
  {
    name: 'schema',
    group,
    summary: 'print the JSON Schema of agent files',
    load: async () => (await import('./agents-schema.ts')).verb,
  },
  { name: 'show', group, summary: 'print the file of an agent', load: async () => (await import('./agents-show.ts')).verb },
  { name: 'try', group, summary: 'say what a report would become', load: async () => (await import('./agents-try.ts')).verb },
];

export const verb: Verb = defineVerb({
  description: [
    'Without a further word it lists all agents. docs/custom-agents.md tells how to teach Vigie an agent of your own, with one line or with a file.',
  ],
  args,
  examples: [
    { command: 'vigie agents', about: 'Lists all agents.' },
    { command: 'vigie agents new ralph', about: 'Begins a file for an agent of your own.' },
  ],
  verbs,
  alone: true,
  run: ({ json }, terminal) => list(json, terminal),
});
