import { existsSync } from 'node:fs';
import type { Registry } from '../../agentfile/registry.ts';
import { createRegistry } from '../../agentfile/registry.ts';
import type { ConnectionView } from '../../domain/connection-view.ts';
import { viewSchema } from '../../domain/view.ts';
import { agentFolders, readAgentFiles } from '../../host/agent-files.ts';
import type { Paths } from '../../host/folders.ts';
import { pathsFor } from '../../host/folders.ts';
import { packageRoot } from '../../host/package-root.ts';
import { readConfig } from '../../hub/config.ts';
import type { Finding } from '../checkup.ts';
import {
  checkAgentFiles,
  checkAgents,
  checkFaults,
  checkFolders,
  checkHub,
  checkLaunchers,
  checkNode,
  checkSpool,
  failed,
} from '../checkup.ts';
import { padTo, wrap } from '../columns.ts';
import { connectionsHere } from '../connecting.ts';
import type { Style } from '../paint.ts';
import { callName, launcherPaths, reachHub } from '../reach-hub.ts';
import type { Terminal } from '../terminal.ts';
import { defineVerb } from '../verb.ts';

const verdictStyles: Readonly<Record<Finding['verdict'], Style>> = { ok: 'green', note: 'yellow', broken: 'red' };

const verdictWidth = 8;

const shown = (findings: readonly Finding[], terminal: Terminal): string[] => {
  const aboutWidth = Math.max(...findings.map(({ about }) => about.length)) + 2;
  const indent = ' '.repeat(verdictWidth + aboutWidth);
  return findings.flatMap(({ about, verdict, says, hint }) => {
    const [first = '', ...more] = wrap(says, terminal.columns() - indent.length);
    return [
      `${terminal.paint(verdictStyles[verdict], padTo(verdict, verdictWidth))}${padTo(about, aboutWidth)}${first}`,
      ...more.map((line) => indent + line),
      ...(hint === undefined ? [] : [`${indent}${terminal.paint('dim', hint)}`]),
    ];
  });
};

const examine = async (terminal: Terminal): Promise<Finding[]> => {
  const paths = pathsFor();
  const now = terminal.now();
  const registry = createRegistry(readAgentFiles(agentFolders(paths, packageRoot())));
  const here = [
    checkNode(process.version, process.execPath),
    ...checkFolders(paths, process.getuid?.()),
    ...checkConfig(paths.configFile),
  ];
  const { connected, broken } = connectionsOf(paths, registry);
  const agents = [...checkAgentFiles(registry), ...broken];
  try {
    const client = await reachHub();
    const [health, { sessions }] = await Promise.all([client.health(), client.snapshot()]);
    return [
      ...checkHub(health, __VIGIE_VERSION__, now),
      ...here,
      checkSpool(health, paths),
      checkLaunchers(paths, launcherPaths(paths), callName(terminal.env) === 'vigie'),
      ...agents,
      ...checkAgents(connected, registry, sessions, now),
      ...checkFaults(health, now),
    ];
  } catch (error) {
    return [failed('Hub', error), ...here, ...agents, ...checkAgents(connected, registry, [], now)];
  }
};

const connectionsOf = (paths: Paths, registry: Registry): { connected: ConnectionView[]; broken: Finding[] } => {
  try {
    return { connected: connectionsHere(registry, paths), broken: [] };
  } catch (error) {
    return { connected: [], broken: [failed('Connections', error)] };
  }
};

const checkConfig = (file: string): Finding[] => {
  try {
    readConfig(file);
    return [{ about: 'Settings', verdict: 'ok', says: existsSync(file) ? file : `the defaults, as there is no ${file}` }];
  } catch (error) {
    return [failed('Settings', error)];
  }
};

export const verb = defineVerb({
  description: [
    'Checks what Vigie needs and says what is broken, and what to do about it. The first line says whether the hub is up; where none runs, one is started. Then come the page, Node, the folders and the socket with their modes, the settings, the spool, the launchers, the agent files, the agents that are here, and what came in wrong, with reason and count.',
  ],
  args: {
    json: { type: 'boolean', description: 'Prints {"schema":1,"ok":true,"findings":[{"about","verdict","says","hint"},…]}.' },
  },
  examples: [{ command: 'vigie doctor', about: 'Look here first when something is not as it should be.' }],
  exits: [[1, 'Something is broken.']],
  async run({ json }, terminal) {
    const findings = await examine(terminal);
    const ok = findings.every(({ verdict }) => verdict !== 'broken');
    terminal.write(
      json ? `${JSON.stringify({ schema: viewSchema, ok, findings }, null, 2)}\n` : `${shown(findings, terminal).join('\n')}\n`,
    );
    return ok ? 0 : 1;
  },
});
