// What an agent waits for at each hook: the whole process, from its start to its end, with a payload of half a kilobyte on stdin.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLaunchers } from '../src/host/launchers.ts';
import { packageRoot } from '../src/host/package-root.ts';
import { makePrivateFolder } from '../src/host/private-folder.ts';
import type { BenchOptions, Contender, Row } from './row.ts';
import { sideBySide } from './row.ts';
import { inMemory, inScratch } from './scratch.ts';
import { callsOf } from './shell.ts';

const floor = 'sh -c :';
const node = 'Node relay';
/** Not a version manager's shim, which would be measured too. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
/** Past this many the relay begins to leave events out. */
const manyFiles = 2_000;
/** Calls per turn of what takes long. */
const few = 4;

export const relay = ({ quick }: BenchOptions): Promise<Row[]> =>
  inScratch((home) => inScratch((onDisk) => measure(home, onDisk, quick ? 8 : 40)), inMemory);

const measure = (home: string, onDisk: string, rounds: number): Promise<Row[]> => {
  const spool = join(home, 'spool');
  const bin = join(home, 'bin');
  const payload = join(home, 'payload');
  const fixtures = join(packageRoot(), 'bench', 'fixtures');
  const crowded = join(home, 'crowded');
  const paths = { spool, socket: join(home, 'hub.sock'), node: process.execPath, program: join(home, 'vigie.js') };
  makePrivateFolder(spool);
  makePrivateFolder(crowded);
  makePrivateFolder(join(onDisk, 'spool'));
  writeLaunchers(bin, paths);
  writeLaunchers(join(home, 'crowded-bin'), { ...paths, spool: crowded });
  writeLaunchers(join(onDisk, 'bin'), { ...paths, spool: join(onDisk, 'spool') });
  for (let name = 1; name <= manyFiles; name += 1) writeFileSync(join(crowded, String(name)), '');
  writeFileSync(
    payload,
    JSON.stringify({ session_id: 'bench', hook_event_name: 'Stop', last_assistant_message: 'x'.repeat(400) }),
  );
  const hook = `'${join(bin, 'vigie-hook')}'`;
  const shell = (line: string, times = 20) => ({ times, run: callsOf(line, { stdin: payload, times }) });
  const sourced = (launcher: string): string => `set -- claude Stop; [ -r ${launcher} ] && . ${launcher}; cat >/dev/null; exit 0`;
  const contenders: Contender[] = [
    { name: floor, ...shell(':') },
    {
      name: 'vigie-hook, sourced',
      ...shell(sourced(hook)),
      goals: [
        { against: floor, at_most: 2.2 },
        { against: node, at_most: 1 / 10 },
      ],
    },
    {
      name: 'vigie-hook, as a process',
      ...shell(`${hook} claude Stop 2>/dev/null || cat >/dev/null`),
      goals: [
        { against: floor, at_most: 3 },
        { against: node, at_most: 1 / 8 },
      ],
    },
    { name: 'vigie-hook, sourced, 2,000 files waiting', ...shell(sourced(`'${join(home, 'crowded-bin', 'vigie-hook')}'`)) },
    { name: 'vigie-hook, sourced, spool on a disk', ...shell(sourced(`'${join(onDisk, 'bin', 'vigie-hook')}'`), few) },
    { name: node, ...shell(`'${process.execPath}' '${join(fixtures, 'relay.mjs')}' '${spool}' claude Stop`, few) },
    ...(spawnSync(python, ['--version']).status === 0
      ? [{ name: 'Python relay', ...shell(`${python} '${join(fixtures, 'relay.py')}' '${spool}' claude Stop`, few) }]
      : []),
  ];
  return sideBySide('relay', contenders, {
    warmUp: 1,
    rounds,
    after: () => {
      for (const name of readdirSync(spool)) rmSync(join(spool, name));
      for (const name of readdirSync(crowded)) if (Number(name) > manyFiles) rmSync(join(crowded, name));
    },
  });
};
