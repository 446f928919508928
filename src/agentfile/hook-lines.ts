// The hooks to paste into an agent's own config, for `vigie connect <agent> --print`.

import type { AgentDefinition } from './definition.ts';

export interface HookLines {
  /** The agent's config file, relative to the home folder. */
  file: string;
  /** What belongs in it. */
  text: string;
}

/**
 * @param launcher absolute path of `vigie-hook`
 * @param version the agent's installed version; events that need a newer one, or any when it is unknown, are left out
 * @returns undefined when the agent takes no hooks
 */
export const hookLines = (
  _agent: string,
  _definition: AgentDefinition,
  _launcher: string,
  _version?: string,
): HookLines | undefined => undefined;
