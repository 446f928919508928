// Wiring and the only exit. The rest is loaded behind the compile cache, which has to be on before.

import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { pathsFor } from './host/folders.ts';

// The hub is started in another folder, and the launchers are called from anywhere.
if (process.env.VIGIE_HOME) process.env.VIGIE_HOME = resolve(process.env.VIGIE_HOME);

const { state } = pathsFor();
// Only beside what is there already: the folder is made, with its modes, by whoever first has something to keep in it.
if (existsSync(state)) enableCompileCache(join(state, 'compile-cache'));

const run = async (): Promise<void> => {
  const words = process.argv.slice(2);
  if (words[0] === 'hook') {
    const { runHookCall } = await import('./cli/hook-call.ts');
    if (await runHookCall(words, process.env)) process.exit(0);
  }
  const { runCommandLine } = await import('./cli/entry.ts');
  process.exit(await runCommandLine(words));
};
void run();
