// The package's own folder, from the sources and from the bundle alike.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder that holds `package.json`, `agents/`, `relay/` and `dist/`. */
export const packageRoot = (from: string = import.meta.dirname): string => {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'relay'))) return folder;
    if (dirname(folder) === folder) throw new Error(`no relay/ above ${from}`);
  }
};
