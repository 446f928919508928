import { VigieError } from '../../domain/error.ts';
import type { HistoryEvent } from '../../domain/list.ts';
import { oneLine } from '../../domain/text.ts';
import { fit, padTo } from '../columns.ts';
import { eventWords } from '../event-words.ts';
import { reachHub } from '../reach-hub.ts';
import { defineVerb } from '../verb.ts';

const usual = 50;
const most = 1_000;

const limitOf = (text: string | undefined): number => {
  const limit = Number(text ?? usual);
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit;
  throw new VigieError('usage', `--limit must be a whole number from 1 to ${most}, not ${text}`);
};

/** Day and time where the reader is, as in `2030-01-31 09:05:00`. */
const momentOf = (at_ms: number): string => new Date(at_ms).toLocaleString('sv-SE');

/** Oldest first, as a story is told. Whose it is stands there where it may be anybody's. */
const storyOf = (events: readonly HistoryEvent[], ofOne: boolean, width: number): string[] => {
  const names = events.map(({ id }) => oneLine(id).slice(0, nameMax));
  const nameWidth = Math.max(...names.map((name) => name.length));
  return events
    .map((event, at) => {
      const name = ofOne ? '' : `${padTo(names[at] ?? '', nameWidth)}  `;
      return fit(`${momentOf(event.at_ms)}  ${name}${eventWords(event)}`, width);
    })
    .toReversed();
};

/** As much of a session's id as tells it from others. */
const nameMax = 20;

export const verb = defineVerb({
  description: [
    'Tells what happened in a session, live or ended, or in all of them: one line per event, the oldest first. It goes back as far as history is kept: 90 days and 1 GB, unless retention_days and retention_bytes in the configuration say otherwise.',
  ],
  args: {
    session: {
      type: 'positional',
      required: false,
      description: 'A session: agent:session-id, a beginning of it or of the id, or a tmux pane (%5). All sessions without it.',
    },
    limit: {
      type: 'string',
      valueHint: 'n',
      description: `The latest N events: ${usual} where nothing is said, at most ${most}.`,
    },
    json: {
      type: 'boolean',
      description: 'Prints {"schema":1,"events":[…]}, the newest first, with all that is known of each.',
    },
  },
  examples: [
    { command: 'vigie log 5a2f', about: 'What happened in this session lately.' },
    { command: 'vigie log --limit 1000 | grep "waits for you"', about: 'When which session waited.' },
    { command: `vigie log 5a2f --json | jq -r '.events[] | select(.kind == "prompt") | .prompt'`, about: 'What you asked it.' },
  ],
  seeAlso: ['vigie why', 'vigie forget'],
  async run({ session, limit, json }, terminal) {
    const history = await (await reachHub()).history({ session, limit: limitOf(limit) });
    const { events } = history;
    const lines = json
      ? [JSON.stringify(history, null, 2)]
      : events.length === 0
        ? ['Nothing has happened yet.']
        : storyOf(events, session !== undefined, terminal.columns());
    terminal.write(`${lines.join('\n')}\n`);
    return 0;
  },
});
