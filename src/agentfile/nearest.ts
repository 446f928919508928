// "Did you mean …?"

/** The candidate that a misspelt word most likely means; undefined when none is near enough. */
export const nearest = (word: string, candidates: Iterable<string>): string | undefined => {
  const typed = plain(word);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const far = distance(typed, plain(candidate), least);
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
};

const plain = (text: string): string => text.slice(0, 64).toLowerCase().replace(/[-_ ]/gu, '');

/** Edits from one to the other, a swap of neighbours counted as one; `enough` when it is that many or more. */
const distance = (a: string, b: string, enough: number): number => {
  if (Math.abs(a.length - b.length) >= enough) return enough;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? enough) + 1,
        (next[column - 1] ?? enough) + 1,
        (last[column - 1] ?? enough) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? enough) + 1 : enough,
      );
    }
    [beforeLast, last] = [last, next];
  }
  return last[b.length] ?? enough;
};
