// Which agents there are: one table out of the agent files of all folders, with who wins and why the others do not.

import type { Rules } from '../domain/rules.ts';
import { defaultRules } from '../domain/rules.ts';
import type { AgentDefinition } from './definition.ts';
import type { Dialect } from './dialect.ts';
import { readAgentFile } from './dialect.ts';
import type { MappingTable } from './mapping-table.ts';
import { createMappingTable, emptyTable, simpleTable, stackTables } from './mapping-table.ts';
import { sayMistake } from './mistake.ts';
import { agentName, aliasedId, capitalised, takenNames } from './names.ts';

/** Where an agent file lies; the earlier wins. */
const origins = ['vigie', 'gnista', 'tma', 'built-in'] as const;
export type Origin = (typeof origins)[number];

/** An agent file as it lies on disk, unread. */
export interface AgentFileText {
  origin: Origin;
  /** File name without extension; of a built-in agent the name of its folder. */
  stem: string;
  /** Absolute path, as people are told it. */
  file: string;
  text: string;
  /** Why it could not be read; then there is no text. */
  fault?: string;
  /** Sizes in bytes of the SVG files beside it, by name. */
  icons: Readonly<Record<string, number>>;
}

/** An agent that has a valid file. */
export interface Agent {
  id: string;
  /** Shown name. */
  name: string;
  definition: AgentDefinition;
  readonly mapping: MappingTable;
  origin: Origin;
  file: string;
}

/** One line of `vigie agents`. */
interface AgentEntry {
  id: string;
  name: string;
  origin: Origin;
  file: string;
  /** Whether anything is read by this file. */
  used: boolean;
  /** Why it is not used, or only in part, each with line, column and key path where it has one. */
  reasons: string[];
}

export interface RegistryOptions {
  /** The person's own *idle after* for all agents, in milliseconds; an agent file goes before it. */
  idleAfterMs?: number | undefined;
  /** The person's own *idle after* per agent, in milliseconds; goes before everything. */
  idleAfterMsOf?: Readonly<Record<string, number>>;
}

/** Immutable: reloading makes a new one. No method throws. */
export interface Registry {
  /** The agent of that id or alias. */
  find: (nameOrAlias: string) => Agent | undefined;
  /** The agent whose file a `hook custom <name>` report is read by: a built-in's never is. */
  findCustom: (name: string) => Agent | undefined;
  /** The canonical id of a name or alias; a name nobody knows is its own. */
  idOf: (nameOrAlias: string) => string;
  /** Shown name: the file's `name`, else the id with a capital. */
  nameOf: (agent: string) => string;
  rulesFor: (agent: string) => Rules;
  /** Every file, used or not, by id. */
  list: () => readonly AgentEntry[];
}

interface Candidate extends AgentEntry {
  dialect: Dialect | undefined;
  definition: AgentDefinition | undefined;
}

export const createRegistry = (files: readonly AgentFileText[], options: RegistryOptions = {}): Registry => {
  const candidates = readCandidates(files);
  const builtIn = new Map(candidates.filter(({ origin }) => origin === 'built-in').map((one) => [one.id, one.definition]));
  const agents = new Map<string, Agent>();
  const custom = new Map<string, Agent>();
  for (const candidate of candidates) {
    const { id, name, definition, origin, file, dialect } = candidate;
    if (!definition) continue;
    if (dialect === 'gnista' && takenNames.includes(id)) {
      candidate.reasons.push(`${id} is built in, and a Gnista file can't change a built-in agent`);
      continue;
    }
    let mapping: MappingTable | undefined;
    const agent: Agent = {
      id,
      name,
      definition,
      origin,
      file,
      // Most agents never speak, so their tables are made when they first do.
      get mapping() {
        return (mapping ??= mappingOf(definition, builtIn));
      },
    };
    const tables = [
      ...(dialect === 'gnista' && builtIn.has(id) ? [] : [agents]),
      ...(origin === 'built-in' || takenNames.includes(id) ? [] : [custom]),
    ];
    const free = tables.filter((table) => !table.has(id));
    for (const table of free) table.set(id, agent);
    candidate.used = free.length > 0;
    if (!candidate.used) candidate.reasons.push(`${tables[0]?.get(id)?.file} goes before it`);
    else if (!free.includes(agents))
      candidate.reasons.push(`only \`vigie hook custom ${id}\` is read by it, since ${id} is built in`);
  }
  const aliases = new Map(
    [...agents.values()].toReversed().flatMap(({ id, definition }) => (definition.aliases ?? []).map((alias) => [alias, id])),
  );
  const idOf = (nameOrAlias: string): string => {
    const name = nameOrAlias.toLowerCase();
    if (agents.has(name) || custom.has(name)) return name;
    return aliases.get(name) ?? aliasedId(name);
  };
  const idleAfterMsOf = new Map(Object.entries(options.idleAfterMsOf ?? {}));
  const known = (id: string): Agent | undefined => agents.get(id) ?? custom.get(id);
  return {
    find: (nameOrAlias) => agents.get(idOf(nameOrAlias)),
    findCustom: (name) => custom.get(name),
    idOf,
    nameOf: (agent) => known(agent)?.name ?? capitalised(agent),
    rulesFor: (agent) => {
      const own = known(agent)?.definition.rules;
      const idle = idleAfterMsOf.get(agent) ?? own?.idle_after_ms ?? options.idleAfterMs ?? defaultRules.idle_after_ms;
      return { ...defaultRules, ...own, idle_after_ms: idle };
    },
    list: () => candidates,
  };
};

/** In order of precedence; within a folder by name. */
const readCandidates = (files: readonly AgentFileText[]): Candidate[] => {
  const ordered = files.toSorted((a, b) => origins.indexOf(a.origin) - origins.indexOf(b.origin) || (a.file < b.file ? -1 : 1));
  const byStem = Map.groupBy(ordered, ({ origin, stem }) => `${origin} ${stem}`);
  return ordered.map(({ origin, stem, file, text, fault, icons }) => {
    const reading = readAgentFile(file, text, icons);
    const twins = (byStem.get(`${origin} ${stem}`) ?? []).filter((other) => other.file !== file);
    const reasons = fault === undefined ? reading.mistakes.map(sayMistake) : [fault];
    if (!agentName.test(stem))
      reasons.unshift(`${JSON.stringify(stem)} is no name of an agent: 1 to 32 of a-z, 0-9, - and _, first a letter or digit`);
    for (const twin of twins) reasons.unshift(`${twin.file} is of the same name; only one of them may stay`);
    const definition = reasons.length === 0 ? reading.definition : undefined;
    return {
      id: stem,
      name: definition?.name ?? capitalised(stem),
      origin,
      file,
      used: false,
      reasons,
      dialect: reading.dialect,
      definition,
    };
  });
};

const adapterAgents: Readonly<Record<string, string>> = {
  'claude-style': 'claude',
  'codex-style': 'codex',
  'gemini-style': 'gemini',
  'copilot-style': 'copilot',
  'cursor-style': 'cursor',
};

/** An adapter's mapping is that of the built-in agent it is named after; beneath it the simple format goes on working. */
const mappingOf = (definition: AgentDefinition, builtIn: ReadonlyMap<string, AgentDefinition | undefined>): MappingTable => {
  if (definition.adapter === 'own') return createMappingTable(definition, emptyTable);
  const adapter = builtIn.get(adapterAgents[definition.adapter ?? 'plain'] ?? '');
  const beneath = adapter ? stackTables(createMappingTable(adapter, emptyTable), simpleTable) : simpleTable;
  return createMappingTable(definition, beneath);
};
