import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../api/client.ts';
import { VigieError } from '../../domain/error.ts';
import { pathsFor } from '../../host/folders.ts';
import { alive } from '../../host/processes.ts';
import { defineVerb } from '../verb.ts';

const leaveMs = 5_000;
const pollMs = 10;

export const verb = defineVerb({
  description: [
    'Stops the hub. It writes everything down first. What agents report meanwhile waits in the spool and is taken when a hub runs again, which the next vigie ls sees to.',
  ],
  args: {},
  examples: [{ command: 'vigie down && vigie up --detach', about: 'Starts the hub anew.' }],
  seeAlso: ['vigie up'],
  async run(_args, terminal) {
    const client = openClient(pathsFor());
    try {
      const { pid } = await client.health();
      await client.stop();
      // It no longer answers; what it still writes is written when it has left.
      for (const until = terminal.now() + leaveMs; alive(pid, null) && terminal.now() < until;) await sleep(pollMs);
      terminal.tell('The hub has stopped.\n');
    } catch (error) {
      if (!(error instanceof VigieError) || error.code !== 'hub_away') throw error;
      terminal.tell('No hub was running.\n');
    }
    return 0;
  },
});
