import { join } from 'node:path';
import { hookLines } from '../../agentfile/hook-lines.ts';
import { nearest } from '../../agentfile/nearest.ts';
import type { Agent } from '../../agentfile/registry.ts';
import { createRegistry } from '../../agentfile/registry.ts';
import { VigieError } from '../../domain/error.ts';
import { agentFolders, readAgentFiles } from '../../host/agent-files.ts';
import { runCommand } from '../../host/command.ts';
import { pathsFor, surroundings } from '../../host/folders.ts';
import { packageRoot } from '../../host/package-root.ts';
import { defineVerb } from '../verb.ts';

/** What the agent says of itself: it may refuse hooks that its version does not know. Undefined when it is not here. */
const installedVersion = async ({ id, definition }: Agent): Promise<string | undefined> => {
  const ran = await runCommand(definition.identity?.process_names?.[0] ?? id, ['--version'], { deadline_ms: 5_000 });
  return ran.ok ? /\d+\.\d+(?:\.\d+)?/u.exec(ran.stdout)?.[0] : undefined;
};

export const verb = defineVerb({
  description: [
    "Prints the hooks that connect a coding agent, and the file that they belong in. Vigie does not write into an agent's own config yet: paste them by hand, and keep what is there.",
  ],
  args: {
    agent: { type: 'positional', required: true, description: 'The agent, as in claude.' },
    print: { type: 'boolean', description: 'Prints the hooks. Needed for now, as nothing else is possible yet.' },
  },
  examples: [{ command: 'vigie connect claude --print', about: 'What to paste into the settings of Claude Code.' }],
  async run({ agent: wanted, print }, terminal) {
    const paths = pathsFor();
    const registry = createRegistry(readAgentFiles(agentFolders(paths, packageRoot())));
    const agent = registry.find(wanted);
    const lines =
      agent &&
      hookLines(agent.id, agent.definition, join(paths.bin, 'vigie-hook'), print ? await installedVersion(agent) : undefined);
    if (!lines) {
      const known = registry.list().map(({ id }) => id);
      const meant = nearest(wanted, known);
      throw new VigieError(
        'not_found',
        agent ? `${agent.name} takes no hooks` : `there is no agent ${wanted}`,
        meant && meant !== agent?.id ? `Did you mean ${meant}?` : `Agents are: ${known.join(', ')}`,
      );
    }
    if (!print)
      throw new VigieError(
        'refused',
        `vigie can't connect ${agent.name} by itself yet`,
        `See what to paste where: vigie connect ${agent.id} --print`,
      );
    const file = join(surroundings().home, lines.file);
    terminal.tell(`${agent.name}: this belongs in ${file}. Where that has hooks already, add these to them.\n\n`);
    terminal.write(`${lines.text.trimEnd()}\n`);
    terminal.tell(`\nThen start ${agent.name} anew, and look: vigie ls\n`);
    return 0;
  },
});
