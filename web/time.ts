// Ages in few letters: `48s`, `6m`, `1h`.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** One unit, rounded down: `48s`, `6m`, `1h`, `3d`. */
export const ageWords = (age_ms: number): string => {
  const age = Math.max(0, age_ms);
  if (age < minute) return `${Math.floor(age / second)}s`;
  if (age < hour) return `${Math.floor(age / minute)}m`;
  return age < day ? `${Math.floor(age / hour)}h` : `${Math.floor(age / day)}d`;
};

/** As `ageWords`, but says nothing that changes by the second. */
export const roughAgeWords = (age_ms: number): string => (age_ms < minute ? 'now' : ageWords(age_ms));

/** A whole sentence's age: `26 minutes`. */
export const longAgeWords = (age_ms: number): string => {
  const age = Math.max(0, age_ms);
  if (age < minute) return 'a moment';
  const [count, unit] =
    age < hour
      ? [Math.floor(age / minute), 'minute']
      : age < day
        ? [Math.floor(age / hour), 'hour']
        : [Math.floor(age / day), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Clock time of a moment that is past, in the reader's own way: `10:06`. */
export const clockWords = (at_ms: number): string =>
  new Date(at_ms).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
