import { agentOf } from '../../agentfile/agent-list.ts';
import { nearest } from '../../agentfile/nearest.ts';
import { VigieError } from '../../domain/error.ts';
import { oneLine } from '../../domain/text.ts';
import { readOwnRegistry } from '../own-registry.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  description: [
    'Prints the file that an agent is read by, as it stands; on standard error, where it lies and which other files of that name are not used. A built-in agent is a file like any other: save it under the same name in your own folder, and yours counts.',
  ],
  args: {
    name: { type: 'positional', required: true, description: 'The agent, or another name of it.' },
    json: { type: 'boolean', description: "Prints what it says as JSON, in the words of Vigie's own dialect." },
  },
  examples: [{ command: 'vigie agents show claude > ~/.config/vigie/agents/claude.toml', about: 'Begins your own Claude.' }],
  run({ name, json }, terminal) {
    const { registry, files } = readOwnRegistry();
    const id = registry.idOf(name);
    const agent = agentOf(registry, id);
    const others = registry.list().filter((entry) => entry.id === id && entry.file !== agent?.file);
    for (const { file, reasons } of others) terminal.tell(`${file} is not used: ${oneLine(reasons.join('; '))}\n`);
    if (!agent) {
      const ids = registry.list().map((entry) => entry.id);
      const meant = nearest(name, ids);
      throw new VigieError(
        'not_found',
        `no file is used for an agent ${name}`,
        meant === undefined || meant === id ? 'See: vigie agents' : `Did you mean ${meant}?`,
      );
    }
    terminal.tell(`${agent.file}\n`);
    terminal.write(
      json ? `${JSON.stringify(agent.definition, null, 2)}\n` : (files.find(({ file }) => file === agent.file)?.text ?? ''),
    );
    return Promise.resolve(0);
  },
});
