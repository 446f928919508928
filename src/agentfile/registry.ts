// Which agents there are: one table out of the agent files of all folders, with who wins and why the others do not.

import type { Rules } from '../domain/rules.ts';
import { defaultRules } from '../domain/rules.ts';
import type { AgentDefinition } from './definition.ts';

/** Where an agent file lies; the earlier wins. */
export const origins = ['vigie', 'gnista', 'tma', 'built-in'] as const;
export type Origin = (typeof origins)[number];

/** An agent file as it lies on disk, unread. */
export interface AgentFileText {
  origin: Origin;
  /** File name without extension; of a built-in agent the name of its folder. */
  stem: string;
  /** Absolute path, as people are told it. */
  file: string;
  bytes: Uint8Array;
  /** Sizes in bytes of the SVG files beside it, by name. */
  icons: Readonly<Record<string, number>>;
}

/** An agent that has a valid file. */
export interface Agent {
  id: string;
  /** Shown name. */
  name: string;
  definition: AgentDefinition;
  origin: Origin;
  file: string;
}

/** One line of `vigie agents`. */
export interface AgentEntry {
  id: string;
  name: string;
  origin: Origin;
  file: string;
  /** Why the file is not used, each with line, column and key path where it has one; empty when it is in use. */
  ignored: string[];
}

export interface RegistryOptions {
  /** The person's own *idle after* for all agents, in milliseconds; an agent file goes before it. */
  idleAfterMs?: number;
  /** The person's own *idle after* per agent, in milliseconds; goes before everything. */
  idleAfterMsOf?: Readonly<Record<string, number>>;
}

/** Immutable: reloading makes a new one. No method throws. */
export interface Registry {
  /** The agent of that id or alias. */
  find(nameOrAlias: string): Agent | undefined;
  /** The agent whose file a `hook custom <name>` report is read by: a built-in's never is. */
  findCustom(name: string): Agent | undefined;
  /** The canonical id of a name or alias; a name nobody knows is its own. */
  idOf(nameOrAlias: string): string;
  /** Shown name: the file's `name`, else the id with a capital. */
  nameOf(agent: string): string;
  rulesFor(agent: string): Rules;
  /** Every file, used or not, by id. */
  list(): readonly AgentEntry[];
}

export const createRegistry = (_files: readonly AgentFileText[], _options: RegistryOptions = {}): Registry => ({
  find: () => undefined,
  findCustom: () => undefined,
  idOf: (name) => name,
  nameOf: (agent) => agent.charAt(0).toUpperCase() + agent.slice(1),
  rulesFor: () => defaultRules,
  list: () => [],
});
