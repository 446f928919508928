// Sees, for a recording, what no report tells: what agents write about their sessions, and the ends of their processes.

import { closeSync, openSync, readFileSync, readSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { lineCutter } from '../sensing/log-follower.ts';

/** What is known of a session from one of its reports. */
export interface Sighting {
  agent: string;
  /** The agent's own session id. */
  session: string | undefined;
  transcript: string | undefined;
  process: { pid: number; start: number | null } | undefined;
}

export type Witnessed =
  | { kind: 'registry'; at_ms: number; agent: string; file: string; text: string | undefined }
  | { kind: 'transcript'; at_ms: number; agent: string; file: string; lines: string[] }
  | { kind: 'process'; at_ms: number; agent: string; pid: number };

export interface Witness {
  /** Looks after this session from now on. */
  heed(sighting: Sighting): void;
  /** What happened since the last look, in the order of the times. Never throws. */
  look(): Witnessed[];
}

/** Registries are small; a longer file is none. */
const registryBytesMax = 64 * 1024;
const chunkBytes = 64 * 1024;
const registryName = /^\d+\.json$/u;

/** Claude's registry, beside its transcripts: `<config folder>/projects/<project>/<id>.jsonl` and `<config folder>/sessions`. */
const registryFolderOf = (transcript: string): string | undefined => {
  const projects = dirname(dirname(transcript));
  return /[/\\]projects$/u.test(projects) ? join(dirname(projects), 'sessions') : undefined;
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Follows a transcript from its end as it is now. @returns gives the lines that were added since the last call */
const follow = (file: string): (() => string[]) => {
  let lines: string[] = [];
  const cut = lineCutter((line) => lines.push(line));
  let position = sizeOf(file);
  return () => {
    lines = [];
    const size = sizeOf(file);
    if (size <= position) return lines;
    const handle = openSync(file, 'r');
    try {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      for (let count = 1; position < size && count > 0; position += count) {
        count = readSync(handle, chunk, 0, Math.min(chunk.length, size - position), position);
        cut(chunk.subarray(0, count));
      }
    } finally {
      closeSync(handle);
    }
    return lines;
  };
};

/** @param alive whether this very process lives */
export const openWitness = (alive: (pid: number, start: number | null) => boolean, now: () => number): Witness => {
  const sessions = new Set<string>();
  const folders = new Map<string, string>();
  /** Registry files of the sessions that are looked after: what stood in them at the last look. */
  const registries = new Map<string, { agent: string; text: string }>();
  const transcripts = new Map<string, { agent: string; added: () => string[] }>();
  const processes = new Map<number, { agent: string; start: number | null }>();

  const readRegistry = (file: string, agent: string): Witnessed[] => {
    if (sizeOf(file) > registryBytesMax) return [];
    const text = readFileSync(file, 'utf8');
    if (registries.get(file)?.text === text || ![...sessions].some((session) => text.includes(`"${session}"`))) return [];
    registries.set(file, { agent, text });
    return [{ kind: 'registry', at_ms: Math.floor(statSync(file).mtimeMs), agent, file, text }];
  };
  const lookAtRegistries = (): Witnessed[] => {
    const written = [...folders].flatMap(([folder, agent]) =>
      readdirSync(folder)
        .filter((name) => registryName.test(name))
        .flatMap((name) => readRegistry(join(folder, name), agent)),
    );
    const removed = [...registries].filter(([file]) => !statSync(file, { throwIfNoEntry: false }));
    for (const [file] of removed) registries.delete(file);
    return [
      ...written,
      ...removed.map(([file, { agent }]): Witnessed => ({ kind: 'registry', at_ms: now(), agent, file, text: undefined })),
    ];
  };
  const lookAtTranscripts = (): Witnessed[] =>
    [...transcripts].flatMap(([file, { agent, added }]): Witnessed[] => {
      const lines = added();
      return lines.length === 0 ? [] : [{ kind: 'transcript', at_ms: now(), agent, file, lines: [...lines] }];
    });
  const lookAtProcesses = (): Witnessed[] => {
    const gone = [...processes].filter(([pid, { start }]) => !alive(pid, start));
    for (const [pid] of gone) processes.delete(pid);
    return gone.map(([pid, { agent }]): Witnessed => ({ kind: 'process', at_ms: now(), agent, pid }));
  };

  return {
    heed({ agent, session, transcript, process }) {
      if (process) processes.set(process.pid, { agent, start: process.start });
      if (session === undefined || transcript === undefined || !isAbsolute(transcript)) return;
      sessions.add(session);
      const folder = registryFolderOf(transcript);
      if (folder === undefined) return;
      folders.set(folder, agent);
      if (!transcripts.has(transcript)) transcripts.set(transcript, { agent, added: follow(transcript) });
    },
    look: () =>
      [lookAtRegistries, lookAtTranscripts, lookAtProcesses]
        .flatMap((lookAt) => {
          try {
            return lookAt();
          } catch {
            // Not there yet, or gone as it was looked at: the next look tells.
            return [];
          }
        })
        .toSorted((a, b) => a.at_ms - b.at_ms),
  };
};
