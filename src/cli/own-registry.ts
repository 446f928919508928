// The agent files of this person, read here and now, for verbs that need no hub.

import { aliasedId } from '../agentfile/names.ts';
import type { AgentFileText, Registry } from '../agentfile/registry.ts';
import { createRegistry } from '../agentfile/registry.ts';
import { agentFolders, readAgentFiles } from '../host/agent-files.ts';
import { pathsFor } from '../host/folders.ts';
import { packageRoot } from '../host/package-root.ts';

export const readOwnRegistry = (): { registry: Registry; files: AgentFileText[] } => {
  const files = readAgentFiles(agentFolders(pathsFor(), packageRoot()));
  return { registry: createRegistry(files), files };
};

/** As much of it as these agents need, which is read several times as fast; all of it when one is not among the built-in ones. */
export const readOwnRegistryFor = (names: readonly string[]): Registry => {
  const files = readAgentFiles(agentFolders(pathsFor(), packageRoot()));
  const ids = new Set(names.map(aliasedId));
  const some = createRegistry(files.filter(({ origin, stem }) => origin !== 'built-in' || ids.has(stem)));
  return names.length > 0 && names.every((name) => some.find(name)) ? some : createRegistry(files);
};
