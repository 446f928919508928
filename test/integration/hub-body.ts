// What the process of hub-process.ts does once it holds the lock.

import { join } from 'node:path';
import type { Report } from '../../src/agentfile/report.ts';
import { serve } from '../../src/api/server.ts';
import { defaultRules } from '../../src/domain/rules.ts';
import type { Paths } from '../../src/host/folders.ts';
import { alive } from '../../src/host/processes.ts';
import { readConfig } from '../../src/hub/config.ts';
import { openHub } from '../../src/hub/hub.ts';
import { openJournal } from '../../src/hub/journal.ts';
import { openLog } from '../../src/hub/log.ts';
import { openSpool } from '../../src/intake/spool.ts';

const { VIGIE_TEST_VERSION: version = '1.0.0', VIGIE_TEST_PAGE: page = '' } = process.env;

const mapReport = ({ payload }: Report) => ({
  events: [JSON.parse(Buffer.from(payload).toString())],
  faults: [],
  ignored: false,
});

/** Resolves when it was told to stop and everything is written down. */
export const runHub = async (paths: Paths): Promise<void> => {
  const config = readConfig(paths.configFile);
  const log = openLog(paths.hubLog);
  const journal = openJournal(paths.journal);
  const hub = openHub({
    version,
    journal,
    log,
    mapReport,
    alive,
    spool: openSpool({ folder: paths.spool, quarantine: paths.quarantine, rank: () => 0, placeOf: () => ({}) }),
    nameOf: (agent) => agent,
    rulesFor: () => defaultRules,
    retention: { days: config.retention_days, bytes: config.retention_bytes },
    home: '/home/dev',
  });
  const stopped = new AbortController();
  process.once('SIGTERM', () => stopped.abort());
  const served = await serve({
    hub,
    journal,
    log,
    config,
    socket: paths.socket,
    page: page || join(paths.share, 'page'),
    desk: {
      agents: () => [],
      connections: () => [],
      icon: () => undefined,
      jump: () => Promise.resolve({ ok: false, why: 'no terminal here' }),
    },
    readCustom: (header, body, at_ms) => ({
      report: {
        agent: header.agent,
        event: header.event,
        payload: body,
        source: 'hook',
        at_ms,
        cwd: header.cwd,
        place: {},
        env: header.env,
      },
      said: body.length > 1_048_576 ? ['too long'] : [],
    }),
    onStop: () => stopped.abort(),
  });
  process.stdout.write(`up ${served.url}\n`);
  await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve, { once: true }));
  await served.close();
  hub.stop();
};
