import type { Client } from '../../api/client.ts';
import { openClient } from '../../api/client.ts';
import { makeWay } from '../../api/start-hub.ts';
import { pathsFor } from '../../host/folders.ts';
import { acquireLock } from '../../hub/lock.ts';
import { callName, reachHub } from '../reach-hub.ts';
import { runHub } from '../run-hub.ts';
import type { Terminal } from '../terminal.ts';
import { defineVerb } from '../verb.ts';

/** The page's address, and what a newcomer does next. */
const greet = async (client: Client, headline: string, terminal: Terminal): Promise<void> => {
  const vigie = callName(terminal.env);
  const { url } = await client.ticket();
  terminal.write(
    [
      headline,
      '',
      `  ${url}`,
      '',
      'That address opens the page, once. Next:',
      `  ${vigie} connect --all   connects the agents on this machine; it shows what it would write, and asks`,
      `  ${vigie} ls              lists their sessions`,
      `  ${vigie} url             gives a new address`,
      '',
    ].join('\n'),
  );
};

export const verb = defineVerb({
  description: [
    'Runs the hub in the foreground until Ctrl-C: it takes what agents report, keeps it, and serves the list and the page. There is one hub per user. Where one runs already, its address is printed and that is all; an older one is replaced.',
    'There is seldom a need to call this: verbs that need the hub start it in the background.',
  ],
  args: { detach: { type: 'boolean', description: 'Leaves it running in the background.' } },
  examples: [
    { command: 'vigie up', about: 'Until Ctrl-C.' },
    { command: 'vigie up --detach', about: 'Starts it, prints the address, and leaves.' },
  ],
  seeAlso: ['vigie down', 'vigie doctor'],
  async run({ detach }, terminal) {
    const paths = pathsFor();
    const client = openClient(paths);
    const hasOne = await makeWay(client, __VIGIE_VERSION__);
    // Without the lock another hub is just coming up: that one will do.
    const lock = hasOne || detach ? undefined : acquireLock(paths.lock);
    if (!lock) {
      if (!hasOne) await reachHub();
      await greet(client, `Vigie ${(await client.health()).version} is up${hasOne ? ' already' : ''}.`, terminal);
      return 0;
    }
    try {
      await runHub({
        paths,
        version: __VIGIE_VERSION__,
        signal: terminal.interrupted(),
        onReady: async (notes) => {
          for (const note of notes) terminal.tell(`vigie: ${note}\n`);
          await greet(client, `Vigie ${__VIGIE_VERSION__} is up. Ctrl-C stops it.`, terminal);
        },
      });
    } finally {
      lock.release();
    }
    return 0;
  },
});
