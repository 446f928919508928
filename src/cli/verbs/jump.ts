import type { Jumped } from '../../api/contract.ts';
import { VigieError } from '../../domain/error.ts';
import { oneLine } from '../../domain/text.ts';
import { runCommand } from '../../host/command.ts';
import { reachHub } from '../reach-hub.ts';
import { defineVerb } from '../verb.ts';

/** The tmux client that somebody sits at who asks from inside tmux: that one is to be moved, not another that shows the session too. */
const ownClient = async ({ TMUX }: NodeJS.ProcessEnv): Promise<string | undefined> => {
  if (!TMUX) return undefined;
  const ran = await runCommand('tmux', ['display-message', '-p', '#{client_name}'], { deadline_ms: 1_000 });
  const name = ran.ok && ran.code === 0 ? ran.stdout.trim() : '';
  return name === '' ? undefined : name;
};

const sentence = (outcome: Extract<Jumped, { ok: true }>): string => {
  const what = oneLine(outcome.what);
  return outcome.certain ? `${what.charAt(0).toUpperCase()}${what.slice(1)}.` : `Probably: ${what}.`;
};

export const verb = defineVerb({
  description: [
    'Takes you to the terminal of a session: its exact tab, pane or window, else by a jump rule, else its app. Where none of that can be, it says why; docs/jump.md has all of it. A session that you jumped to counts as seen.',
    '“Probably” means that it may be the wrong one, or that nothing told whether it worked.',
  ],
  args: {
    session: {
      type: 'positional',
      required: true,
      description: 'The session: agent:session-id, a beginning of it or of the id, or a tmux pane (%5).',
    },
    json: { type: 'boolean', description: 'Prints the outcome as JSON.' },
  },
  examples: [
    { command: 'vigie jump 5a2f', about: 'To the session whose id begins so.' },
    { command: 'vigie jump %5', about: 'To the session in this tmux pane.' },
  ],
  seeAlso: ['vigie ls', 'vigie seen'],
  async run({ session, json }, terminal) {
    const client = await ownClient(terminal.env);
    const outcome = await (await reachHub()).jump(session, { client });
    if (json) terminal.write(`${JSON.stringify(outcome)}\n`);
    else if (outcome.ok) terminal.write(`${sentence(outcome)}\n`);
    else throw new VigieError('refused', `no way to ${session}: ${oneLine(outcome.why)}`, 'See docs/jump.md.');
    return outcome.ok ? 0 : 1;
  },
});
