// A clock that a test moves. Its shape is that of `src/sensing/clock.ts`.

export interface ManualClock {
  now(): number;
  after(ms: number, run: () => void): () => void;
  /** Moves on, and runs what falls due on the way, in order. */
  advance(ms: number): void;
  /** How many timers wait. */
  waiting(): number;
}

export const manualClock = (start_ms: number): ManualClock => {
  let now = start_ms;
  let timers: { due: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const timer = { due: now + Math.max(0, ms), run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        timers = timers.filter((each) => each !== next);
        now = next.due;
        next.run();
      }
      now = end;
    },
    waiting: () => timers.length,
  };
};
