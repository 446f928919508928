import type { Agent, Registry } from '../../agentfile/registry.ts';
import { agentOf } from '../../agentfile/agent-list.ts';
import type { Entry } from '../../connect/ledger.ts';
import { isFor, readLedger } from '../../connect/ledger.ts';
import type { Ground } from '../../connect/placement.ts';
import { placementOf, placementsOf } from '../../connect/placement.ts';
import { pathsFor } from '../../host/folders.ts';
import type { Task } from '../connecting.ts';
import { agentsNamed, checkNames, groundOf, perform, projectOf, tasksOf, workplaceOf } from '../connecting.ts';
import { readOwnRegistryFor } from '../own-registry.ts';
import { defineVerb } from '../verb.ts';

/** Where it would be connected now, and wherever it was: a variable that moved its folder may be unset by now. */
const taskFor = (agent: Agent, entries: readonly Entry[], ground: Ground, project: string | undefined): Task => {
  const here = placementsOf(agent, undefined, ground, project);
  const elsewhere = entries.filter(
    (entry) =>
      entry.agent === agent.id &&
      (project === undefined || entry.project === project) &&
      !here.some((placement) => isFor(placement)(entry)),
  );
  return { agent, placements: [...here, ...elsewhere.flatMap((entry) => placementOf(agent, entry, ground) ?? [])] };
};

const agentsWithHooks = (registry: Registry): Agent[] =>
  registry
    .list()
    .filter(({ used }) => used)
    .flatMap(({ id }) => agentOf(registry, id) ?? [])
    .filter(({ definition }) => definition.hooks !== undefined);

export const verb = defineVerb({
  description: [
    "Takes Vigie's hooks out of coding agents' configs again, wherever they were put, projects included. It shows the change and asks before it writes. A file that is as Vigie left it gets the very bytes back that it had before; of one that was changed since, only our own entries go. Files and folders that Vigie made go when nothing else is in them.",
  ],
  args: {
    agent: { type: 'positional', required: false, description: 'An agent, as in claude.' },
    all: { type: 'boolean', description: 'Every agent.' },
    project: { type: 'string', valueHint: 'folder', description: "Only out of this project's own config." },
    'dry-run': { type: 'boolean', description: 'Shows the change and writes nothing.' },
    yes: { type: 'boolean', description: 'Writes without asking.' },
  },
  repeats: 'agent',
  examples: [
    { command: 'vigie disconnect claude', about: 'Claude Code no longer reports.' },
    { command: 'vigie disconnect --all --yes', about: 'Leaves all configs as they were, without a question.' },
  ],
  exits: [[1, 'A file could not be edited; standard error says which and why.']],
  seeAlso: ['vigie connect'],
  async run({ _: names, all, project, 'dry-run': isDry = false, yes = false }, terminal) {
    checkNames(names, all, 'disconnect');
    const paths = pathsFor();
    const registry = readOwnRegistryFor(names);
    const ground = groundOf(paths, registry);
    const entries = readLedger(workplaceOf(paths).ledger);
    const agents = names.length > 0 ? agentsNamed(names, registry) : agentsWithHooks(registry);
    const isAll = all === true;
    const make = (agent: Agent): Task => taskFor(agent, entries, ground, projectOf(project));
    const { tasks, isWhole } = await tasksOf(agents, make, isAll, terminal);
    const { status, done } = await perform(
      tasks,
      { intent: { isWanted: false, allEvents: false }, isAll, isDry, isSure: yes },
      paths,
      terminal,
    );
    if (isAll && !isDry && done.length === 0 && status === 0) terminal.write('No agent is connected.\n');
    return isWhole ? status : 1;
  },
});
