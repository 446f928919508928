// The frame of every measurement: contenders run side by side in one run, in turns, so that a machine that slows down slows all of them.

/** One way of doing the job. */
export interface Contender {
  name: string;
  /** Does it once; only this is timed. */
  run: () => void | Promise<void>;
  /** What it has to reach. */
  goals?: readonly Goal[];
}

export interface Goal {
  /** Name of another contender. */
  against: string;
  /** Its median over theirs. */
  at_most: number;
}

/** Shape of one item of `npm run bench -- --json`. Ratios are of medians. */
export interface Row {
  bench: string;
  name: string;
  median_ms: number;
  p90_ms: number;
  /** Over the first contender, which is the floor. */
  ratio: number;
  goals: (Goal & { ratio: number; met: boolean })[];
}

export interface Rounds {
  rounds: number;
  /** Rounds before those that count. */
  warmUp?: number;
  /** Cleans up after each turn, untimed. */
  after?: () => void;
}

/** @param contenders the floor first */
export const sideBySide = async (
  bench: string,
  contenders: readonly Contender[],
  { rounds, warmUp = 5, after = () => {} }: Rounds,
): Promise<Row[]> => {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { name, run } of contenders) {
      const started = performance.now();
      await run();
      const took = performance.now() - started;
      if (round >= 0) times.get(name)?.push(took);
      after();
    }
  }
  const at = (name: string, share: number): number => quantile(times.get(name) ?? [], share);
  const floor = at(contenders[0]?.name ?? '', 0.5);
  return contenders.map(({ name, goals = [] }) => {
    const median_ms = at(name, 0.5);
    return {
      bench,
      name,
      median_ms,
      p90_ms: at(name, 0.9),
      ratio: median_ms / floor,
      goals: goals.map((goal) => {
        const ratio = median_ms / at(goal.against, 0.5);
        return { ...goal, ratio, met: ratio <= goal.at_most };
      }),
    };
  });
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
