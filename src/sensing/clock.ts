// Time as a sensor sees it; tests hand in their own.

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs once after that many milliseconds; returns the cancel. Keeps no process alive. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
