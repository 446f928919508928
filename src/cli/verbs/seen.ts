import { askHub } from '../reach-hub.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  description: [
    'Marks sessions as seen: done and failed become idle. What waits for you goes on waiting, but no longer stands out.',
  ],
  args: {
    session: {
      type: 'positional',
      description: 'A session: agent:session-id, a beginning of it or of the id, or a tmux pane (%5).',
    },
  },
  repeats: 'session',
  examples: [{ command: 'vigie seen 5a2f %3', about: 'You have seen what these two say.' }],
  seeAlso: ['vigie ls'],
  async run({ _: sessions }) {
    await askHub((client) => client.user({ kind: 'seen', sessions }));
    return 0;
  },
});
