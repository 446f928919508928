// A real hub, followed: every change of its list, in order, with the moment at which it came.

import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openClient } from '../../src/api/client.ts';
import type { SessionView } from '../../src/domain/view.ts';
import { pathsFor } from '../../src/host/folders.ts';
import { eventually } from './eventually.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../../dist/vigie.js');

/** A session's state in a word, as a person would say it. */
type Word = SessionView['state'] | 'done' | 'failed' | 'ended';

interface Shown {
  session: SessionView;
  /** Epoch milliseconds of the moment at which the change reached us. */
  at_ms: number;
}

export interface FollowedHub {
  /** Runs a verb of the CLI and gives what it prints. */
  vigie(...words: string[]): Promise<string>;
  /** Waits until a session is so, now or later. */
  shows(wanted: Partial<SessionView>, within_ms?: number): Promise<Shown>;
  /** Waits until this session is gone. @returns the moment, in epoch milliseconds */
  loses(id: string, within_ms?: number): Promise<number>;
  /** Words of what changed since the last call: a change that leaves the word as it was is none. */
  story(): Word[];
  /** The live sessions, as the stream told them. */
  sessions(): SessionView[];
  stop(): Promise<void>;
}

const wordOf = (session: SessionView): Word => (session.failed ? 'failed' : session.done ? 'done' : session.state);

export const startHub = async (): Promise<FollowedHub> => {
  const hub: ChildProcess = spawn(process.execPath, [program, 'up'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const client = openClient(pathsFor());
  const vigie = async (...words: string[]): Promise<string> =>
    (await run(process.execPath, [program, ...words], { timeout: 15_000 })).stdout;
  await eventually(
    () => client.health().catch(() => undefined),
    15_000,
    () => 'an answer from the hub',
  );

  const live = new Map<string, Shown>();
  const gone = new Map<string, number>();
  let words: Word[] = [];
  let last: Word | undefined;
  const note = (word: Word): void => {
    if (word !== last) words.push(word);
    last = word;
  };
  const put = (session: SessionView): void => {
    live.set(session.id, { session, at_ms: Date.now() });
    note(wordOf(session));
  };
  const ending = new AbortController();
  const follow = async (): Promise<void> => {
    for await (const message of client.stream({ signal: ending.signal })) {
      if (message.type === 'snapshot') for (const session of message.data.sessions) put(session);
      else if (message.type === 'change') put(message.data);
      else {
        live.delete(message.data.id);
        gone.set(message.data.id, Date.now());
        note('ended');
      }
    }
  };
  const following = follow().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });

  const told = (): string => JSON.stringify({ story: words, live: [...live.values()].map(({ session }) => session) }, null, 1);
  return {
    vigie,
    shows: (wanted, within_ms = 15_000) =>
      eventually(
        () =>
          [...live.values()].find(({ session }) =>
            Object.entries(wanted).every(([name, value]) => session[name as keyof SessionView] === value),
          ),
        within_ms,
        () => `${JSON.stringify(wanted)}, but ${told()}`,
      ),
    loses: (id, within_ms = 15_000) =>
      eventually(
        () => gone.get(id),
        within_ms,
        () => `the end of ${id}, but ${told()}`,
      ),
    story() {
      const since = words;
      words = [];
      return since;
    },
    sessions: () => [...live.values()].map(({ session }) => session),
    async stop() {
      ending.abort();
      await following;
      hub.kill();
      if (hub.exitCode === null) await once(hub, 'exit');
    },
  };
};
