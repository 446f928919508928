// How it stands with the hooks of an agent: looked at when somebody asks, never mended unasked.

import { statSync } from 'node:fs';
import type { Registry } from '../agentfile/registry.ts';
import { agentOf } from '../agentfile/agent-list.ts';
import type { ConnectionState, ConnectionView } from '../domain/connection-view.ts';
import { VigieError } from '../domain/error.ts';
import { readConfigFile } from './config-file.ts';
import type { Entry } from './ledger.ts';
import { isFor } from './ledger.ts';
import type { Ground } from './placement.ts';
import { placementOf, placementsOf } from './placement.ts';
import type { Placement } from './plan.ts';
import { isHere } from './presence.ts';

/** Every agent that takes hooks and is here, or was connected once, with each of its files. Throws VigieError for nothing. */
export const connections = (registry: Registry, ground: Ground, entries: readonly Entry[]): ConnectionView[] =>
  registry
    .list()
    .filter(({ used }) => used)
    .flatMap(({ id, name }): ConnectionView[] => {
      const agent = agentOf(registry, id);
      const own = entries.filter((entry) => entry.agent === id);
      if (!agent?.definition.hooks || (own.length === 0 && !isHere(agent, ground))) return [];
      try {
        const here = placementsOf(agent, undefined, ground);
        const elsewhere = own
          .filter((entry) => !here.some((placement) => isFor(placement)(entry)))
          .flatMap((entry) => placementOf(agent, entry, ground) ?? []);
        return [...here, ...elsewhere].flatMap((placement) => {
          const state = stateOf(placement, own.find(isFor(placement)), ground);
          return state ? [{ agent: id, name, ...state }] : [];
        });
      } catch (error) {
        if (!(error instanceof VigieError)) throw error;
        return [{ agent: id, name, file: agent.file, state: 'unreadable', says: error.message, hint: error.hint }];
      }
    });

/** What there is to say and to do in each state. */
const words: Readonly<Record<ConnectionState, { says: string; hint: (agent: string) => string }>> = {
  connected: { says: 'connected', hint: () => '' },
  not_connected: { says: 'not connected', hint: (agent) => `vigie connect ${agent}` },
  gone: { says: 'our hooks are gone: something has rewritten the file', hint: (agent) => `vigie connect ${agent}` },
  stale: { says: 'hooks of an older Vigie, or one that lay elsewhere', hint: (agent) => `vigie connect ${agent}` },
  partly: { says: 'connected in part', hint: (agent) => `vigie connect ${agent} --all-events` },
  unreadable: { says: 'can not be looked at', hint: () => 'Mend the file; Vigie leaves it as it is.' },
};

type State = Omit<ConnectionView, 'agent' | 'name'>;

/** Undefined for a file that is not needed, as another program stands where ours would. */
const stateOf = (placement: Placement, entry: Entry | undefined, { launcher }: Ground): State | undefined => {
  const { agent, file: path, format, project } = placement;
  const is = (state: ConnectionState, more = ''): State => {
    const hint = words[state].hint(agent);
    return {
      file: path,
      state,
      says: more === '' ? words[state].says : `${words[state].says}${more}`,
      hint: project !== undefined && hint.startsWith('vigie ') ? `${hint} --project '${project}'` : hint,
    };
  };
  const file = readConfigFile(path);
  if ('refused' in file) return is('unreadable', `: ${file.refused}`);
  const found = format.find(file.text);
  if ('refused' in found) return is('unreadable', `: ${found.refused}`);
  const isConnected = entry !== undefined && entry.pending !== true;
  if (found.length === 0) {
    if (isConnected && entry.events.length > 0) return is('gone');
    const put = format.put(file.text, format.events);
    return typeof put !== 'string' && put.isMinor === true ? undefined : is('not_connected');
  }
  const lost = found.find((one) => one.launcher !== undefined && !statSync(one.launcher, { throwIfNoEntry: false }));
  if (lost) return is('stale', `: there is no ${lost.launcher ?? launcher}`);
  if (!found.every(({ isCurrent }) => isCurrent)) return is('stale');
  const missing = (entry?.events ?? []).filter((event) => !found.some((one) => one.event === event));
  if (missing.length > 0) return is('partly', `: without ${missing.join(', ')}`);
  const declined = entry?.declined ?? [];
  return is('connected', declined.length > 0 ? `, without ${declined.join(', ')} as you took that out` : '');
};
