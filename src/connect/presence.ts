// Whether an agent is on this machine, and in which version.

import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { dependsOnVersion } from '../agentfile/hook-lines.ts';
import type { Agent } from '../agentfile/registry.ts';
import type { RunCommand } from '../host/command.ts';
import type { Ground } from './placement.ts';
import { agentFolder } from './placement.ts';

/** Processes go by these names for any agent that is written for them. */
const interpreters = new Set(['node', 'bun', 'deno', 'python', 'python3', 'sh', 'java']);

const programsOf = ({ id, definition }: Agent): string[] => {
  const names = (definition.identity?.process_names ?? []).filter((name) => !interpreters.has(name));
  return names.length > 0 ? names : [id];
};

/** Its program on the PATH, as a full path. */
const programOf = (agent: Agent, { PATH = '', PATHEXT }: Ground['env']): string | undefined => {
  const endings = PATHEXT === undefined ? [''] : PATHEXT.split(';');
  for (const name of programsOf(agent))
    for (const folder of PATH.split(delimiter).filter(isAbsolute))
      for (const ending of endings) {
        const file = join(folder, name + ending);
        const info = statSync(file, { throwIfNoEntry: false });
        if (info?.isFile() === true && (PATHEXT !== undefined || (info.mode & 0o111) !== 0)) return file;
      }
  return undefined;
};

/** Its folder is there, or its program on the PATH. */
export const isHere = (agent: Agent, ground: Ground): boolean => {
  const folder = agentFolder(agent, ground);
  if (folder === undefined) return false;
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true || programOf(agent, ground.env) !== undefined;
};

const versionMs = 5_000;

/** What the agent says of itself, where its hooks depend on it; undefined where it is not asked, not here, or has nothing to say. */
export const installedVersion = async (agent: Agent, ground: Ground, run: RunCommand): Promise<string | undefined> => {
  const { hooks } = agent.definition;
  if (!hooks || ![hooks, ...(hooks.also ?? [])].some(dependsOnVersion)) return undefined;
  const program = programOf(agent, ground.env);
  if (program === undefined) return undefined;
  const ran = await run(program, ['--version'], { deadline_ms: versionMs });
  return ran.ok ? /\d+\.\d+(?:\.\d+)?/u.exec(ran.stdout)?.[0] : undefined;
};
