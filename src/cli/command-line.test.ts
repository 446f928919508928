import { describe, expect, it } from 'vitest';
import { checkWords } from './command-line.ts';
import { defineVerb } from './verb.ts';

const verb = defineVerb({
  description: [],
  args: {
    session: { type: 'string', required: true },
    timeout: { type: 'string' },
    json: { type: 'boolean' },
    file: { type: 'positional', required: true },
    other: { type: 'positional', required: false },
  },
  examples: [],
  run: () => Promise.resolve(0),
});

describe('the words of a command line', () => {
  it.each([
    ['--session', '5a2f', 'f'],
    ['--session=5a2f', '--json', 'f', 'g'],
    ['f', '--session', '-', '--timeout=1'],
    ['--session', 'x', '--', '--f'],
  ])('are fine: %j', (...words) => {
    expect(() => checkWords(words, verb, 'try')).not.toThrow();
  });

  it.each([
    [['--session', 'x', 'f', '--jsno'], 'unknown option: --jsno', 'Did you mean --json?'],
    [['--session', 'x', 'f', '-x'], 'unknown option: -x', 'See: vigie help try'],
    [['--session', 'x', 'f', 'g', 'h'], 'unexpected argument: h', 'See: vigie help try'],
    [['--session', 'x'], 'FILE is missing', 'See: vigie help try'],
    [['f'], '--session is missing', 'See: vigie help try'],
    [['f', '--session'], '--session needs a value', 'See: vigie help try'],
    [['f', '--session', '--json'], '--session needs a value', 'See: vigie help try'],
    [['f', '--session='], '--session needs a value', 'See: vigie help try'],
    [['f', '--session', 'x', '--json=yes'], '--json takes no value', 'See: vigie help try'],
  ])('are wrong: %j', (words, message, hint) => {
    expect(() => checkWords(words, verb, 'try')).toThrow(expect.objectContaining({ code: 'usage', message, hint }));
  });
});
