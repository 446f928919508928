import { randomUUID } from 'node:crypto';
import { agentName, takenNames } from '../../agentfile/names.ts';
import { carriedVariables } from '../../agentfile/report.ts';
import { VigieError } from '../../domain/error.ts';
import type { JobEnd } from '../../host/child-job.ts';
import { runJob } from '../../host/child-job.ts';
import { pathsFor } from '../../host/folders.ts';
import { makePrivateFolder } from '../../host/private-folder.ts';
import { lookUp } from '../../host/processes.ts';
import { deposit } from '../../intake/deposit.ts';
import { defineVerb } from '../verb.ts';

/** Silence takes a working session to rest, after 5 minutes unless that is set: a command that runs on says so now and then. */
const signOfLifeMs = 2 * 60_000;

export const verb = defineVerb({
  description: [
    'Runs a command, and shows it as a session: working, then done, or failed with its status. In a terminal the command has the terminal to itself; where its output goes elsewhere, its last line becomes the message.',
    'Its exit status is that of the command, 128+n where signal n ended it; signals go on to the command.',
    'The command never waits for Vigie, and runs just as well without a hub; the list learns of it later.',
  ],
  args: {
    name: { type: 'string', default: 'run', description: 'The agent that the session belongs to: 1 to 32 of a-z, 0-9, - and _.' },
    title: { type: 'string', description: 'What the session is called; without it, the command line.' },
    command: { type: 'positional', description: 'The command and its arguments, after --.' },
  },
  repeats: 'command',
  examples: [
    { command: 'vigie run -- npm test', about: 'Tells you when the tests are through.' },
    { command: 'vigie run --name deploy --title Staging -- ./deploy.sh staging', about: 'A session of the agent deploy.' },
  ],
  exits: [
    [126, 'The command may not be run.'],
    [127, 'There is no such command.'],
  ],
  seeAlso: ['vigie wait', 'vigie notify test'],
  async run({ name, title, _: [file = '', ...args] }, terminal) {
    if (!agentName.test(name))
      throw new VigieError(
        'usage',
        `${name} is no name of an agent`,
        'It is 1 to 32 of a-z, 0-9, - and _, first a letter or digit.',
      );
    if (takenNames.includes(name)) throw new VigieError('usage', `the name ${name} is taken by a built-in agent`);
    const tell = reporter(name, title ?? [file, ...args].join(' '), terminal.env);
    let signOfLife: NodeJS.Timeout | undefined;
    const result = await runJob(file, args, {
      onStart() {
        tell('start');
        tell('working');
        signOfLife = setInterval(() => tell('working'), signOfLifeMs).unref();
      },
      onEnd(end) {
        clearInterval(signOfLife);
        tell(end.status === 0 ? 'done' : 'failed', endWords(end));
      },
    });
    if (!result.ok) terminal.tell(`vigie run: ${result.why}\n`);
    return result.status;
  },
});

/** `status 2: no such target`; of a success the last line alone. */
export const endWords = ({ status, signal, last_line }: JobEnd): string => {
  const how = signal === null ? (status === 0 ? '' : `status ${status}`) : `ended by ${signal}`;
  return [how, last_line].filter((words) => words !== '').join(': ');
};

/** Says what happens to this one session, by files in the spool: that takes no hub. What can't be said is not said. */
const reporter = (agent: string, title: string, env: NodeJS.ProcessEnv) => {
  const { spool } = pathsFor();
  try {
    makePrivateFolder(spool);
  } catch {
    // Then nothing can be said, and the command runs all the same.
  }
  const session = randomUUID();
  const cwd = process.cwd();
  const tty = lookUp(process.pid)?.tty;
  const place = Object.fromEntries(carriedVariables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  return (event: 'start' | 'working' | 'done' | 'failed', message = ''): void => {
    const at_ms = String(Date.now());
    const payload = JSON.stringify({ session, event, title, cwd, message });
    deposit(spool, { agent, event, custom: '1', cwd, at_ms, ...(tty ? { tty } : {}), ...place }, Buffer.from(payload));
  };
};
