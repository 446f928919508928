// All agents that are known: every file, used or not, and whoever was heard without having one.

import type { AgentView } from '../domain/agent-view.ts';
import type { ConnectionView } from '../domain/connection-view.ts';
import type { Agent, Registry } from './registry.ts';

/** The agent that goes by this name anywhere: reports of hooks first, then those of `hook custom`. */
export const agentOf = (registry: Registry, id: string): Agent | undefined => registry.find(id) ?? registry.findCustom(id);

/**
 * By name.
 * @param heard agent → epoch milliseconds at which it was last heard
 * @param connections how the hooks of agents stand, file by file
 */
export const agentList = (
  registry: Registry,
  heard: ReadonlyMap<string, number>,
  connections: readonly ConnectionView[],
): AgentView[] => {
  const connectionOf = (id: string): AgentView['connection'] => {
    const states = connections.filter(({ agent }) => agent === id).map(({ state }) => state);
    return states.find((state) => state !== 'connected') ?? states[0] ?? null;
  };
  const files = registry.list();
  const known = new Set(files.map(({ id }) => id));
  const fromFiles = files.map(({ id, name, origin, file, used, reasons }): AgentView => {
    const agent = [registry.find(id), registry.findCustom(id)].find((one) => one?.file === file);
    const { colour = null, icon } = agent?.definition ?? {};
    return {
      id,
      name,
      origin,
      file,
      used,
      reasons,
      colour,
      icon: icon !== undefined,
      heard_ms: heard.get(id) ?? null,
      connection: used ? connectionOf(id) : null,
    };
  });
  const onlyHeard = [...heard].flatMap(([id, heard_ms]): AgentView[] =>
    known.has(id)
      ? []
      : [
          {
            id,
            name: registry.nameOf(id),
            origin: null,
            file: null,
            used: false,
            reasons: [],
            colour: null,
            icon: false,
            heard_ms,
            connection: null,
          },
        ],
  );
  return [...fromFiles, ...onlyHeard].toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
};
