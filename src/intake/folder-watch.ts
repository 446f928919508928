// Says when a folder should be looked at. Notifications get lost (none on network drives, some under load), so it also asks by the clock.

import type { FSWatcher } from 'node:fs';
import { statSync, watch } from 'node:fs';
import { untilBeat } from '../host/beat.ts';
import { makePrivateFolder } from '../host/private-folder.ts';

const pollMs = 10_000;
/** While the system gives no notifications, often because its watches are used up. */
const degradedPollMs = 1_000;

/**
 * Makes the folder anew when it vanishes. Never throws, and keeps no process alive.
 * @param onChange a look is due; several changes may come as one call
 * @param onHow called when the way of watching changes
 * @returns the end of watching
 */
export const watchFolder = (folder: string, onChange: () => void, onHow: (how: 'watch' | 'poll') => void): (() => void) => {
  let watcher: FSWatcher | undefined;
  let watched: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;

  const tell = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      if (timer) onChange();
    });
  };
  const degrade = (): void => {
    watcher?.close();
    watcher = undefined;
    onHow('poll');
  };
  const listen = (): void => {
    try {
      makePrivateFolder(folder);
      watched = statSync(folder).ino;
      watcher = watch(folder, { persistent: false }, tell).on('error', degrade);
      onHow('watch');
    } catch {
      degrade();
    }
  };
  const look = (): void => {
    // A folder made anew under the old name is another one, and the watch is still on the first.
    if (watcher && statSync(folder, { throwIfNoEntry: false })?.ino !== watched) degrade();
    if (!watcher) listen();
    timer = setTimeout(look, untilBeat(watcher ? pollMs : degradedPollMs)).unref();
    tell();
  };
  look();

  return () => {
    clearTimeout(timer);
    timer = undefined;
    degrade();
  };
};
