// Replays what was recorded of an agent, one event after the other, and says what is shown after each; plugins are run for that.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mapped, Report } from '../src/agentfile/report.ts';
import { mapReport } from '../src/agentfile/mapping.ts';
import { fillTemplate } from '../src/connect/plugin-file.ts';
import type { Event } from '../src/domain/event.ts';
import type { Roster } from '../src/domain/roster.ts';
import { createRoster } from '../src/domain/roster.ts';
import type { Session } from '../src/domain/session.ts';
import { openSpool } from '../src/intake/spool.ts';
import { builtIns } from './agent-registry.ts';

const root = join(import.meta.dirname, '..');

export const fixtureLines = (agent: string, name: string): string[] =>
  readFileSync(join(root, 'test/fixtures', agent, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** In a word, as in the `graded.txt` files: state/detail, `!` while it wants attention, `-` where the event says nothing. */
export const grade = (session: Session | undefined): string => {
  if (!session) return '-';
  if (session.ended_ms !== null) return 'ended';
  return `${session.state}${session.detail === null ? '' : `/${session.detail}`}${session.attention ? ' !' : ''}`;
};

export interface Step {
  report: Report;
  mapped: Mapped;
  events: Event[];
  /** The session after it; undefined when it says nothing. */
  session: Session | undefined;
  /** How many sessions live. */
  live: number;
}

/** Folds reports in as they come. */
export const openReplay = (): { roster: Roster; take: (report: Report) => Step } => {
  const ended = new Map<string, Session>();
  const roster = createRoster({ rulesFor: builtIns.rulesFor, recall: (key) => ended.get(key) });
  return {
    roster,
    take(report) {
      const mapped = mapReport(report, builtIns);
      let session: Session | undefined;
      for (const event of mapped.events) {
        const change = roster.apply(event);
        session = change.after;
        if (session?.ended_ms) ended.set(change.key, session);
      }
      return { report, mapped, events: mapped.events, session, live: [...roster.live()].length };
    },
  };
};

/** A spool of its own, and the template of an agent filled in for it. */
export const openPlugin = (agent: string, template: string) => {
  const folder = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? tmpdir(), 'plugin-'));
  const spoolFolder = join(folder, 'it’s a "spool"');
  mkdirSync(spoolFolder, { mode: 0o700 });
  const spool = openSpool({ folder: spoolFolder, quarantine: join(folder, 'quarantine'), rank: () => 0, placeOf: () => ({}) });
  const text = readFileSync(join(root, 'agents', agent, template), 'utf8');
  const file = join(folder, template.endsWith('.py') ? template : 'vigie.mjs');
  writeFileSync(file, fillTemplate(text, file, { spool: spoolFolder, launcher: '/bin/vigie-hook', agent, event: '' }));
  return {
    file,
    folder: spoolFolder,
    /** What it exports; as the first of its process, or beside another copy. */
    async load(isFirst = true): Promise<Record<string, unknown>> {
      if (isFirst) Reflect.deleteProperty(globalThis, Symbol.for('vigie.plugin'));
      return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
    },
    /** What was written since the last time, in order. Throws when a file is none. */
    reports(): Report[] {
      const { waiting, faults } = spool.scan();
      if (faults.length > 0) throw new Error(faults.map(({ reason }) => reason).join('; '));
      spool.remove(waiting.map((one) => one.file));
      return waiting.map(({ report }) => report);
    },
  };
};
