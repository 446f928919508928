// Words of a command line against a verb's definition: what is not defined is refused, with the word that was meant.

import { parseArgs } from 'node:util';
import { VigieError } from '../domain/error.ts';
import { nearest } from '../agentfile/nearest.ts';
import type { Verb } from './verb.ts';

/** Throws a usage error unless every word is an option or argument of the verb. citty itself takes anything. */
export const checkWords = (words: readonly string[], verb: Verb, name: string): void => {
  const wrong = (message: string, hint = `See: vigie help ${name}`): never => {
    throw new VigieError('usage', message, hint);
  };
  const args = Object.entries(verb.args);
  const options = new Map(args.filter(([, arg]) => arg.type !== 'positional'));
  const positionals = args.filter(([, arg]) => arg.type === 'positional').map(([name]) => name);
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      [...options].map(([name, arg]) => [name, { type: arg.type === 'boolean' ? 'boolean' : 'string' } as const]),
    ),
  });
  let given = 0;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      given += 1;
      if (given > positionals.length && !verb.repeats) wrong(`unexpected argument: ${token.value}`);
    }
    if (token.kind !== 'option') continue;
    const option = options.get(token.name);
    if (!option) {
      const meant = nearest(token.name, options.keys());
      wrong(`unknown option: ${token.rawName}`, meant && `Did you mean --${meant}?`);
    } else if (
      option.type === 'boolean' ? token.value !== undefined : !token.value || (token.value.startsWith('--') && !token.inlineValue)
    ) {
      wrong(option.type === 'boolean' ? `${token.rawName} takes no value` : `${token.rawName} needs a value`);
    }
  }
  for (const [index, name] of positionals.entries())
    if (verb.args[name]?.required !== false && given <= index) wrong(`${name.toUpperCase()} is missing`);
  for (const [name, option] of options)
    if (option.required && !tokens.some((token) => token.kind === 'option' && token.name === name)) wrong(`--${name} is missing`);
};
