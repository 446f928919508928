// What a tool waits for at each `hook custom`: the whole process of the stable launcher, beside a bare Node; and what it costs the hub to
// read a thousand agent files.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRegistry } from '../src/agentfile/registry.ts';
import { readAgentFiles } from '../src/host/agent-files.ts';
import { startHubProcess } from './hub-process.ts';
import type { BenchOptions, Row } from './row.ts';
import { sideBySide } from './row.ts';
import { callsOf } from './shell.ts';
import { inScratch } from './scratch.ts';

const launcher = ({ quick }: BenchOptions): Promise<Row[]> =>
  inScratch(async (folder) => {
    const hub = await startHubProcess(join(folder, 'home'));
    const payload = join(folder, 'payload');
    const withoutCurl = join(folder, 'empty');
    mkdirSync(withoutCurl);
    writeFileSync(payload, JSON.stringify({ session: 'bench', event: 'tool', tool: 'Bash', input: 'x'.repeat(400) }));
    const times = 4;
    const call = (line: string) => ({ times, run: callsOf(line, { stdin: payload, times, env: hub.env }) });
    const floor = 'node -e 0';
    const hook = `'${join(hub.paths.bin, 'vigie')}' hook custom ralph`;
    try {
      return await sideBySide(
        'custom',
        [
          { name: floor, ...call(`'${process.execPath}' -e 0`) },
          { name: 'hook custom, curl', ...call(hook), goals: [{ against: floor, at_most: 1 / 2 }] },
          { name: 'hook custom, no curl', ...call(`PATH='${withoutCurl}' ${hook}`), goals: [{ against: floor, at_most: 1.6 }] },
        ],
        { warmUp: 1, rounds: quick ? 5 : 20 },
      );
    } finally {
      await hub.stop();
    }
  });

const count = 1_000;

/** In Gnista's dialect and in Vigie's by turns, as JSON, so that the bare parsing is one parser's. */
const fileText = (at: number): string =>
  JSON.stringify({
    ...(at % 2 === 0 ? { vigie: 1 } : { version: 2 }),
    name: `Agent ${at}`,
    colour: '#2EB872',
    fields: { session: '$.conversation_id', event: '$.hook_event_name', cwd: '$.workspace_roots[0]', tool: '$.tool.name' },
    events: { beforeSubmitPrompt: 'prompt', afterToolUse: 'tool-done', stop: 'done', heartbeat: 'ignore' },
    jump: { url: `agent${at}://open?session={session}` },
  });

const agentFiles = ({ quick }: BenchOptions): Promise<Row[]> =>
  inScratch(async (folder) => {
    for (let at = 0; at < count; at++) writeFileSync(join(folder, `agent-${at}.json`), fileText(at));
    const parse = 'read and parse';
    return sideBySide(
      'custom',
      [
        {
          name: parse,
          run: () => {
            for (const name of readdirSync(folder)) JSON.parse(readFileSync(join(folder, name), 'utf8'));
          },
        },
        {
          name: `load ${count} agent files`,
          run: () => {
            const files = readAgentFiles({ vigie: folder, gnista: '', tma: '', builtIn: '' });
            if (
              createRegistry(files)
                .list()
                .filter(({ used }) => used).length !== count
            )
              throw new Error('not all are used');
          },
          goals: [{ against: parse, at_most: 5 }],
        },
      ],
      { rounds: quick ? 10 : 40 },
    );
  });

export const custom = async (options: BenchOptions): Promise<Row[]> => [
  ...(await launcher(options)),
  ...(await agentFiles(options)),
];
