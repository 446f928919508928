// The recordings of real agents beside this file's folder, each with its truth.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Arrival } from '../src/cli/recording.ts';
import { parseRecording } from '../src/cli/recording.ts';
import type { Graded } from './truth.ts';
import { parseTruth } from './truth.ts';

const folder = join(import.meta.dirname, 'recordings');
const truthEnd = '.expected.jsonl';

export interface Recorded {
  /** As in `claude-2.1.332`. */
  name: string;
  arrivals: Arrival[];
  truth: Graded[];
}

/** What a way of playing a recording came to, at its best so far. */
export interface Counts {
  right: number;
  missing: number;
  made_up: number;
  late: number;
}

/** Counts by name of the recording: through `hub`, and through the `mapping` and fold alone. */
export type Baseline = Record<string, { hub: Counts; mapping: Counts }>;

export const baselineFile = join(folder, 'baseline.json');

export const recordingNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(truthEnd))
    .map((name) => name.slice(0, -truthEnd.length));

export const readRecorded = (name: string): Recorded => {
  const read = (end: string): string => readFileSync(join(folder, name + end), 'utf8');
  return { name, arrivals: parseRecording(read('.jsonl'), name), truth: parseTruth(read(truthEnd)) };
};

export const readBaseline = (): Baseline => JSON.parse(readFileSync(baselineFile, 'utf8'));

/** Whether these counts are no worse. */
export const holds = (counts: Counts, kept: Counts): boolean =>
  counts.right >= kept.right && counts.missing <= kept.missing && counts.made_up <= kept.made_up && counts.late <= kept.late;
