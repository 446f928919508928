// The agent files of this person, read here and now, for verbs that need no hub.

import type { AgentFileText, Registry } from '../agentfile/registry.ts';
import { createRegistry } from '../agentfile/registry.ts';
import { agentFolders, readAgentFiles } from '../host/agent-files.ts';
import { pathsFor } from '../host/folders.ts';
import { packageRoot } from '../host/package-root.ts';

export const readOwnRegistry = (): { registry: Registry; files: AgentFileText[] } => {
  const files = readAgentFiles(agentFolders(pathsFor(), packageRoot()));
  return { registry: createRegistry(files), files };
};
