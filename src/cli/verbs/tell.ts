import { lookUp } from '../../host/processes.ts';
import { folderHere, sendCustom } from '../custom-report.ts';
import { defineVerb } from '../verb.ts';

/** The terminal it runs in: its tmux pane, else its device, else the process that runs it. */
const sessionHere = ({ TMUX, TMUX_PANE }: NodeJS.ProcessEnv): string => {
  const server = /,(\d+),\d*$/u.exec(TMUX ?? '')?.[1];
  if (server !== undefined && TMUX_PANE) return `tmux-${server}-${TMUX_PANE}`;
  const tty = lookUp(process.pid)?.tty;
  if (tty) return `tty-${tty.replace(/^\/dev\//u, '')}`;
  return `pid-${process.ppid}-${lookUp(process.ppid)?.start ?? 0}`;
};

export const verb = defineVerb({
  description: [
    'Reports one event of the agent NAME, as `vigie hook custom` does, without JSON. The session is the terminal it runs in: the tmux pane, else the terminal device, else the process that called it.',
    'It never waits and its status is always 0.',
  ],
  args: {
    name: { type: 'positional', required: true, description: 'The agent: 1 to 32 of a-z, 0-9, - and _, and no built-in one.' },
    event: { type: 'positional', required: true, description: 'The event, as in prompt, needs-you, done, failed, end.' },
    message: { type: 'positional', required: false, description: 'What it wants, or what it did.' },
    session: { type: 'string', description: 'Another session than that of this terminal.' },
  },
  examples: [
    { command: 'vigie tell deploy prompt "Rolling out"', about: 'This terminal works for the agent deploy.' },
    { command: 'make && vigie tell build done || vigie tell build failed', about: 'Says how it went.' },
  ],
  exits: [[0, 'Always.']],
  seeAlso: ['vigie hook custom', 'vigie run'],
  async run({ name, event, message, session }, terminal) {
    const object = { session: session ?? sessionHere(terminal.env), event, message, cwd: folderHere() };
    const said = await sendCustom({ name, event, payload: Buffer.from(JSON.stringify(object)) }, terminal.env);
    if (said.length > 0) terminal.tell(`${said.join('\n')}\n`);
    return 0;
  },
});
