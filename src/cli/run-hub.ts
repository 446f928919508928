// The hub's object graph: spool, agent files, journal, fold, server. Built here, run until told to stop, taken down in reverse.

import { dirname, join } from 'node:path';
import { readCustomCall } from '../agentfile/custom.ts';
import { mapReport } from '../agentfile/mapping.ts';
import type { Registry } from '../agentfile/registry.ts';
import { createRegistry } from '../agentfile/registry.ts';
import { serve } from '../api/server.ts';
import { connections } from '../connect/health.ts';
import type { Entry } from '../connect/ledger.ts';
import { readLedger } from '../connect/ledger.ts';
import { watchConnections } from '../connect/watch.ts';
import type { EventKind } from '../domain/event.ts';
import { agentFolders, readAgentFiles, watchAgentFiles } from '../host/agent-files.ts';
import type { Paths } from '../host/folders.ts';
import { surroundings } from '../host/folders.ts';
import { writeLaunchers } from '../host/launchers.ts';
import { packageRoot } from '../host/package-root.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import { alive } from '../host/processes.ts';
import type { Config } from '../hub/config.ts';
import { readConfig } from '../hub/config.ts';
import type { Hub } from '../hub/hub.ts';
import { openHub } from '../hub/hub.ts';
import { openJournal } from '../hub/journal.ts';
import { openLog } from '../hub/log.ts';
import type { Rank } from '../intake/arrival-order.ts';
import { placeClaim } from '../intake/place-claim.ts';
import { openSpool } from '../intake/spool.ts';
import { groundOf, workplaceOf } from './connecting.ts';
import { openDesk } from './desk.ts';
import { launcherPaths } from './reach-hub.ts';
import { openNotifier } from '../notify/notifier.ts';
import { systemClock } from '../sensing/clock.ts';
import { openSensing } from '../sensing/sensing.ts';

/** How early an event stands among others of one moment. What is not named stands in the middle. */
const ranks: Readonly<Partial<Record<EventKind, number>>> = {
  end: 0,
  start: 1,
  prompt: 2,
  tool: 3,
  'needs-you': 4,
  done: 8,
  failed: 8,
  idle: 9,
};
const middleRank = 6;

const rankIn =
  (registry: () => Registry): Rank =>
  (agent, event) => {
    const kind = registry().find(agent)?.mapping.casesFor(event)?.[0]?.kind;
    return (kind !== undefined && kind !== 'ignore' ? ranks[kind] : undefined) ?? middleRank;
  };

const registryOf = (paths: Paths, { idle_after_ms, agents }: Config): Registry =>
  createRegistry(readAgentFiles(agentFolders(paths, packageRoot())), {
    idleAfterMs: idle_after_ms,
    idleAfterMsOf: Object.fromEntries(
      Object.entries(agents).flatMap(([agent, own]) => (own.idle_after_ms === undefined ? [] : [[agent, own.idle_after_ms]])),
    ),
  });

/** Sensors hear of every change of a session, and what they find comes in as any other event. @returns the end of it */
const sense = (hub: Hub, registry: () => Registry): (() => void) => {
  const { home, env } = surroundings();
  const sensing = openSensing({
    home,
    env,
    clock: systemClock,
    detailsOf: (agent) => registry().find(agent)?.definition.details,
    live: hub.snapshot().sessions.map(({ id }) => id),
    session: (id) => hub.live(id),
    drain: () => hub.drain(),
    emit: (events) => {
      try {
        hub.events(events);
      } catch {
        // The journal could not be written: the hub has counted that, and writes it later.
      }
    },
  });
  // Not at once: people who watch hear of a change first.
  const unsubscribe = hub.subscribe((changes) => {
    setImmediate(() => {
      for (const { data } of changes) sensing.heard(data.id);
    });
  });
  return () => {
    unsubscribe();
    sensing.stop();
  };
};

/** Counts a fault when hooks of ours are lost from an agent's config. @returns the end of watching */
const watchHooks = (hub: Hub, registry: () => Registry, paths: Paths): (() => void) => {
  const { ledger } = workplaceOf(paths);
  // So that the first connection is noticed as well.
  makePrivateFolder(dirname(ledger));
  const entries = (): Entry[] => {
    try {
      return readLedger(ledger);
    } catch {
      // It is damaged, as `vigie doctor` says: then nothing is known to be connected.
      return [];
    }
  };
  return watchConnections({
    ledger,
    entries,
    look: (connected) => {
      const agents = new Set(connected.map(({ agent }) => agent));
      return connections(registry(), groundOf(paths, registry()), connected).filter(({ agent }) => agents.has(agent));
    },
    onLost: ({ agent, file, says }) => hub.fault({ where: `hooks of ${agent}`, reason: `${says} (${file})` }),
  });
};

export interface HubOptions {
  paths: Paths;
  version: string;
  signal: AbortSignal;
  /** The doors are open; the notes are what a person should be told. */
  onReady: (notes: readonly string[]) => Promise<void>;
}

/**
 * Runs the hub; the caller holds its lock. Resolves when it was told to stop, by the signal or over its socket, and everything is
 * written down. Throws VigieError when it can't start.
 */
export const runHub = async ({ paths, version, signal, onReady }: HubOptions): Promise<void> => {
  for (const folder of [paths.config, paths.state, paths.share, paths.run]) makePrivateFolder(folder);
  const log = openLog(paths.hubLog);
  const config = readConfig(paths.configFile);
  let registry = registryOf(paths, config);
  const placeOf = placeClaim((agent) => registry.find(agent)?.definition.identity);
  const spool = openSpool({
    folder: paths.spool,
    quarantine: paths.quarantine,
    rank: rankIn(() => registry),
    placeOf,
  });
  const journal = openJournal(paths.journal);
  const hub = openHub({
    version,
    journal,
    spool,
    log,
    mapReport: (report) => mapReport(report, registry),
    nameOf: (agent) => registry.nameOf(agent),
    rulesFor: (agent) => ({ ...registry.rulesFor(agent), forget_after_ms: config.forget_after_ms }),
    alive,
    retention: { days: config.retention_days, bytes: config.retention_bytes },
    home: surroundings().home,
  });
  const stopWatching = watchAgentFiles(agentFolders(paths, packageRoot()), () => {
    registry = registryOf(paths, config);
    log.info({ agents: registry.list().length }, 'agent files read anew');
  });
  const stopSensing = sense(hub, () => registry);
  const stopWatchingHooks = watchHooks(hub, () => registry, paths);
  const stopNotifying = openNotifier({
    config: () => config.notifications,
    sessions: hub.snapshot().sessions,
    subscribe: (listener) => hub.subscribe(listener),
    fault: (fault) => hub.fault(fault),
  });
  try {
    writeLaunchers(paths.bin, launcherPaths(paths));
    const stop = new AbortController();
    const served = await serve({
      hub,
      journal,
      log,
      config,
      socket: paths.socket,
      page: join(packageRoot(), 'dist', 'web'),
      readCustom: (header, body, at_ms) => {
        const { agent, event, cwd, env } = header;
        return readCustomCall(agent, event || undefined, body, { at_ms, cwd, place: placeOf(header, at_ms), env }, registry);
      },
      desk: openDesk(hub, () => registry, paths),
      onStop: () => stop.abort(),
    });
    log.info({ version, pid: process.pid, url: served.url }, 'up');
    await onReady(served.notes);
    await aborted(AbortSignal.any([signal, stop.signal]));
    await served.close();
  } finally {
    stopWatching();
    stopSensing();
    stopWatchingHooks();
    stopNotifying();
    hub.stop();
    log.info({}, 'down');
  }
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
