// Brings the app to the front: the last thing tried, and what a terminal needs that selects a tab without showing its window.

import { raiseWindow } from './desktop.ts';
import { isOverSsh } from './find.ts';
import type { Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import type { World } from './world.ts';

/** Never rejects. An app that is not known is never guessed, and none is started. */
export const raiseApp = async (target: Target, world: World): Promise<Outcome> => {
  if (isOverSsh(target.ancestors)) return failure('its terminal is on another machine, at the other end of an ssh connection');
  if (world.where.platform === 'darwin') return raiseOnMac(target, world);
  if (world.where.platform === 'win32') return raiseOnWindows(target, world);
  if (target.ancestors.length === 0) return failure('no live process is known to find its window by');
  return raiseWindow(target, world, 'app');
};

/** `open` would start an app that does not run, so it is used only for one that was seen. */
const raiseOnMac = async ({ ancestors, app }: Target, world: World): Promise<Outcome> => {
  const bundlePath = ancestors.map(({ path }) => /^\/.*?\.app(?=\/)/u.exec(path ?? '')?.[0]).findLast(Boolean);
  const which = bundlePath ? ['-a', bundlePath] : app?.bundle && ancestors.length > 0 ? ['-b', app.bundle] : undefined;
  if (!which) return failure('the app it runs in is not known');
  const ran = await world.run('open', which);
  if (!ran.ok) return failure(ran.message);
  if (ran.code !== 0) return failure(`open: ${ran.stderr.trim()}`);
  return { ok: true, level: 'app', certain: Boolean(bundlePath), what: `brought ${app?.name ?? bundlePath} to the front` };
};

// The ids come by the environment: the script is the same for all.
const appActivateScript =
  '$shell = New-Object -ComObject WScript.Shell; ' +
  'foreach ($id in $env:VIGIE_PIDS.Split(",")) { if ($shell.AppActivate([int]$id)) { "activated $id"; exit 0 } }; exit 1';

const raiseOnWindows = async ({ ancestors, app }: Target, world: World): Promise<Outcome> => {
  if (ancestors.length === 0) return failure('no live process is known to find its window by');
  const env = { ...world.where.env, VIGIE_PIDS: ancestors.map(({ pid }) => pid).join(',') };
  const ran = await world.run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', appActivateScript], {
    env,
    deadline_ms: 8_000,
  });
  if (!ran.ok) return failure(ran.message);
  // Windows may only let its button blink when another program has the focus.
  if (ran.code !== 0) return failure('none of the processes it runs in has a window that Windows lets us bring to the front');
  return { ok: true, level: 'app', certain: false, what: `asked Windows for the ${app?.name ?? 'terminal'} window` };
};
