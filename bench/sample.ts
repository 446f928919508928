// Many measurements become one figure. What is compared is measured in turns, so that a busy moment of the machine hurts all alike.

/** The value below which this share (0–1) of the samples lies. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Milliseconds that the work takes. */
export const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Runs each of the works once per round, in turns, after one round for nothing. @returns the samples by name */
export const inTurns = async <Name extends string>(
  works: Readonly<Record<Name, () => number | Promise<number>>>,
  rounds: number,
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(works) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -1; round < rounds; round++)
    for (const name of names) {
      const sample = await works[name]();
      if (round >= 0) samples[name].push(sample);
    }
  return samples;
};
