// The surface that pushes: from the hub's changes, by way of episodes and the person's settings, to the channels.

import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../domain/fault.ts';
import type { ListChange } from '../domain/list.ts';
import type { SessionView } from '../domain/view.ts';
import type { ChannelName, NotificationConfig } from '../hub/notification-config.ts';
import type { Channel } from './channel.ts';
import { channelsOf } from './channels.ts';
import { createEpisodes } from './episode.ts';
import type { Note } from './note.ts';
import { makeNote } from './note.ts';
import { isInside, wanted } from './wanted.ts';

export interface NotifierOptions {
  /** The settings as they are now; asked anew for each note. */
  config: () => NotificationConfig;
  /** The sessions in the list now: nothing is told of what they were before. */
  sessions: Iterable<SessionView>;
  /** The hub's changes, in batches. */
  subscribe: (listener: (changes: readonly ListChange[]) => void) => () => void;
  /** Takes what a channel could not do, for `doctor`. */
  fault: (fault: Fault) => void;
  /** Ids of the sessions that a person is looking at right now. */
  watched?: () => ReadonlySet<string>;
  channels?: (config: NotificationConfig) => readonly Channel[];
  now?: () => number;
  /** Calls back once after so many milliseconds; gives the way to stop that. */
  timer?: (run: () => void, ms: number) => () => void;
  home?: string;
}

/** Notes on their way per channel; one more is given up, since it would come too late to help. */
const underWayMax = 8;

/** Starts to tell. Returns the stop, which also ends what is on its way. */
export const openNotifier = ({
  config,
  sessions,
  subscribe,
  fault,
  watched = () => new Set(),
  channels = channelsOf,
  now = Date.now,
  timer = timeout,
  home = homedir(),
}: NotifierOptions): (() => void) => {
  const stopping = new AbortController();
  const underWay = new Map<ChannelName, number>();
  const episodes = createEpisodes(() => config().delay_ms);
  let stopTimer: (() => void) | undefined;
  let timerFor: number | undefined;

  const send = async (channel: Channel, note: Note): Promise<void> => {
    const count = underWay.get(channel.name) ?? 0;
    const complain = (reason: string): void => fault({ where: `notification by ${channel.name}`, reason });
    if (count >= underWayMax) return complain('given up: earlier ones are still on their way');
    underWay.set(channel.name, count + 1);
    try {
      const sent = await channel.send(note, stopping.signal);
      if (!sent.ok && !stopping.signal.aborted) complain(sent.why);
    } catch (error) {
      // A channel may not reject; one that does harms only itself.
      complain(error instanceof Error ? error.message : String(error));
    } finally {
      underWay.set(channel.name, (underWay.get(channel.name) ?? 1) - 1);
    }
  };

  const tell = (): void => {
    const settings = config();
    const at_ms = now();
    const items = wanted(episodes.take(at_ms), settings, {
      minute: minuteOfDay(at_ms),
      watched: watched(),
      ignored: (folder) => settings.ignore_folders.some((ignored) => holds(ignored, folder, home)),
    });
    if (items.length > 0) {
      const note = makeNote(items, settings, at_ms);
      for (const channel of channels(settings)) if (channel.absent?.() === undefined) void send(channel, note);
    }
    schedule();
  };

  const schedule = (): void => {
    const due = episodes.due();
    if (due === timerFor) return;
    stopTimer?.();
    timerFor = due;
    stopTimer =
      due === undefined
        ? undefined
        : timer(
            () => {
              timerFor = undefined;
              tell();
            },
            Math.max(0, due - now()),
          );
  };

  episodes.begin(sessions);
  const unsubscribe = subscribe((changes) => {
    episodes.see(changes, now());
    schedule();
  });
  return () => {
    unsubscribe();
    stopTimer?.();
    stopping.abort();
  };
};

const timeout = (run: () => void, ms: number): (() => void) => {
  const id = setTimeout(run, ms);
  id.unref();
  return () => clearTimeout(id);
};

const minuteOfDay = (at_ms: number): number => {
  const at = new Date(at_ms);
  return at.getHours() * 60 + at.getMinutes();
};

/** Folders are compared as they are written and as they really are: either may go by way of a link. */
const holds = (ignored: string, folder: string, home: string): boolean => {
  const outer = ignored.startsWith('~') ? join(home, ignored.slice(1)) : ignored;
  return isInside(outer, folder) || isInside(real(outer), real(folder));
};

const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    // Not there (any more), or another machine's: its name is all there is.
    return path;
  }
};
