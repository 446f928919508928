// From an agent file to the files on this machine: where they are, and what is to stand in each.

import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { AgentDefinition } from '../agentfile/definition.ts';
import { hookCommand, wantedHooks } from '../agentfile/hook-lines.ts';
import type { Agent } from '../agentfile/registry.ts';
import { VigieError } from '../domain/error.ts';
import type { Format, OwnCommand } from './format.ts';
import { parseHookCommand } from './hook-command.ts';
import { hookTable, tableShape } from './hook-table.ts';
import type { Entry } from './ledger.ts';
import type { Placement } from './plan.ts';
import { fillTemplate, isGenerated, pluginFile } from './plugin-file.ts';
import { tomlProgram } from './toml-program.ts';
import { tomlTables } from './toml-tables.ts';
import { yamlList } from './yaml-list.ts';

type Hooks = NonNullable<AgentDefinition['hooks']>;
type HookFile = NonNullable<Hooks['also']>[number];

/** What placements depend on beside the agent file. */
export interface Ground {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of `vigie-hook`. */
  launcher: string;
  /** Absolute path of the spool's folder, for plugins. */
  spool: string;
  /** The canonical id of an agent's name. */
  idOf: (name: string) => string;
}

const newConfigMode = 0o600;
const newPluginMode = 0o644;
const newProgramMode = 0o755;

/**
 * All files of an agent for a person, or for one project; none where it takes no hooks there.
 * @param version the agent's, when known. Throws VigieError `invalid` for a template that can't be used.
 */
export const placementsOf = (agent: Agent, version: string | undefined, ground: Ground, project?: string): Placement[] =>
  partsOf(agent).flatMap((part): Placement[] => {
    const pattern = project === undefined ? movedBy(part, ground) : part.project_file && join(project, part.project_file);
    if (pattern === undefined) return [];
    const events = pattern.includes('{event}') ? wantedHooks(part, version).map(({ event }) => event) : [undefined];
    return events.map((event) =>
      placementAt(
        agent,
        part,
        event === undefined ? pattern : pattern.replaceAll('{event}', event),
        { version, event, project },
        ground,
      ),
    );
  });

/** The placement that an entry of the ledger tells of, wherever it was; undefined when the agent file no longer names such a file. */
export const placementOf = (
  agent: Agent,
  { part: words, file, project, events }: Entry,
  ground: Ground,
): Placement | undefined => {
  const part = partsOf(agent).find((one) => one.file === words);
  const event = words.includes('{event}') ? events[0] : undefined;
  return part && placementAt(agent, part, file, { version: undefined, event, project }, ground);
};

const partsOf = ({ definition: { hooks } }: Agent): HookFile[] => (hooks ? [hooks, ...(hooks.also ?? [])] : []);

/** The folder by which an agent is known to be on this machine; undefined where it takes no hooks. */
export const agentFolder = ({ definition: { hooks } }: Agent, ground: Ground): string | undefined => {
  if (!hooks) return undefined;
  const [first = '', second = ''] = hooks.file.split('/');
  const folder = hooks.folder ?? (first === '.config' ? `${first}/${second}` : first);
  return movedBy({ ...hooks, file: folder }, ground);
};

/** Where a file is, a variable's word for it heard: an agent does not move by a relative one from wherever it is started. */
const movedBy = ({ file, home_env = {} }: Pick<HookFile, 'file' | 'home_env'>, { home, env }: Ground): string => {
  for (const [name, folder] of Object.entries(home_env)) {
    const moved = env[name];
    if (moved === undefined || !isAbsolute(moved)) continue;
    if (file === folder) return moved;
    if (file.startsWith(`${folder}/`)) return join(moved, file.slice(folder.length + 1));
  }
  return join(home, file);
};

interface Detail {
  version: string | undefined;
  /** The one that the file is for, where each has a file. */
  event: string | undefined;
  project: string | undefined;
}

const placementAt = (agent: Agent, part: HookFile, file: string, detail: Detail, ground: Ground): Placement => ({
  agent: agent.id,
  file,
  part: part.file,
  project: detail.project,
  format: formatOf(agent, part, file, detail, ground),
  mode: part.format === 'plugin-file' ? (part.executable === true ? newProgramMode : newPluginMode) : newConfigMode,
  isOwn: part.format === 'own-file' || part.format === 'plugin-file',
});

const formatOf = (agent: Agent, part: HookFile, file: string, { version, event }: Detail, ground: Ground): Format => {
  const { launcher, spool, idOf } = ground;
  const own: OwnCommand = (command) => {
    const parsed = parseHookCommand(command);
    return parsed && idOf(parsed.agent) === agent.id ? { launcher: parsed.launcher } : undefined;
  };
  const hooks = wantedHooks(part, version).map((hook) => ({
    ...hook,
    command: hookCommand(agent.definition.hooks ?? {}, agent.id, hook.event, launcher),
  }));
  switch (part.format) {
    case 'toml-tables':
      return tomlTables(hooks, own);
    case 'toml-program':
      return tomlProgram(part.key ?? '', [launcher, agent.id, part.value ?? ''], ([program = '', name = '', ...rest]) => {
        const parsed = parseHookCommand(`'${program}' ${name} ${rest[0] ?? ''}`);
        return rest.length === 1 && parsed !== undefined && idOf(name) === agent.id;
      });
    case 'yaml-list':
      return yamlList(part.key ?? '', part.value ?? '');
    case 'plugin-file': {
      const text = templateOf(agent, part);
      return pluginFile(
        event ?? '*',
        fillTemplate(text, file, { launcher, spool, agent: agent.id, event: event ?? '' }),
        launcher,
      );
    }
    default:
      return hookTable(tableShape(part), hooks, own);
  }
};

const templateOf = (agent: Agent, { template }: HookFile): string => {
  const file = template === undefined ? undefined : join(dirname(agent.file), template);
  if (file === undefined) throw new VigieError('invalid', `${agent.file} names no template for its plugin`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new VigieError('invalid', `${agent.file} names a template that is not there: ${file}`);
  }
  if (!isGenerated(text))
    throw new VigieError(
      'invalid',
      `${file} does not say "Generated by Vigie" in its first lines`,
      'Without it the plugin could not be told from one of yours.',
    );
  return text;
};
