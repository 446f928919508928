// What a person saw during a recording (docs/recordings.md, Truth), and how far what is shown agrees with it.

import * as z from 'zod';
import type { SessionView } from '../src/domain/view.ts';

const graded = z.strictObject({
  after: z.int().positive(),
  session: z.string(),
  state: z.enum(['working', 'blocked', 'idle', 'unknown', 'ended']),
  detail: z.enum(['permission', 'question', 'plan', 'error', 'rate_limit', 'background', 'compacting']).optional(),
  attention: z.boolean().optional(),
  done: z.boolean().optional(),
  failed: z.boolean().optional(),
  within_ms: z.int().positive().default(1_000),
  why: z.string(),
});
export type Graded = z.infer<typeof graded>;

/** What is shown of a live session; one that is not there is `ended` or was never seen. */
export type Shown = Pick<SessionView, 'state' | 'detail' | 'attention' | 'done' | 'failed'>;

/** Where something was not as a person saw it. */
export interface Mistake {
  kind: 'missing' | 'made_up';
  /** Line of the recording after which it was so. */
  line: number;
  session: string;
  text: string;
}

export interface Grades {
  right: number;
  mistakes: Mistake[];
}

export interface Grader {
  /** What is to be shown after this line and was not before. */
  due(line: number): Graded[];
  /** Looks at all that is shown after a line that came at that moment of the recording. */
  look(line: number, at_ms: number, shown: ReadonlyMap<string, Shown>): void;
  /** All lines were looked at. */
  end(): Grades;
}

/** Throws when a line is none. */
export const parseTruth = (text: string): Graded[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => graded.parse(JSON.parse(line)));

/** Nobody sees what lasts no longer than this in the recording. */
const flash_ms = 250;

/** Details that only say what kind of work it is at this very moment. */
const passing: ReadonlySet<string | null> = new Set([null, 'thinking', 'tool']);

export const agrees = (truth: Graded | undefined, shown: Shown | undefined): boolean => {
  if (!truth || truth.state === 'ended' || !shown) return !shown && (!truth || truth.state === 'ended');
  const sameDetail =
    truth.detail === undefined ? truth.state === 'blocked' || passing.has(shown.detail) : truth.detail === shown.detail;
  const flags = (['attention', 'done', 'failed'] as const).every(
    (flag) => truth[flag] === undefined || truth[flag] === shown[flag],
  );
  return truth.state === shown.state && sameDetail && flags;
};

/** In a word, as `vigie ls` would. */
export const wordOf = (shown: Shown | Graded | undefined): string => {
  if (!shown) return 'nothing';
  const { state, detail, attention } = shown;
  return `${state}${detail == null ? '' : `/${detail}`}${attention ? ' !' : ''}`;
};

/** @param times moment of each line, by its number: what lasts a moment only is no mistake */
export const createGrader = (truths: readonly Graded[], times: ReadonlyMap<number, number>): Grader => {
  const truth = new Map<string, Graded>();
  /** What was shown at the last look. */
  const last = new Map<string, string>();
  /** Made up since then, and perhaps gone again before anybody could see it. */
  const doubtful = new Map<string, { at_ms: number; mistake: Mistake }>();
  const grades: Grades = { right: 0, mistakes: [] };

  const isBrief = (one: Graded): boolean => {
    const next = truths.find(({ session, after }) => session === one.session && after > one.after);
    return next !== undefined && (times.get(next.after) ?? 0) - (times.get(one.after) ?? 0) < flash_ms;
  };
  const settle = (session: string, at_ms: number): void => {
    const doubt = doubtful.get(session);
    if (!doubt) return;
    doubtful.delete(session);
    if (at_ms - doubt.at_ms >= flash_ms) grades.mistakes.push(doubt.mistake);
  };
  const due = (line: number): Graded[] => truths.filter(({ after }) => after === line);

  return {
    due,
    look(line, at_ms, shown) {
      const news = new Map(due(line).map((one) => [one.session, one]));
      for (const [session, one] of news) {
        settle(session, at_ms);
        truth.set(session, one);
        // An end is shown only of what was there.
        const wasThere = one.state !== 'ended' || last.has(session);
        if (wasThere && agrees(one, shown.get(session))) grades.right += 1;
        else if (!isBrief(one)) {
          const text = `${wordOf(one)} was seen, ${wordOf(shown.get(session))} is shown`;
          grades.mistakes.push({ kind: 'missing', line, session, text });
        }
      }
      for (const session of new Set([...shown.keys(), ...last.keys()])) {
        const now = shown.get(session);
        const word = wordOf(now);
        const changed = word !== (last.get(session) ?? wordOf(undefined));
        last.set(session, word);
        if (news.has(session)) continue;
        if (agrees(truth.get(session), now)) settle(session, at_ms);
        else if (changed && !doubtful.has(session)) {
          const text = `${word} is shown, ${wordOf(truth.get(session))} was seen`;
          doubtful.set(session, { at_ms, mistake: { kind: 'made_up', line, session, text } });
        }
      }
    },
    end() {
      for (const session of doubtful.keys()) settle(session, Number.POSITIVE_INFINITY);
      grades.mistakes.sort((a, b) => a.line - b.line);
      return grades;
    },
  };
};
