// Brings a recording's arrivals in again, one by one: reports through the relay, what agents write about themselves into files of its own.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { carriedVariables } from '../agentfile/report.ts';
import { VigieError } from '../domain/error.ts';
import type { Paths } from '../host/folders.ts';
import { surroundings } from '../host/folders.ts';
import { deposit } from '../intake/deposit.ts';
import type { Arrival, RegistryArrival, ReportArrival, TranscriptArrival } from './recording.ts';
import { rawText } from './recording.ts';

export interface Player {
  /** Resolves when it lies where the hub finds it; false for a kind that nobody plays. Throws VigieError `io` when it can't be brought in. */
  play(arrival: Arrival): Promise<boolean>;
  /** Ends the processes that stood in for agents. */
  close(): void;
}

export interface PlayerOptions {
  paths: Paths;
  /** Where the files of registries and transcripts are written, under the paths that they had. */
  files: string;
  /** The whole recording: which processes end in it, and which files are written, has to be known from the start. */
  arrivals: readonly Arrival[];
}

/** The folder of an agent's own files: that above its `sessions` or `projects`. */
const rootOf = (file: string): string => /^(.*?)\/(?:sessions|projects)\//u.exec(file)?.[1] ?? dirname(file);

/** Others never stood in a recording of ours, and could have the relay's shell run what they hold. */
const isCarried = (name: string): boolean => (carriedVariables as readonly string[]).includes(name);
const isPidName = (name: string): boolean => name.endsWith('_PID');

export const openPlayer = ({ paths, files, arrivals }: PlayerOptions): Player => {
  const roots = new Set(arrivals.flatMap((each) => ('file' in each ? [rootOf(each.file)] : [])));
  const ends = new Set(arrivals.flatMap((each) => (each.kind === 'process' ? [each.pid] : [])));
  const standIns = new Map<number, ChildProcess>();
  /** Files that were written in this play: what an earlier one left in them is not kept. */
  const begun = new Set<string>();

  /** Paths below those folders lie somewhere else here. */
  const moved = (text: string): string => {
    let here = text;
    for (const root of roots) here = here.replaceAll(`${root}/`, `${files}${root}/`);
    return here;
  };

  /**
   * A process that stands in for the agent's until that ends; undefined for one whose end is not recorded: it does not run here, and a
   * session that names it would be taken for ended.
   */
  const standInFor = (pid: number): number | undefined => {
    if (!ends.has(pid)) return undefined;
    const known = standIns.get(pid);
    if (known) return known.pid;
    // It ends by itself when its input does, so at the latest with this program.
    const started = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    standIns.set(pid, started);
    return started.pid;
  };

  const environmentOf = (env: ReportArrival['env']): Record<string, string> =>
    Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => {
        if (!isCarried(name)) return [];
        if (!isPidName(name)) return [[name, moved(value)]];
        const pid = standInFor(Number(value));
        return pid === undefined ? [] : [[name, String(pid)]];
      }),
    );

  const relay = async (arrival: ReportArrival, payload: Uint8Array): Promise<void> => {
    // None of the variables of this place may be taken for those of the recorded one.
    const place = Object.fromEntries(carriedVariables.map((name) => [name, undefined]));
    const child = spawn(join(paths.bin, 'vigie-hook'), [arrival.agent, arrival.event], {
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, ...place, ...environmentOf(arrival.env) },
    });
    child.stdin.on('error', () => {});
    child.stdin.end(payload);
    await once(child, 'exit').catch((error: unknown) => {
      throw new VigieError(
        'io',
        `the relay does not run: ${error instanceof Error ? error.message : String(error)}`,
        'See: vigie doctor',
      );
    });
  };

  const leave = (arrival: ReportArrival, payload: Uint8Array): void => {
    const { agent, event, source, custom, env, cwd = '', pid } = arrival;
    const own = pid === undefined ? undefined : standInFor(pid);
    const fields = {
      agent,
      event,
      source,
      custom: custom ? '1' : '',
      cwd,
      pid: own === undefined ? '' : String(own),
      ...environmentOf(env),
    };
    if (!deposit(paths.spool, fields, payload))
      throw new VigieError('io', `the spool ${paths.spool} took no report`, 'What is wrong with it: vigie doctor');
  };

  const report = async (arrival: ReportArrival): Promise<void> => {
    const text = Buffer.from(arrival.payload).toString('utf8');
    const payload = roots.size > 0 ? Buffer.from(moved(text)) : arrival.payload;
    // Neither plugins nor `hook custom` use the relay, and Windows may have no shell for it.
    const isDeposited = arrival.source === 'plugin' || arrival.custom || surroundings().platform === 'win32';
    // It can't say that it ran in a folder that is not here; that counts where the payload names none.
    if (isDeposited || (arrival.cwd !== undefined && !text.includes('"cwd":'))) leave(arrival, payload);
    else await relay(arrival, payload);
  };

  // Agents have their folders long before a session begins, and sensors watch those.
  for (const each of arrivals) if ('file' in each) mkdirSync(dirname(join(files, each.file)), { recursive: true, mode: 0o700 });
  const placeFor = (file: string): string => {
    const here = join(files, file);
    if (!begun.has(here)) rmSync(here, { force: true });
    begun.add(here);
    return here;
  };

  /** Moments that an agent wrote down lie as far back from now as they lay then. */
  const shifted = (value: unknown, shift_ms: number): unknown => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const written_ms = key === 'timestamp' ? Date.parse(String(inner)) : Number.NaN;
        if (!Number.isNaN(written_ms)) return [key, new Date(written_ms + shift_ms).toISOString()];
        return [key, key.endsWith('At') && typeof inner === 'number' ? inner + shift_ms : inner];
      }),
    );
  };

  const writeRegistry = ({ file, content, at_ms }: RegistryArrival): void => {
    const here = placeFor(file);
    if (content === null) rmSync(here, { force: true });
    else writeFileSync(here, moved(JSON.stringify(shifted(content, Date.now() - at_ms))), { mode: 0o600 });
  };

  const addToTranscript = ({ file, lines, at_ms }: TranscriptArrival): void => {
    const shift_ms = Date.now() - at_ms;
    const added = lines.map((each) => `${moved(rawText(shifted(each, shift_ms)))}\n`).join('');
    appendFileSync(placeFor(file), added, { mode: 0o600 });
  };

  const endProcess = async (pid: number): Promise<void> => {
    const standIn = standIns.get(pid);
    if (!standIn || standIn.exitCode !== null) return;
    standIn.kill();
    await once(standIn, 'exit');
  };

  return {
    async play(arrival) {
      if (arrival.kind === 'screen') return false;
      if (arrival.kind === 'report') await report(arrival);
      else if (arrival.kind === 'registry') writeRegistry(arrival);
      else if (arrival.kind === 'transcript') addToTranscript(arrival);
      else await endProcess(arrival.pid);
      return true;
    },
    close() {
      for (const standIn of standIns.values()) standIn.kill();
    },
  };
};
