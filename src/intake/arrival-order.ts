// In which order reports count. Files are born by the tick of the kernel's clock (1 to 10 ms), so the clock alone leaves ties.

/** What the order is made from. */
export interface Arrival {
  agent: string;
  event: string;
  /** Epoch milliseconds of its birth, with a fraction where the file system has one. */
  born_ms: number;
  /** The relay's process. */
  pid: number | undefined;
  file: string;
}

/** How early an event comes among others of one moment: `end` before `start`, `tool` before `tool-done`. Lower is earlier. */
export type Rank = (agent: string, event: string) => number;

/** Relays of one tick have neighbouring process ids; further apart, the ids have wrapped or are of two containers. */
const neighboursMax = 10_000;

/**
 * By birth. Within one tick reports of one agent stand as their relays were started, which the process ids tell; where these can't,
 * by rank. Pure: gives a new array.
 */
export const inOrder = <A extends Arrival>(arrivals: readonly A[], rank: Rank): A[] => {
  const sorted = arrivals.toSorted((a, b) => a.born_ms - b.born_ms || compare(a.agent, b.agent));
  const ordered: A[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && isTie(sorted[start], sorted[end])) end += 1;
    ordered.push(...(end - start === 1 ? sorted.slice(start, end) : untied(sorted.slice(start, end), rank)));
    start = end;
  }
  return ordered;
};

const isTie = (a: Arrival | undefined, b: Arrival | undefined): boolean => a?.born_ms === b?.born_ms && a?.agent === b?.agent;

const untied = <A extends Arrival>(tied: readonly A[], rank: Rank): A[] => {
  const pids = tied.map((arrival) => arrival.pid ?? Number.NaN);
  const areNeighbours = Math.max(...pids) - Math.min(...pids) <= neighboursMax;
  const byName = (a: A, b: A): number => a.file.localeCompare(b.file, 'en', { numeric: true });
  return areNeighbours
    ? tied.toSorted((a, b) => (a.pid ?? 0) - (b.pid ?? 0) || byName(a, b))
    : tied.toSorted((a, b) => rank(a.agent, a.event) - rank(b.agent, b.event) || byName(a, b));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
