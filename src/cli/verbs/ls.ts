import { setImmediate } from 'node:timers/promises';
import { askHub } from '../reach-hub.ts';
import { defineVerb } from '../verb.ts';

/** While the hub is at its answer: the first turn of the loop sends the question. */
const loadList = async () => {
  await setImmediate();
  const [{ byAttention, viewSchema }, { emptyList, sessionTable }] = await Promise.all([
    import('../../domain/view.ts'),
    import('../session-table.ts'),
  ]);
  return { byAttention, viewSchema, emptyList, sessionTable };
};

export const verb = defineVerb({
  description: [
    'Lists all live sessions: first who waits for you, then what failed, what is done and not yet seen, what works, what rests. The longest wait comes first. A title in bold has something that you have not seen.',
    'Every report whose hook had ended before this command began is in the list. Where no hub runs, one is started.',
    'SESSION is the shortest beginning of the session id that names it; give it to why, seen and wait.',
  ],
  args: {
    json: {
      type: 'boolean',
      description: 'Prints {"schema":1,"sessions":[…]}, in the same order. Fields may be added under the same number.',
    },
  },
  examples: [
    { command: 'vigie ls', about: 'The list, as wide as your terminal.' },
    {
      command: `vigie ls --json | jq -r '.sessions[] | select(.state == "blocked") | .id'`,
      about: 'The ids of all sessions that wait for you.',
    },
  ],
  seeAlso: ['vigie watch', 'vigie why'],
  async run({ json }, terminal) {
    const [{ sessions }, { byAttention, viewSchema, emptyList, sessionTable }] = await Promise.all([
      askHub((client) => client.snapshot()),
      loadList(),
    ]);
    if (json) {
      terminal.write(`${JSON.stringify({ schema: viewSchema, sessions: sessions.toSorted(byAttention) }, null, 2)}\n`);
      return 0;
    }
    const lines =
      sessions.length === 0 ? [emptyList] : sessionTable(sessions, terminal.columns(), terminal.now(), terminal.paint);
    terminal.write(`${lines.join('\n')}\n`);
    return 0;
  },
});
