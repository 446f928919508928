import type { Complete } from '@bomb.sh/tab';
import { VigieError } from '../../domain/error.ts';
import { oneLine } from '../../domain/text.ts';
import { openClient } from '../../api/client.ts';
import { pathsFor } from '../../host/folders.ts';
import { configKeys } from '../../hub/config.ts';
import { titleOf } from '../session-row.ts';
import { verbs } from '../program.ts';
import type { Verb, VerbEntry } from '../verb.ts';
import { defineVerb } from '../verb.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof shells)[number];
const isShell = (word: string): word is Shell => shells.some((shell) => shell === word);

/** How a shell is told to use what we print. */
const installs: Readonly<Record<Shell, string>> = {
  bash: 'source <(vigie completions bash)   # in ~/.bashrc',
  zsh: 'source <(vigie completions zsh)    # in ~/.zshrc, after compinit',
  fish: 'vigie completions fish | source    # in ~/.config/fish/config.fish',
  powershell: 'vigie completions powershell | Out-String | Invoke-Expression   # in $PROFILE',
};

interface Offer {
  value: string;
  description: string;
}

/** What may stand in an argument of that name. */
const offersFor: Readonly<Record<string, () => Offer[] | Promise<Offer[]>>> = {
  // Nobody who presses Tab wants a hub started, or an error.
  session: async () => {
    try {
      const { sessions } = await openClient(pathsFor()).snapshot();
      return sessions.map((session) => ({ value: session.session, description: `${session.agent} ${titleOf(session)}`.trim() }));
    } catch {
      return [];
    }
  },
  key: () => configKeys.map((value) => ({ value, description: 'setting' })),
  verb: () => verbs.map(({ name, summary }) => ({ value: name, description: summary })),
  shell: () => shells.map((value) => ({ value, description: 'shell' })),
};

/** The verb that these words call, and its name; loads no other. */
const calledBy = async (
  words: readonly string[],
  among: readonly VerbEntry[],
  above = '',
): Promise<{ name: string; summary: string; verb: Verb } | undefined> => {
  const [word, ...rest] = words;
  const entry = among.find(({ name }) => name === word);
  if (!entry) return undefined;
  const verb = await entry.load();
  const name = `${above}${entry.name}`;
  return (verb.verbs && (await calledBy(rest, verb.verbs, `${name} `))) ?? { name, summary: entry.summary, verb };
};

/** Prints what may come in place of the last word, each with a word about it, in the form that the shells' functions read. */
const complete = async (words: readonly string[]): Promise<void> => {
  const { RootCommand } = await import('@bomb.sh/tab');
  const root = new RootCommand();
  for (const { name, summary } of verbs) root.command(name, summary);
  const called = await calledBy(words.slice(0, -1), verbs);
  if (called) {
    const { name, summary, verb } = called;
    const command = root.command(name, summary);
    for (const below of verb.verbs ?? []) root.command(`${name} ${below.name}`, below.summary);
    for (const [argument, { type, description = '' }] of Object.entries(verb.args)) {
      const offers = ((await offersFor[argument]?.()) ?? []).map(
        ({ value, description }) => [oneLine(value), oneLine(description)] as const,
      );
      const offer = (tell: Complete): void => offers.forEach(([value, description]) => tell(value, description));
      if (type === 'positional') command.argument(argument, offer, verb.repeats === argument);
      else if (type === 'boolean') command.option(argument, description);
      else command.option(argument, description, offer);
    }
  }
  root.parse([...words]);
};

export const verb = defineVerb({
  description: [
    'Prints a script that makes a shell complete the verbs of vigie, their options and the names of sessions.',
    ...shells.map((shell) => `${shell}: ${installs[shell]}.`),
    'The script calls vigie completions complete with the words of the line, and starts no hub.',
  ],
  args: { shell: { type: 'positional', required: true, description: 'bash, zsh, fish or powershell.' } },
  repeats: 'shell',
  examples: [{ command: 'source <(vigie completions bash)', about: 'Completes from now on, in this bash.' }],
  seeAlso: ['vigie setup'],
  async run({ shell, _: [, ...words] }) {
    if (shell === 'complete') {
      await complete(words);
      return 0;
    }
    if (!isShell(shell))
      throw new VigieError('usage', `vigie knows no completions for ${shell}`, `It knows ${shells.join(', ')}.`);
    const { script } = await import('@bomb.sh/tab');
    script(shell, 'vigie', 'vigie completions');
    return 0;
  },
});
