// Keeps history within its bounds: now and then the oldest events go, in steps so short that reports never wait for one.

export interface RetentionDeps {
  /** One step; true when more is left to drop. */
  prune: () => boolean;
  /** When the hub last had anything to do, in epoch milliseconds. */
  busy_ms: () => number;
  now: () => number;
}

/** How often it is looked at whether anything is over the bounds. */
export const lookMs = 60 * 60 * 1000;
/** The first look: a hub that has just started has better to do. */
export const firstLookMs = 60 * 1000;
/** Between two steps. */
export const pauseMs = 100;
/** A hub that had something to do less than this long ago is busy … */
export const quietMs = 1_000;
/** … which puts the first step off for no longer than this. */
export const patienceMs = 60 * 1000;

/** @returns the end of it */
export const openRetention = ({ prune, busy_ms, now }: RetentionDeps): (() => void) => {
  let timer: NodeJS.Timeout;
  /** @param due_ms since when a step has been due */
  const wait = (ms: number, due_ms = now() + ms): void => {
    timer = setTimeout(() => {
      const isBusy = now() - busy_ms() < quietMs;
      if (isBusy && now() - due_ms < patienceMs) wait(quietMs, due_ms);
      else if (prune()) wait(pauseMs, due_ms);
      else wait(lookMs);
    }, ms).unref();
  };
  wait(firstLookMs);
  return () => clearTimeout(timer);
};
