import { VigieError } from '../../domain/error.ts';
import { helpPage, manual, overview } from '../help.ts';
import { allVerbs, findVerb, verbs } from '../program.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  description: ['Without a verb, lists all of them.'],
  args: {
    verb: { type: 'positional', required: false, description: 'As in ls, or config set.' },
    markdown: { type: 'boolean', description: 'Prints the pages of all verbs as one Markdown document.' },
  },
  repeats: 'verb',
  examples: [
    { command: 'vigie help wait', about: 'All about vigie wait; the same as vigie wait --help.' },
    { command: 'vigie help --markdown | pandoc -s -t man | man -l -', about: 'The whole manual.' },
  ],
  async run({ _: words, markdown }, terminal) {
    if (markdown) {
      terminal.write(manual(await allVerbs()));
      return 0;
    }
    if (words.length === 0) {
      terminal.write(`${overview(verbs, terminal.columns(), terminal.paint).join('\n')}\n`);
      return 0;
    }
    const { rest, ...named } = await findVerb(words);
    if (rest.length > 0)
      throw new VigieError(
        'usage',
        `vigie ${named.path.join(' ')} has no verb ${rest[0]}`,
        `See: vigie help ${named.path.join(' ')}`,
      );
    terminal.write(`${helpPage(named, terminal.columns(), terminal.paint).join('\n')}\n`);
    return 0;
  },
});
