// What a person waits for at the prompt: the whole process, against a Node that does nothing.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program, startHubProcess } from './hub-process.ts';
import type { BenchOptions, Row } from './row.ts';
import { sideBySide } from './row.ts';
import { inScratch } from './scratch.ts';
import { asSpoolFile, openingOf } from './workload.ts';

const sessions = 20;

export const start = ({ quick }: BenchOptions): Promise<Row[]> =>
  inScratch(async (folder) => {
    const hub = await startHubProcess(join(folder, 'home'));
    try {
      for (let session = 1; session <= sessions; session++)
        for (const [at, sent] of openingOf(session).entries())
          writeFileSync(join(hub.paths.spool, `s${session}-${at}`), asSpoolFile(sent));
      const node =
        (...words: string[]) =>
        (): void => {
          const { status } = spawnSync(process.execPath, words, { env: hub.env, stdio: 'ignore' });
          if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`);
        };
      const floor = 'node -e 0';
      return await sideBySide(
        'start',
        [
          { name: floor, run: node('-e', '0') },
          { name: `vigie ls, ${sessions} sessions`, run: node(program, 'ls'), goals: [{ against: floor, at_most: 1.7 }] },
          { name: 'vigie --help', run: node(program, '--help') },
        ],
        { rounds: quick ? 10 : 60 },
      );
    } finally {
      await hub.stop();
    }
  });
