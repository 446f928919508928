// Agent files on this machine: where they lie, and when they change.

import type { AgentFileText } from '../agentfile/registry.ts';
import type { Paths } from './folders.ts';

/** Folders in order of precedence. */
export interface AgentFolders {
  vigie: string;
  gnista: string;
  tma: string;
  /** Holds one folder per built-in agent. */
  builtIn: string;
}

export const agentFolders = (_paths: Paths, _packageRoot: string): AgentFolders => ({
  vigie: '',
  gnista: '',
  tma: '',
  builtIn: '',
});

/** Reads every agent file there is; what can't be read is left out. Never throws. */
export const readAgentFiles = (_folders: AgentFolders): AgentFileText[] => [];

/** Calls back after agent files may have changed; lost notifications are made up for within `rescanMs`. @returns the end of watching */
export const watchAgentFiles =
  (_folders: AgentFolders, _onChange: () => void): (() => void) =>
  () => {};
