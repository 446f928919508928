import { agentFileSchema } from '../../agentfile/dialect-vigie.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  description: ["Prints the JSON Schema of agent files in Vigie's own dialect, for editors that complete and check by one."],
  args: {},
  examples: [{ command: 'vigie agents schema > agent-file.schema.json', about: 'Keeps it for your editor.' }],
  run(_, terminal) {
    terminal.write(`${JSON.stringify(agentFileSchema(), null, 2)}\n`);
    return Promise.resolve(0);
  },
});
