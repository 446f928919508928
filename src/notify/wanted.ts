// What of the news a person wants to hear: their settings, and what they look at already.

import nodePath from 'node:path';
import type { NotificationConfig } from '../hub/notification-config.ts';
import type { Item } from './episode.ts';

export interface Moment {
  /** Minutes since midnight, local time. */
  minute: number;
  /** Ids of the sessions that a person is looking at right now. */
  watched: ReadonlySet<string>;
  /** Whether this folder is on the ignore list. */
  ignored: (folder: string) => boolean;
}

/** The items to tell, in their order. */
export const wanted = (items: readonly Item[], config: NotificationConfig, { minute, watched, ignored }: Moment): Item[] => {
  if (!config.enabled || (config.quiet_hours !== undefined && isQuiet(config.quiet_hours, minute))) return [];
  return items.filter(
    ({ concern, session }) =>
      config.on.includes(concern) &&
      !config.mute.some((muted) => isMuted(session.id, session.agent, muted)) &&
      (concern === 'blocked' || !watched.has(session.id)) &&
      (session.cwd === null || !ignored(session.cwd)),
  );
};

/** Whether a minute of the day lies in `22:00-07:00`; the end is no longer quiet. */
export const isQuiet = (hours: string, minute: number): boolean => {
  const [from = 0, to = 0] = hours.split('-').map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
};

const isMuted = (id: string, agent: string, muted: string): boolean =>
  muted === agent || (muted.includes(':') && !muted.endsWith(':') && id.startsWith(muted));

/** Whether `inner` is `folder` or lies below it, by whole names. Neither needs to exist. */
export const isInside = (folder: string, inner: string, path: typeof nodePath.posix = nodePath): boolean => {
  if (!path.isAbsolute(inner)) return false;
  const way = path.relative(folder, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
};
