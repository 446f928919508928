// What the hub's surfaces ask for beside its list: agents, their pictures, and a jump.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentList, agentOf } from '../agentfile/agent-list.ts';
import { iconBytesMax } from '../agentfile/limits.ts';
import type { Registry } from '../agentfile/registry.ts';
import type { Desk } from '../api/routes.ts';
import type { Paths } from '../host/folders.ts';
import type { Hub } from '../hub/hub.ts';
import { jump } from '../places/jump.ts';
import { thisMachine } from '../places/world.ts';
import { connectionsHere } from './connecting.ts';

/** The picture that stands beside an agent's file; undefined when there is none that may be shown. */
const iconOf = (registry: Registry, id: string): Uint8Array | undefined => {
  const agent = agentOf(registry, id);
  if (!agent?.definition.icon) return undefined;
  try {
    const bytes = readFileSync(join(dirname(agent.file), agent.definition.icon));
    return bytes.length <= iconBytesMax ? bytes : undefined;
  } catch {
    return undefined;
  }
};

export const openDesk = (hub: Pick<Hub, 'heard'>, registry: () => Registry, paths: Paths): Desk => ({
  agents: () => agentList(registry(), hub.heard(), connectionsHere(registry(), paths)),
  connections: () => connectionsHere(registry(), paths),
  icon: (id) => iconOf(registry(), id),
  async jump(session, client) {
    const outcome = await jump(session, {
      ...thisMachine(),
      ...(client === undefined ? {} : { client }),
      agentRule: agentOf(registry(), session.agent)?.definition.jump?.url,
      rulesFolder: paths.jump,
    });
    if (!outcome.ok) return outcome;
    const { level, certain, what } = outcome;
    return { ok: true, level, certain, what };
  },
});
