import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentName, takenNames } from '../../agentfile/names.ts';
import { startingFile } from '../../agentfile/starting-file.ts';
import { VigieError } from '../../domain/error.ts';
import { pathsFor } from '../../host/folders.ts';
import { makePrivateFolder } from '../../host/private-folder.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  description: ['Writes a commented agent file to start from. It works as it is; a file that is there already is left alone.'],
  args: { name: { type: 'positional', required: true, description: 'The agent: 1 to 32 of a-z, 0-9, - and _.' } },
  examples: [{ command: 'vigie agents new ralph', about: 'Writes ralph.toml into the folder of your agent files.' }],
  seeAlso: ['vigie agents lint', 'vigie agents try'],
  run({ name }, terminal) {
    if (!agentName.test(name))
      throw new VigieError(
        'usage',
        `${JSON.stringify(name)} is no name of an agent`,
        'It is 1 to 32 of a-z, 0-9, - and _, first a letter or digit.',
      );
    if (takenNames.includes(name))
      throw new VigieError(
        'refused',
        `the name ${name} is taken by a built-in agent`,
        `To change that one, begin with: vigie agents show ${name}`,
      );
    const { agents } = pathsFor();
    const there = ['toml', 'json'].map((extension) => join(agents, `${name}.${extension}`)).find((file) => existsSync(file));
    if (there !== undefined) throw new VigieError('refused', `${there} is there already`, 'Edit it, or move it away first.');
    const file = join(agents, `${name}.toml`);
    makePrivateFolder(agents);
    writeFileSync(file, startingFile(name), { flag: 'wx', mode: 0o600 });
    terminal.write(`${file}\n`);
    return Promise.resolve(0);
  },
});
