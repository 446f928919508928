import { resolve } from 'node:path';
import type { Forgettable, Forgotten } from '../../hub/forgetting.ts';
import { oneLine } from '../../domain/text.ts';
import { reachHub } from '../reach-hub.ts';
import { defineVerb } from '../verb.ts';

/** A word with a separator in it, or that begins as a path does, is a folder; ids hold neither. */
const meant = (word: string): Forgettable =>
  /^[.~]|[/\\]/u.test(word) ? { folder: resolve(word).replace(/(?<=.)[/\\]+$/u, '') } : { session: word };

const shownMax = 10;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const listOf = ({ sessions }: Forgotten): string[] => [
  ...sessions.slice(0, shownMax).map((id) => `  ${oneLine(id)}`),
  ...(sessions.length > shownMax ? [`  and ${sessions.length - shownMax} more`] : []),
];

export const verb = defineVerb({
  description: [
    'Forgets a session, or all sessions that last worked in a folder or below it: their events, prompts and replies, the words in the search index, and the sessions themselves. The file of the journal is written anew without them, so nothing of it can be read any more. It says first what that is, and asks.',
    'A live session is forgotten too, and comes back with what its agent reports next.',
    'Files of the agents, such as their transcripts, are not touched.',
  ],
  args: {
    what: {
      type: 'positional',
      required: true,
      description: 'A session, as in vigie log; or a folder, written with a slash or a dot: ./ or ~/src/secret.',
    },
    yes: { type: 'boolean', description: 'Forgets without asking.' },
  },
  examples: [
    { command: 'vigie forget 5a2f', about: 'Says what there is of this session, and asks.' },
    { command: 'vigie forget . --yes', about: 'Forgets everything that was done in this folder.' },
  ],
  seeAlso: ['vigie log', 'vigie config'],
  async run({ what, yes }, terminal) {
    const hub = await reachHub();
    const wish = meant(what);
    const found = await hub.forget({ ...wish, sure: false });
    if (found.sessions.length === 0) {
      terminal.write(`Nothing is known of ${'folder' in wish ? wish.folder : what}.\n`);
      return 0;
    }
    const sum = `${counted(found.sessions.length, 'session')} with ${counted(found.events, 'event')}`;
    terminal.write(`${[`${sum}:`, ...listOf(found)].join('\n')}\n`);
    if (!yes && !(await terminal.confirm('Forget all of it, for good?'))) {
      terminal.tell(`Nothing was forgotten. To forget it without a question: vigie forget ${what} --yes\n`);
      return 1;
    }
    const gone = await hub.forget({ ...wish, sure: true });
    terminal.write(`Forgot ${counted(gone.sessions.length, 'session')} with ${counted(gone.events, 'event')}.\n`);
    return 0;
  },
});
