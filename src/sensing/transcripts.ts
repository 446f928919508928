// Keeps sessions true by the marks that their agent leaves in its transcript, where no hook fires. While nothing is under way, nothing
// is watched.

import { isAbsolute } from 'node:path';
import type { Session } from '../domain/session.ts';
import { followLines } from './log-follower.ts';
import type { Mark } from './mark.ts';
import { concerns, dueOf, healOf, isFollowed, linger_ms } from './mark.ts';
import type { Sensor, SensorDeps } from './sensor.ts';

/** How one agent writes its transcripts. */
export interface TranscriptKind {
  /** What a line tells; undefined for most of them. Must not throw. */
  markIn: (line: string) => Mark | undefined;
  /** Where a session's transcript lies when no hook has said so yet. */
  fileOf?: (session: Session, home: string, env: NodeJS.ProcessEnv) => string;
}

interface Watched {
  file: string;
  /** End what still waits: the follower, and marks that are not due. */
  cancels: Set<() => void>;
}

export const openTranscripts =
  ({ markIn, fileOf }: TranscriptKind) =>
  ({ home, env, clock, session, drain, emit }: SensorDeps): Sensor => {
    const watched = new Map<string, Watched>();

    const leave = (key: string): void => {
      const left = watched.get(key);
      watched.delete(key);
      for (const cancel of left?.cancels ?? []) cancel();
    };

    const judge = (key: string, mark: Mark): void => {
      drain();
      const known = session(key);
      const heal = known && healOf(mark, known);
      if (!heal) return;
      const { agent, session: id, evidence_ms } = known;
      // It closes what the hooks said before, so it can't be older than that.
      const at_ms = Math.max(mark.at_ms, evidence_ms);
      emit([{ ...heal, agent, session: id, source: 'transcript', rule: `transcript ${mark.kind}`, at_ms }]);
    };

    const wait = ({ cancels }: Watched, ms: number, run: () => void): void => {
      const cancel = clock.after(Math.max(0, ms), () => {
        cancels.delete(cancel);
        run();
      });
      cancels.add(cancel);
    };

    const enter = (key: string, file: string): Watched => {
      const known = watched.get(key);
      if (known?.file === file) return known;
      leave(key);
      const entered: Watched = { file, cancels: new Set() };
      watched.set(key, entered);
      const read = (line: string): void => {
        const mark = markIn(line);
        const now = session(key);
        if (mark && now && concerns(mark, now)) wait(entered, dueOf(mark) - clock.now(), () => judge(key, mark));
      };
      entered.cancels.add(followLines(file, clock, () => read));
      return entered;
    };

    const look = (key: string): void => {
      const known = session(key);
      const file = known && (known.transcript ?? fileOf?.(known, home, env));
      if (!known || known.host !== '' || file === undefined || !isAbsolute(file)) return leave(key);
      const left_ms = known.turn.at_ms + linger_ms - clock.now();
      if (isFollowed(known)) enter(key, file);
      else if (left_ms <= 0) leave(key);
      else if (watched.has(key)) wait(enter(key, file), left_ms, () => look(key));
    };

    return {
      heard: look,
      stop: () => {
        for (const key of watched.keys()) leave(key);
      },
    };
  };
