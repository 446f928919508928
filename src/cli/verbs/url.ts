import { reachHub } from '../reach-hub.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  description: [
    'Prints an address that opens the page in a browser on this machine. It holds a ticket that works once and for a short time; the page changes it for a token of its own, good for 30 days.',
  ],
  args: { revoke: { type: 'boolean', description: 'Ends every token given out so far: all open pages ask for a new address.' } },
  examples: [
    { command: 'xdg-open "$(vigie url)"', about: 'Opens the page (macOS: open).' },
    { command: 'vigie url --revoke', about: 'Shuts every page out.' },
  ],
  async run({ revoke }, terminal) {
    const client = await reachHub();
    if (revoke) {
      await client.revoke();
      terminal.tell('All tokens are revoked. For a new address: vigie url\n');
      return 0;
    }
    terminal.write(`${(await client.ticket()).url}\n`);
    return 0;
  },
});
