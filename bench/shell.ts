// Command lines as an agent's hook runs them. A small shell starts them one after the other: a program as large as this one takes longer
// to fork than what is measured here takes to run, and would make all contenders alike.

import { spawnSync } from 'node:child_process';

/** Each time: `sh -c <line>` with that file as its standard input, so many times over. Throws when one fails. */
export const callsOf =
  (line: string, { stdin, times, env = process.env }: { stdin: string; times: number; env?: NodeJS.ProcessEnv }) =>
  (): void => {
    const loop = `i=0; while [ $i -lt ${times} ]; do sh -c "$1" <"$2" || exit 1; i=$((i + 1)); done`;
    const { status } = spawnSync('/bin/sh', ['-c', loop, 'sh', line, stdin], { stdio: ['ignore', 'ignore', 'ignore'], env });
    if (status !== 0) throw new Error(`it failed: ${line}`);
  };
