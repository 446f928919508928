// Everything that one file of tests needs around its agent: a home, a project, a model server, a hub that the agent is connected to.

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentUnderTest } from './agents/agent.ts';
import type { FollowedHub } from './hub.ts';
import { startHub } from './hub.ts';
import type { ModelServer } from './model/server.ts';
import { startModelServer } from './model/server.ts';
import type { Terminal } from './terminal.ts';
import { openTerminal } from './terminal.ts';

const run = promisify(execFile);
const clis = join(import.meta.dirname, 'clis/node_modules');

export interface Stage {
  hub: FollowedHub;
  model: ModelServer;
  project: string;
  /** Starts the agent's terminal interface. */
  open(...args: string[]): Promise<Terminal>;
  /** Runs the agent without a terminal until it ends, and gives what it printed. */
  print(prompt: string): Promise<string>;
  close(): Promise<void>;
}

export const openStage = async (agent: AgentUnderTest): Promise<Stage> => {
  const home = homedir();
  const project = join(home, 'project');
  mkdirSync(project, { recursive: true });
  const [model, hub] = await Promise.all([startModelServer(), startHub()]);
  agent.configure(home, project);
  const hooksFile = join(home, agent.hooksFile);
  mkdirSync(dirname(hooksFile), { recursive: true });
  writeFileSync(hooksFile, await hub.vigie('connect', agent.id, '--print'));

  const program = join(clis, agent.package, agent.program);
  // No Node on the PATH, and nothing of ours in the environment: hooks have to do without.
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
    USER: 'dev',
    LOGNAME: 'dev',
    ...agent.env(model.url),
  };
  const terminals = new Set<Terminal>();
  return {
    hub,
    model,
    project,
    async open(...args) {
      const folder = process.env.VIGIE_TEST_FOLDER ?? home;
      const terminal = await openTerminal({ folder, cwd: project, env, command: [program, ...agent.terminalArgs, ...args] });
      terminals.add(terminal);
      return terminal;
    },
    async print(prompt) {
      const ran = run(program, [...agent.printArgs(prompt)], { cwd: project, env, timeout: 30_000 });
      // It would wait for more of the prompt there.
      ran.child.stdin?.end();
      return (await ran).stdout;
    },
    async close() {
      await Promise.all(Array.from(terminals, (terminal) => terminal.close()));
      await hub.stop();
      await model.close();
    },
  };
};
