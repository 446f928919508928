// A recording through the mapping and the fold alone, against what a person saw: no process, no file, no wait.

import { mapReport } from '../src/agentfile/mapping.ts';
import type { Arrival } from '../src/cli/recording.ts';
import type { Event } from '../src/domain/event.ts';
import { createRoster } from '../src/domain/roster.ts';
import type { Session } from '../src/domain/session.ts';
import { viewOf } from '../src/domain/view.ts';
import { interruptionOf, verdictOn } from '../src/sensing/claude-verdict.ts';
import { builtIns } from './agent-registry.ts';
import type { Counts } from './recordings.ts';
import { readRecorded } from './recordings.ts';
import type { Shown } from './truth.ts';
import { createGrader } from './truth.ts';

/** What a sensor says at a line that is no report, where a person saw a change: that it comes to say it is tested beside it. */
const sensed = (arrival: Arrival, session: Session): Event[] => {
  const { kind, at_ms } = arrival;
  const { agent, session: id } = session;
  if (kind === 'process') return [{ agent, session: id, at_ms, source: 'process', kind: 'end' }];
  if (kind === 'transcript') return interruptionOf(session).map((heal) => ({ ...heal, agent, session: id, at_ms, source: kind }));
  const status = kind === 'registry' ? String(arrival.content?.status) : '';
  const { heal = [] } = verdictOn({ session: id, status, since_ms: at_ms }, session) ?? {};
  return heal.map((each) => ({ ...each, agent, session: id, at_ms, source: 'process' }));
};

/** Faults are what the mapping complained of. */
export const playMapped = (name: string): { counts: Counts; mistakes: string[]; faults: string[] } => {
  const { arrivals, truth } = readRecorded(name);
  const ended = new Map<string, Session>();
  const roster = createRoster({ rulesFor: builtIns.rulesFor, recall: (key) => ended.get(key) });
  const grader = createGrader(truth, new Map(arrivals.map(({ line, at_ms }) => [line, at_ms])));
  const faults: string[] = [];
  const eventsOf = (arrival: Arrival): Event[] => {
    if (arrival.kind !== 'report')
      return grader.due(arrival.line).flatMap(({ session }) => {
        const known = roster.get(session);
        return known ? sensed(arrival, known) : [];
      });
    const { agent, event, payload, source, at_ms, env, cwd } = arrival;
    const mapped = mapReport({ agent, event, payload, source, at_ms, env, cwd, place: {} }, builtIns);
    faults.push(...mapped.faults.map(({ where, reason }) => `${where}: ${reason}`));
    return mapped.events;
  };
  for (const arrival of arrivals) {
    for (const event of eventsOf(arrival)) {
      const { key, after } = roster.apply(event);
      if (after?.ended_ms) ended.set(key, after);
    }
    const views = Array.from(roster.live(), (session): [string, Shown] => {
      const view = viewOf(session, session.agent);
      return [view.id, view];
    });
    grader.look(arrival.line, arrival.at_ms, new Map(views));
  }
  const { right, mistakes } = grader.end();
  const count = (kind: string): number => mistakes.filter((mistake) => mistake.kind === kind).length;
  return {
    counts: { right, missing: count('missing'), made_up: count('made_up'), late: 0 },
    mistakes: mistakes.map(({ kind, line, session, text }) => `line ${line}: ${kind}: ${session}: ${text}`),
    faults,
  };
};
