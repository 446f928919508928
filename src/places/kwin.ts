// KDE on Wayland: only a script inside KWin sees its windows, and it gives no answer. It is written to a file for as long as it runs.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import type { World } from './world.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const isKwin = (env: Environment): boolean =>
  Boolean(env.WAYLAND_DISPLAY) && /\bKDE\b/u.test(env.XDG_CURRENT_DESKTOP ?? '');

/** Plasma 5 and 6 name things differently. Nothing but process ids goes into the script. */
export const kwinScript = (pids: readonly number[]): string => `const windows = workspace.stackingOrder;
for (const pid of ${JSON.stringify(pids)}) {
  const own = windows.filter((window) => window.pid === pid);
  if (own.length === 0) continue;
  if (workspace.windowList) workspace.activeWindow = own[own.length - 1];
  else workspace.activeClient = own[own.length - 1];
  break;
}
`;

/** Never rejects. */
export const raiseByKwin = async (target: Target, level: 'exact' | 'app', env: Environment, world: World): Promise<Outcome> => {
  if (target.ancestors.length === 0) return failure('no live process is known to find its window by');
  const call = async (path: string, method: string, ...args: string[]): Promise<void> => {
    const words = ['call', '--session', '--dest', 'org.kde.KWin', '--object-path', path, '--method', method, ...args];
    const ran = await world.run('gdbus', words, { env });
    if (!ran.ok) throw new Error(ran.message);
    if (ran.code !== 0) throw new Error(`KWin: ${ran.stderr.trim()}`);
  };
  const name = `vigie-${process.pid}`;
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), 'vigie-kwin-'));
    const file = join(folder, 'raise.js');
    await writeFile(file, kwinScript(target.ancestors.map(({ pid }) => pid)));
    await call('/Scripting', 'org.kde.kwin.Scripting.loadScript', file, name);
    await call('/Scripting', 'org.kde.kwin.Scripting.start');
    await call('/Scripting', 'org.kde.kwin.Scripting.unloadScript', name);
    return { ok: true, level, certain: false, what: `asked KWin for the ${target.app?.name ?? 'terminal'} window` };
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
};
