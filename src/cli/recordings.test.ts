// Every recording through the mapping and the fold alone, against what a person saw; `npm run bench:truth` plays them for real.

import { describe, expect, it } from 'vitest';
import { playMapped } from '../../test/mapped-truth.ts';
import { holds, readBaseline, recordingNames } from '../../test/recordings.ts';

describe('what a person saw', () => {
  const baseline = readBaseline();

  it('is graded for every agent that was recorded', () => {
    expect(recordingNames().toSorted()).toEqual(Object.keys(baseline).toSorted());
  });

  it.each(recordingNames().filter((name) => name.startsWith('claude-')))('is what is shown: %s', (name) => {
    const { mistakes, faults } = playMapped(name);
    expect(mistakes).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each(recordingNames())('is shown no worse than it was: %s', (name) => {
    const { counts, mistakes } = playMapped(name);
    const kept = baseline[name]?.mapping;
    expect(kept && holds(counts, kept), `${JSON.stringify(counts)}\n${mistakes.join('\n')}`).toBe(true);
  });
});
