// A hub in this very process, with real folders, sockets and SQLite. Payloads are events as they are.

import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Report } from '../../src/agentfile/report.ts';
import type { Client } from '../../src/api/client.ts';
import { openClient } from '../../src/api/client.ts';
import type { Served, ServeOptions } from '../../src/api/server.ts';
import { serve } from '../../src/api/server.ts';
import type { Event } from '../../src/domain/event.ts';
import { defaultRules } from '../../src/domain/rules.ts';
import type { Paths } from '../../src/host/folders.ts';
import { pathsFor, surroundings } from '../../src/host/folders.ts';
import type { Hub } from '../../src/hub/hub.ts';
import { openHub } from '../../src/hub/hub.ts';
import { openJournal } from '../../src/hub/journal.ts';
import { silentLog } from '../../src/hub/log.ts';
import { deposit } from '../../src/intake/deposit.ts';
import { openSpool } from '../../src/intake/spool.ts';

export interface HubHere {
  paths: Paths;
  hub: Hub;
  served: Served;
  client: Client;
  stop(): Promise<void>;
}

/** Paths below a folder of their own. */
export const freshPaths = (): Paths => {
  const home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'h-'));
  return pathsFor({ ...surroundings(), env: { VIGIE_HOME: home } });
};

/** What a relay would leave in the spool. */
export const tell = (paths: Paths, kind: Event['kind'], session: string, more: Partial<Event> = {}): void => {
  const event = { agent: 'claude', source: 'hook', at_ms: Date.now(), kind, session, ...more };
  if (!deposit(paths.spool, { agent: 'claude', event: kind }, Buffer.from(JSON.stringify(event))))
    throw new Error('the spool takes nothing');
};

export const openHubHere = async (paths: Paths = freshPaths(), more: Partial<ServeOptions> = {}): Promise<HubHere> => {
  const spool = openSpool({ folder: paths.spool, quarantine: paths.quarantine, rank: () => 0, placeOf: () => ({}) });
  const journal = openJournal(paths.journal);
  const hub = openHub({
    version: '1.0.0',
    journal,
    spool,
    log: silentLog,
    mapReport: ({ payload }: Report) => ({ events: [JSON.parse(Buffer.from(payload).toString())], faults: [], ignored: false }),
    nameOf: (agent) => agent,
    rulesFor: () => defaultRules,
    alive: () => true,
    retention: { days: 90, bytes: 1e9 },
    home: '/home/dev',
  });
  const served = await serve({
    hub,
    journal,
    log: silentLog,
    config: { page: { port: 0 } },
    socket: paths.socket,
    page: join(paths.share, 'page'),
    desk: {
      agents: () => [],
      connections: () => [],
      icon: () => undefined,
      jump: () => Promise.resolve({ ok: false, why: 'no terminal here' }),
    },
    readCustom: () => ({ report: undefined, said: [] }),
    onStop: () => {},
    ...more,
  });
  return {
    paths,
    hub,
    served,
    client: openClient(paths),
    async stop() {
      await served.close();
      hub.stop();
    },
  };
};

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** A request as it is given, Host and path included: `fetch` would put both right. */
export const ask = (
  url: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const { method = 'GET', headers = {}, body } = options;
    const call = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
