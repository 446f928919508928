// The moments at which everything looks that looks by the clock: an idle hub wakes up once for all of them.

/** Milliseconds until the next moment that is a whole number of these periods since 1970; from 1 to the whole period. */
export const untilBeat = (period_ms: number, now_ms = Date.now()): number => period_ms - (Math.floor(now_ms) % period_ms);
