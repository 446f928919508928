import { takeHookCall } from '../hook-call.ts';
import type { Verb } from '../verb.ts';
import { defineVerb } from '../verb.ts';

const custom = defineVerb({
  description: [
    'Takes one JSON object on standard input and shows it as a session of the agent NAME. Any tool joins so; docs/custom-agents.md says which fields and events there are, and how a file can teach Vigie an agent that speaks otherwise.',
    'It never waits and its status is always 0, so it can not stop the tool that calls it. If something is wrong with the object, it says so on standard error and sends nothing. Without a hub, the object waits until one is started.',
  ],
  args: {
    name: { type: 'positional', required: true, description: 'The agent: 1 to 32 of a-z, 0-9, - and _, and no built-in one.' },
    event: { type: 'positional', required: false, description: 'The event, where the object does not say it.' },
  },
  examples: [
    {
      command: `echo '{"session":"1","event":"done","message":"Deployed"}' | vigie hook custom ralph`,
      about: 'The session 1 of Ralph is done.',
    },
    { command: `echo '{"session":"1"}' | vigie hook custom ralph needs-you`, about: 'It waits for you.' },
  ],
  exits: [[0, 'Always.']],
  seeAlso: ['vigie tell', 'vigie agents try'],
  async run({ name, event }, terminal) {
    const said = await takeHookCall(name, event, terminal.env);
    if (said.length > 0) terminal.tell(`${said.join('\n')}\n`);
    return 0;
  },
});

export const verb: Verb = defineVerb({
  description: ['What tools and agents call when something happens in them.'],
  args: {},
  examples: [],
  exits: [[0, 'Always.']],
  verbs: [
    { name: 'custom', group: 'Hooks', summary: 'report one event of a home-made agent', load: () => Promise.resolve(custom) },
  ],
  run: () => Promise.resolve(0),
});
