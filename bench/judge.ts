// Plays a recording through relay, spool and a hub of its own, and judges what is shown by what a person saw.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../src/api/client.ts';
import { openClient } from '../src/api/client.ts';
import type { Player } from '../src/cli/player.ts';
import { openPlayer } from '../src/cli/player.ts';
import type { Arrival } from '../src/cli/recording.ts';
import type { Paths } from '../src/host/folders.ts';
import { pathsFor, surroundings } from '../src/host/folders.ts';
import type { Counts } from '../test/recordings.ts';
import { readRecorded } from '../test/recordings.ts';
import type { Graded, Shown } from '../test/truth.ts';
import { agrees, createGrader, wordOf } from '../test/truth.ts';

/** Shape of one item of `npm run bench:truth -- --json`. */
export interface Verdict {
  /** Of the recording: agent and version. */
  name: string;
  counts: Counts;
  /** In words, by line. */
  mistakes: string[];
  /** How long a change took at most and in the middle, from its arrival to a subscriber. */
  slowest_ms: number;
  median_ms: number;
}

/** No wait of a recording is longer than this in the play: longer than the grace that sensors give. */
const gapMsMax = 300;
/** What is late shows up until then, and is else missing. */
const patienceMs = 1_500;
/** After this many changes in a row that never came, nobody waits for the next ones. */
const givesUpAfter = 3;
/** Verdicts that sensors hold back have come by then. */
const lingerMs = 2_500;

interface Stage {
  paths: Paths;
  client: Client;
  hub: ChildProcess;
  close(): Promise<void>;
}

const openStage = async (program: string): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'vigie-truth-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  const env = { PATH: process.env.PATH, HOME: home, VIGIE_HOME: join(folder, 'vigie'), LANG: 'C.UTF-8' };
  const paths = pathsFor({ ...surroundings(), env, home });
  mkdirSync(paths.config, { recursive: true, mode: 0o700 });
  writeFileSync(paths.configFile, '[page]\nport = 0\n[notifications]\nenabled = false\n', { mode: 0o600 });
  const hub = spawn(process.execPath, [program, 'up'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const client = openClient(paths);
  const started = await Promise.race([once(hub.stdout, 'data'), once(hub, 'exit').then(() => undefined)]);
  if (!started) throw new Error(`no hub comes up: ${program}`);
  hub.stdout.resume();
  return {
    paths,
    client,
    hub,
    async close() {
      if (hub.exitCode === null) {
        hub.kill();
        await once(hub, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The list as a subscriber sees it, kept up to date. */
interface View {
  shown: Map<string, Shown>;
  /** Resolves with the next change, or when the time is over. */
  next(within_ms: number): Promise<void>;
  /** Number of the last change that was seen. */
  seq(): number;
}

const openView = (client: Client, signal: AbortSignal): View => {
  const shown = new Map<string, Shown>();
  let seq = 0;
  let wake = (): void => {};
  const follow = async (): Promise<void> => {
    for await (const message of client.stream({ signal })) {
      seq = message.seq;
      if (message.type === 'snapshot') for (const session of message.data.sessions) shown.set(session.id, session);
      else if (message.type === 'change') shown.set(message.data.id, message.data);
      else shown.delete(message.data.id);
      wake();
    }
  };
  void follow().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    shown,
    seq: () => seq,
    next: (within_ms) =>
      new Promise((resolve) => {
        const late = setTimeout(resolve, within_ms);
        wake = () => {
          clearTimeout(late);
          resolve();
        };
      }),
  };
};

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Plays one recording. @param program the built `vigie.js` */
export const judge = async (name: string, program: string): Promise<Verdict> => {
  const { arrivals, truth } = readRecorded(name);
  const stage = await openStage(program);
  const ending = new AbortController();
  const player = openPlayer({ paths: stage.paths, files: join(stage.paths.state, 'replayed'), arrivals });
  try {
    return await playThrough(name, arrivals, truth, stage, player, openView(stage.client, ending.signal));
  } finally {
    ending.abort();
    player.close();
    await stage.close();
  }
};

const playThrough = async (
  name: string,
  arrivals: readonly Arrival[],
  truth: readonly Graded[],
  { client }: Stage,
  player: Player,
  view: View,
): Promise<Verdict> => {
  const grader = createGrader(truth, new Map(arrivals.map(({ line, at_ms }) => [line, at_ms])));
  const took: number[] = [];
  const late: string[] = [];
  let inVain = 0;

  /** Waits until all that is due is shown, or its time and some more is over. */
  const awaitDue = async (due: readonly Graded[], played: number): Promise<void> => {
    const waiting = new Set(due);
    const within = Math.max(0, ...due.map(({ within_ms }) => within_ms));
    const until = played + (inVain >= givesUpAfter ? 100 : Math.max(patienceMs, within + 500));
    for (;;) {
      for (const one of waiting) {
        if (!agrees(one, view.shown.get(one.session))) continue;
        waiting.delete(one);
        const ms = performance.now() - played;
        took.push(ms);
        if (ms > one.within_ms) late.push(`line ${one.after}: late: ${one.session}: ${wordOf(one)} after ${Math.round(ms)} ms`);
      }
      const left = until - performance.now();
      if (waiting.size === 0 || left <= 0) break;
      await view.next(left);
    }
    inVain = waiting.size > 0 ? inVain + 1 : 0;
  };

  /** A snapshot drains the spool, so with it all that was reported is seen. */
  const catchUp = async (): Promise<void> => {
    const { seq } = await client.snapshot();
    for (const until = performance.now() + 1_000; view.seq() < seq && performance.now() < until;) await view.next(50);
  };

  let before: Arrival | undefined;
  for (const arrival of arrivals) {
    await sleep(Math.min(gapMsMax, arrival.after_ms - (before?.after_ms ?? 0)));
    before = arrival;
    const isPlayed = await player.play(arrival);
    const due = grader.due(arrival.line);
    if (isPlayed && due.length > 0) await awaitDue(due, performance.now());
    await catchUp();
    grader.look(arrival.line, arrival.at_ms, view.shown);
  }
  if (before) {
    await sleep(lingerMs);
    await catchUp();
    grader.look(before.line + 1, before.at_ms + lingerMs, view.shown);
  }
  const { right, mistakes } = grader.end();
  const count = (kind: string): number => mistakes.filter((mistake) => mistake.kind === kind).length;
  return {
    name,
    counts: { right, missing: count('missing'), made_up: count('made_up'), late: late.length },
    mistakes: [
      ...mistakes.map(({ kind, line, session, text }) => `line ${line}: ${kind.replace('_', ' ')}: ${session}: ${text}`),
      ...late,
    ],
    slowest_ms: Math.round(Math.max(0, ...took)),
    median_ms: Math.round(middle(took)),
  };
};
