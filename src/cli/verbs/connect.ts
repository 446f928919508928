import { writeLaunchers } from '../../host/launchers.ts';
import { runCommand } from '../../host/command.ts';
import { pathsFor } from '../../host/folders.ts';
import { makePrivateFolder } from '../../host/private-folder.ts';
import type { Agent, Registry } from '../../agentfile/registry.ts';
import { agentOf } from '../../agentfile/agent-list.ts';
import type { Ground } from '../../connect/placement.ts';
import { placementsOf } from '../../connect/placement.ts';
import { installedVersion, isHere } from '../../connect/presence.ts';
import type { ConnectionView } from '../../domain/connection-view.ts';
import { VigieError } from '../../domain/error.ts';
import type { Task } from '../connecting.ts';
import { agentsNamed, checkNames, connectionsHere, groundOf, perform, projectOf, tasksOf } from '../connecting.ts';
import { readOwnRegistryFor } from '../own-registry.ts';
import { launcherPaths } from '../reach-hub.ts';
import type { Terminal } from '../terminal.ts';
import { defineVerb } from '../verb.ts';

const agentsHere = (registry: Registry, ground: Ground): Agent[] =>
  registry
    .list()
    .filter(({ used }) => used)
    .flatMap(({ id }) => agentOf(registry, id) ?? [])
    .filter((agent) => isHere(agent, ground));

const taskFor = async (agent: Agent, ground: Ground, project: string | undefined): Promise<Task> => {
  const placements = placementsOf(agent, await installedVersion(agent, ground, runCommand), ground, project);
  if (placements.length === 0)
    throw new VigieError('refused', `${agent.name} takes no hooks from a project`, `vigie connect ${agent.id}`);
  return { agent, placements };
};

/** What would stand in new files. */
const print = ({ agent, placements }: Task, terminal: Terminal): void => {
  for (const { file, format } of placements) {
    const text = format.put('', format.events);
    if (typeof text !== 'string') continue;
    terminal.tell(`${agent.name}: this belongs in ${file}. Where something stands there already, add to it.\n\n`);
    terminal.write(`${text.trimEnd()}\n`);
    terminal.tell('\n');
  }
};

const check = (agents: readonly Agent[], connections: readonly ConnectionView[], terminal: Terminal): number => {
  const wanted = new Set(agents.map(({ id }) => id));
  const found = connections.filter(({ agent }) => wanted.has(agent));
  for (const { name, file, says, hint } of found) {
    terminal.write(`${name}: ${says} (${file})\n`);
    if (hint !== '') terminal.write(`  ${hint}\n`);
  }
  const isConnected = (id: string): boolean => {
    const own = found.filter(({ agent }) => agent === id);
    return own.length > 0 && own.every(({ state }) => state === 'connected');
  };
  return [...wanted].every(isConnected) ? 0 : 1;
};

export const verb = defineVerb({
  description: [
    "Connects coding agents: puts hooks into each one's own config, so that it reports to Vigie. It shows the change and asks before it writes. Everything else in the file stays as it is, byte for byte, and the file before is kept; vigie disconnect gives the same bytes back.",
    'A file that can not be read, or not be edited without touching what is not ours, is left alone, and you are told why. Hooks that you took out by hand stay out unless you say --all-events. See docs/connect.md.',
  ],
  args: {
    agent: { type: 'positional', required: false, description: 'An agent, as in claude.' },
    all: { type: 'boolean', description: 'Every agent on this machine: its folder is there, or its program on the PATH.' },
    project: {
      type: 'string',
      valueHint: 'folder',
      description: "Into this project's own config, not into yours for all projects.",
    },
    'all-events': { type: 'boolean', description: 'Also the hooks that you took out.' },
    'dry-run': { type: 'boolean', description: 'Shows the change and writes nothing.' },
    yes: { type: 'boolean', description: 'Writes without asking.' },
    print: { type: 'boolean', description: 'Prints what would stand in a new file, to paste by hand.' },
    check: { type: 'boolean', description: 'Only says whether they are connected; all that are here, where none is named.' },
  },
  repeats: 'agent',
  examples: [
    { command: 'vigie connect --all', about: 'Connects every agent on this machine.' },
    { command: 'vigie connect claude --dry-run', about: 'Shows what would be written for Claude Code.' },
    { command: 'vigie connect claude --print', about: 'What to paste into the settings of Claude Code.' },
  ],
  exits: [[1, 'Something could not be connected, or with --check: is not connected.']],
  seeAlso: ['vigie disconnect', 'vigie doctor', 'vigie agents'],
  async run(
    { _: names, all, project, 'all-events': allEvents = false, 'dry-run': isDry = false, yes = false, ...how },
    terminal,
  ) {
    const paths = pathsFor();
    const registry = readOwnRegistryFor(names);
    const ground = groundOf(paths, registry);
    if (how.check !== true || (names.length > 0 && all === true)) checkNames(names, all, 'connect');
    const agents = names.length > 0 ? agentsNamed(names, registry) : agentsHere(registry, ground);
    if (how.check === true) return check(agents, connectionsHere(registry, paths), terminal);
    const folder = projectOf(project);
    const inProject =
      folder === undefined || names.length > 0
        ? agents
        : agents.filter((agent) => placementsOf(agent, undefined, ground, folder).length > 0);
    const isAll = all === true;
    const { tasks, isWhole } = await tasksOf(inProject, (agent) => taskFor(agent, ground, folder), isAll, terminal);
    if (tasks.length === 0)
      terminal.tell('No agent was found here. To connect one all the same, name it: vigie connect claude\n');
    if (how.print === true) {
      for (const task of tasks) print(task, terminal);
      return 0;
    }
    if (!isDry) {
      writeLaunchers(paths.bin, launcherPaths(paths));
      makePrivateFolder(paths.spool);
    }
    const { status, done } = await perform(
      tasks,
      { intent: { isWanted: true, allEvents }, isAll, isDry, isSure: yes },
      paths,
      terminal,
    );
    for (const { agent } of done) {
      const step = agentOf(registry, agent.id)?.definition.hooks?.next_step;
      if (step !== undefined) terminal.write(`${agent.name}: ${step}\n`);
    }
    return isWhole ? status : 1;
  },
});
