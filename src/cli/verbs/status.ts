import type { SessionView } from '../../domain/view.ts';
import { viewSchema } from '../../domain/view.ts';
import type { Paint } from '../paint.ts';
import { askHub } from '../reach-hub.ts';
import type { StateWord } from '../session-row.ts';
import { stateStyles, stateWord, stateWords } from '../session-row.ts';
import { defineVerb } from '../verb.ts';

/** Sessions per state word; `idle` counts only those that a person has seen, so the counts add up to all. */
export const countStates = (sessions: readonly SessionView[]): Record<StateWord, number> => {
  const counts = { blocked: 0, failed: 0, done: 0, working: 0, idle: 0, unknown: 0 };
  for (const session of sessions) counts[stateWord(session)] += 1;
  return counts;
};

export const statusLine = (counts: Record<StateWord, number>, paint: Paint): string =>
  stateWords
    .filter((word) => counts[word] > 0)
    .map((word) => paint(stateStyles[word], `${counts[word]} ${word}`))
    .join(', ') || 'no sessions';

export const verb = defineVerb({
  description: [
    'Counts the sessions per state, on one line; states without a session are left out. done and failed are idle sessions that you have not seen yet, idle are the others.',
    'Whether the hub itself is well is what vigie doctor says.',
  ],
  args: { json: { type: 'boolean', description: 'Prints {"schema":1,"sessions":N,"blocked":N,…} with every count.' } },
  examples: [{ command: 'vigie status', about: 'For instance: 1 blocked, 2 working.' }],
  seeAlso: ['vigie ls', 'vigie doctor'],
  async run({ json }, terminal) {
    const { sessions } = await askHub((client) => client.snapshot());
    const counts = countStates(sessions);
    terminal.write(
      json
        ? `${JSON.stringify({ schema: viewSchema, sessions: sessions.length, ...counts })}\n`
        : `${statusLine(counts, terminal.paint)}\n`,
    );
    return 0;
  },
});
