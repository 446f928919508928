import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { VigieError } from '../../domain/error.ts';
import { writeAtomically } from '../../host/atomic-file.ts';
import { pathsFor, surroundings } from '../../host/folders.ts';
import { hasBlock, shellFileFor, withBlock, withoutBlock } from '../shell-file.ts';
import { defineVerb } from '../verb.ts';

// Byte for byte: a shell file need not be UTF-8, and what is not ours stays as it is.
const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'latin1') : '');
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** As programs that write shell files make them. */
const newFileMode = 0o644;

/** A file that holds nothing any more goes: it was made for our lines alone. */
const write = (file: string, text: string): void => {
  if (text === '') return rmSync(file);
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw new VigieError('io', `cannot make the folder of ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  writeAtomically(file, Buffer.from(text, 'latin1'), existsSync(file) ? undefined : newFileMode);
};

export const verb = defineVerb({
  description: [
    "Puts the folder of Vigie's launchers at the end of your PATH, so that vigie is found in every new terminal: three marked lines in the file that your shell reads at its start (bash, zsh, fish, or .profile for others). It shows them and asks before it writes. Hooks do not need this: they name the launchers by their full path.",
    'On Windows it says what to do instead.',
  ],
  args: {
    yes: { type: 'boolean', description: 'Writes without asking.' },
    remove: { type: 'boolean', description: 'Takes the lines out again; everything else stays, byte for byte.' },
  },
  examples: [
    { command: 'vigie setup', about: 'Shows what it would write, and asks.' },
    { command: 'vigie setup --remove --yes', about: 'Undoes it without asking.' },
  ],
  async run({ yes, remove }, terminal) {
    const { bin } = pathsFor();
    const target = shellFileFor(surroundings(), bin);
    if (!target) {
      terminal.write(
        `Add this folder to your Path, in Settings › System › About › Advanced system settings › Environment Variables:\n\n  ${bin}\n`,
      );
      return 0;
    }
    const file = target.candidates.find((candidate) => existsSync(candidate)) ?? target.candidates[0];
    const before = read(file);
    const after = remove ? withoutBlock(before) : withBlock(before, asBytes(target.block));
    if (after === before) {
      terminal.write(remove ? `${file} holds no lines of Vigie.\n` : `${file} has the lines already.\n`);
      return 0;
    }
    const deed = remove ? 'take out of' : hasBlock(before) ? 'renew in' : 'add to';
    terminal.write(`To ${deed} ${file}:\n\n${target.block.replace(/^/gmu, '  ')}\n\n`);
    if (!yes && !(await terminal.confirm('Write it?'))) {
      terminal.tell('Nothing was written. To write it without a question: vigie setup --yes\n');
      return 1;
    }
    write(file, after);
    terminal.write(`Done. It counts from the next terminal on${remove ? '' : `, or after: . '${file}'`}\n`);
    return 0;
  },
});
