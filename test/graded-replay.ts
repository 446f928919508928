// A recording through mapping and fold, with the state after each report as one line of text, beside the lines that were graded by hand.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapReport } from '../src/agentfile/mapping.ts';
import type { Mapped } from '../src/agentfile/report.ts';
import type { ReportArrival } from '../src/cli/recording.ts';
import { createRoster } from '../src/domain/roster.ts';
import type { Session } from '../src/domain/session.ts';
import { builtIns } from './agent-registry.ts';
import { readRecorded } from './recordings.ts';

export interface Step {
  arrival: ReportArrival;
  mapped: Mapped;
  /** After the report; undefined when it made none. */
  session: Session | undefined;
  /** As it stands in `graded.txt`. */
  text: string;
}

/** @param alike gives one more report of the same moment for each, as from a second file of hooks; its events count before `session` */
export const replay = (recording: string, alike: (arrival: ReportArrival) => readonly ReportArrival[] = () => []): Step[] => {
  const ended = new Map<string, Session>();
  const roster = createRoster({ rulesFor: builtIns.rulesFor, recall: (key) => ended.get(key) });
  const take = ({ agent, event, payload, source, at_ms, env, cwd }: ReportArrival): [Mapped, Session | undefined] => {
    const mapped = mapReport({ agent, event, payload, source, at_ms, env, cwd, place: {} }, builtIns);
    let session: Session | undefined;
    for (const one of mapped.events) {
      const change = roster.apply(one);
      session = change.after;
      if (session?.ended_ms) ended.set(change.key, session);
    }
    return [mapped, session];
  };
  return readRecorded(recording).arrivals.flatMap((arrival) => {
    if (arrival.kind !== 'report') return [];
    let [mapped, session] = take(arrival);
    for (const other of alike(arrival)) session = take(other)[1] ?? session;
    return [{ arrival, mapped, session, text: `${labelOf(arrival).padEnd(40)}${gradeOf(mapped, session)}` }];
  });
};

const labelOf = ({ event, payload }: ReportArrival): string => {
  const about = /"(?:notification_type|source|tool_?[nN]ame)":"([^"]+)"/u.exec(Buffer.from(payload).toString('utf8'))?.[1];
  return about === undefined ? event : `${event}:${about}`;
};

const gradeOf = ({ ignored, faults }: Mapped, session: Session | undefined): string => {
  if (ignored) return '-';
  if (faults.length > 0) return `fault: ${faults.map(({ reason }) => reason).join('; ')}`;
  if (!session) return 'none';
  if (session.ended_ms !== null) return 'ended';
  return `${session.state}${session.detail === null ? '' : `/${session.detail}`}${session.attention ? ' !' : ''}`;
};

/** The lines of `test/fixtures/<agent>/graded.txt` that are no comments. */
export const gradedLines = (agent: string): string[] =>
  readFileSync(join(import.meta.dirname, 'fixtures', agent, 'graded.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
