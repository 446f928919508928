import { existsSync } from 'node:fs';
import { createRegistry } from '../../agentfile/registry.ts';
import { VigieError } from '../../domain/error.ts';
import { oneLine } from '../../domain/text.ts';
import { readAgentFileAt } from '../../host/agent-files.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  description: [
    'Reads agent files as the hub would, and tells every mistake with its line, column and key. A file with a single mistake is not used at all.',
  ],
  args: { file: { type: 'positional', required: true, description: 'An agent file, .toml or .json.' } },
  repeats: 'file',
  examples: [{ command: 'vigie agents lint ~/.config/vigie/agents/ralph.toml', about: 'Is it fine?' }],
  exits: [[1, 'There are mistakes, or a file is not there.']],
  run({ _: paths }, terminal) {
    let isFine = true;
    for (const path of paths) {
      const { file, files } = readAgentFileAt(path);
      const entry = createRegistry(files)
        .list()
        .find((one) => one.file === file);
      if (!entry)
        throw new VigieError(
          'not_found',
          existsSync(file) ? `${path} is no agent file that can be read` : `there is no file ${path}`,
          'It must be a file that ends in .toml or .json. vigie agents lists those in use.',
        );
      if (entry.reasons.length > 0) isFine = false;
      terminal.write(
        entry.reasons.length === 0 ? `${path}: fine\n` : entry.reasons.map((reason) => `${path}: ${oneLine(reason)}\n`).join(''),
      );
    }
    return Promise.resolve(isFine ? 0 : 1);
  },
});
