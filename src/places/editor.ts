// Terminals inside editors (VS Code and its forks, JetBrains): the window that has the folder open. No editor lets a terminal tab be chosen.

import { pathToFileURL } from 'node:url';
import { isOverSsh } from './find.ts';
import type { OpenUrl } from './opener.ts';
import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import type { World } from './world.ts';

export const editor = (world: World, open: OpenUrl): Focuser => ({
  name: 'editor',
  can({ app, cwd, ancestors }) {
    if (!app || app.kind === 'terminal') return undefined;
    if (isOverSsh(ancestors)) return { why: `the ${app.name} window is on another machine` };
    if (!cwd) return { why: `its folder is not known, which tells the windows of ${app.name} apart` };
    if (world.where.platform === 'darwin' ? !app.bundle : !app.scheme)
      return { why: `${app.name} has no way here to ask for the window of a folder` };
    return 'exact';
  },
  focus: (target) => focusFolder(target, world, open),
});

/** An editor that has the folder open shows that window; otherwise it opens one, so this never counts as certain. Never `-r`: it replaces a window. */
const focusFolder = async ({ app, cwd }: Target, world: World, open: OpenUrl): Promise<Outcome> => {
  if (!app || !cwd) return failure('its editor or its folder is not known');
  const what = `asked ${app.name} for the window of ${cwd}`;
  if (world.where.platform === 'darwin' && app.bundle) {
    const ran = await world.run('open', ['-b', app.bundle, cwd]);
    if (!ran.ok) return failure(ran.message);
    return ran.code === 0 ? { ok: true, level: 'exact', certain: false, what } : failure(`open: ${ran.stderr.trim()}`);
  }
  const opened = await open(editorUrl(app.scheme ?? '', cwd));
  return opened.ok ? { ok: true, level: 'exact', certain: false, what } : failure(opened.why);
};

/** `vscode://file/home/you/project/`: the last slash says that it is a folder. */
export const editorUrl = (scheme: string, folder: string): string =>
  `${scheme}://file${pathToFileURL(folder).pathname.replace(/\/*$/u, '/')}`;
