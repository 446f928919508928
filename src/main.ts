// Wiring and the only exit. The rest is loaded behind the compile cache, which has to be on before.

import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathsFor } from './host/folders.ts';

const { state } = pathsFor();
// Only beside what is there already: the folder is made, with its modes, by whoever first has something to keep in it.
if (existsSync(state)) enableCompileCache(join(state, 'compile-cache'));

const { runCommandLine } = await import('./cli/entry.ts');
process.exit(await runCommandLine(process.argv.slice(2)));
