// What a verb is: its arguments, everything its help says, and what it does. The list of them is in `program.ts`.

import type { ArgsDef, ParsedArgs } from 'citty';
import { runCommand } from 'citty';
import type { Terminal } from './terminal.ts';

export interface Example {
  command: string;
  /** What it does, as one sentence. */
  about: string;
}

interface VerbText {
  /** Paragraphs. */
  description: readonly string[];
  /** Name of the last positional argument when it may be given many times. */
  repeats?: string;
  examples: readonly Example[];
  /** Statuses of its own, beside or in place of the common ones of `help.ts`. */
  exits?: readonly (readonly [status: number | string, when: string])[];
  seeAlso?: readonly string[];
  /** Verbs below this one, as in `vigie config set`. */
  verbs?: readonly VerbEntry[];
  /** It has verbs below, and also does something without one. */
  alone?: boolean;
}

export interface Verb extends VerbText {
  args: ArgsDef;
  /** Takes checked words. Gives the exit status; what goes wrong for a person is thrown as VigieError. */
  run(words: readonly string[], terminal: Terminal): Promise<number>;
}

/** What a verb's own file says. */
interface Definition<A extends ArgsDef> extends VerbText {
  args: A;
  run(args: ParsedArgs<A>, terminal: Terminal): Promise<number>;
}

/** A verb's line in the list; the rest is loaded when it is called. */
export interface VerbEntry {
  name: string;
  /** Heading of the list that it stands under. */
  group: string;
  /** What it does, in a few words without a full stop. */
  summary: string;
  load: () => Promise<Verb>;
  /** Tools call it: whatever goes wrong is told, and the status is 0. */
  neverFails?: boolean;
}

/** Keeps the types of the arguments inside the definition. */
export const defineVerb = <const A extends ArgsDef>(definition: Definition<A>): Verb => ({
  ...definition,
  async run(words, terminal) {
    let status = 0;
    await runCommand(
      { args: definition.args, run: async ({ args }) => void (status = await definition.run(args, terminal)) },
      { rawArgs: [...words] },
    );
    return status;
  },
});
