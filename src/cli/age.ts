// How long ago, as short as it can be said.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `12s`, `3m`, `2h`, `4d`. A clock that runs ahead gives `0s`. */
export const age = (ms: number): string => {
  if (ms < minute) return `${Math.max(0, Math.floor(ms / second))}s`;
  if (ms < hour) return `${Math.floor(ms / minute)}m`;
  if (ms < 2 * day) return `${Math.floor(ms / hour)}h`;
  return `${Math.floor(ms / day)}d`;
};

/** The same in a sentence: `12 seconds`, `1 minute`. */
export const ageInWords = (ms: number): string => {
  const [count, unit] =
    ms < minute
      ? [ms / second, 'second']
      : ms < hour
        ? [ms / minute, 'minute']
        : ms < 2 * day
          ? [ms / hour, 'hour']
          : [ms / day, 'day'];
  const whole = Math.max(0, Math.floor(count));
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
};
