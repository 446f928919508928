// A recording: what came in at the door, one arrival per line. The format is told in `docs/recordings.md`.

import * as z from 'zod';
import { VigieError } from '../domain/error.ts';

/** What every arrival has. */
interface Arrived {
  /** Number of its line, from 1. */
  line: number;
  /** Its time on the recording's own clock, in milliseconds. */
  at_ms: number;
  /** Milliseconds since the first arrival of the recording. */
  after_ms: number;
}

/** A call of the relay, or a file that an agent's plugin left in the spool. */
export interface ReportArrival extends Arrived {
  kind: 'report';
  agent: string;
  /** The agent's own name of the event. */
  event: string;
  source: 'hook' | 'plugin';
  /** It came through `hook custom`. */
  custom: boolean;
  payload: Uint8Array;
  /** The variables that the hook had, of those that the relay reports. */
  env: Readonly<Record<string, string>>;
  cwd: string | undefined;
  /** The agent's own process, where its plugin wrote. */
  pid: number | undefined;
}

/** A file in which an agent says of a process what it does was written, or removed where `content` is null. */
export interface RegistryArrival extends Arrived {
  kind: 'registry';
  agent: string;
  file: string;
  content: Readonly<Record<string, unknown>> | null;
}

/** Lines were added to a transcript. */
export interface TranscriptArrival extends Arrived {
  kind: 'transcript';
  agent: string;
  file: string;
  lines: readonly unknown[];
}

/** The process of an agent has ended. */
export interface ProcessArrival extends Arrived {
  kind: 'process';
  agent: string;
  pid: number;
}

/** What a person saw at that moment. */
export interface ScreenArrival extends Arrived {
  kind: 'screen';
  agent: string;
  text: string;
}

export type Arrival = ReportArrival | RegistryArrival | TranscriptArrival | ProcessArrival | ScreenArrival;

const agent = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/u, 'is no name of an agent');
const at_ms = z.number().nonnegative();
const pid = z.int().positive();
const file = z.string().regex(/^(?!.*\/\.\.(?:\/|$))\//su, 'is no absolute path');

const line = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('report'),
    at_ms,
    agent,
    event: z.string().max(256).default(''),
    source: z.enum(['hook', 'plugin']).default('hook'),
    custom: z.boolean().default(false),
    payload: z.json().optional(),
    payload_base64: z.base64().optional(),
    env: z.record(z.string(), z.string()).default({}),
    cwd: z.string().optional(),
    pid: pid.optional(),
  }),
  z.strictObject({ kind: z.literal('registry'), at_ms, agent, file, content: z.record(z.string(), z.json()).nullable() }),
  z.strictObject({ kind: z.literal('transcript'), at_ms, agent, file, lines: z.array(z.json()) }),
  z.strictObject({ kind: z.literal('process'), at_ms, agent, pid, ended: z.literal(true) }),
  z.strictObject({ kind: z.literal('screen'), at_ms, agent, text: z.string() }),
]);

type Line = z.infer<typeof line>;
type ReportLine = Extract<Line, { kind: 'report' }>;

/** What is sent or written for a value: text as it is, anything else as compact JSON. */
export const rawText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const payloadOf = ({ payload, payload_base64 }: ReportLine): Uint8Array => {
  if (payload_base64 !== undefined) return Buffer.from(payload_base64, 'base64');
  return payload === undefined ? new Uint8Array() : Buffer.from(rawText(payload));
};

const arrivalOf = (read: Line, number: number, began_ms: number): Arrival => {
  const arrived: Arrived = { line: number, at_ms: read.at_ms, after_ms: read.at_ms - began_ms };
  if (read.kind !== 'report') return { ...read, ...arrived };
  const { kind, agent: name, event, source, custom, env, cwd, pid: writer } = read;
  return { ...arrived, kind, agent: name, event, source, custom, payload: payloadOf(read), env, cwd, pid: writer };
};

/**
 * @param name of the file, for complaints. Throws VigieError `invalid` with the first line that is wrong.
 * @returns the arrivals in the order of their times
 */
export const parseRecording = (text: string, name: string): Arrival[] => {
  const lines: { read: Line; number: number }[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const number = index + 1;
    const wrong = (reason: string): VigieError =>
      new VigieError('invalid', `${name}, line ${number}: ${reason}`, 'The format: docs/recordings.md');
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch (error) {
      throw wrong(`no JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    const { data, error } = line.safeParse(value);
    if (!data)
      throw wrong(error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; '));
    lines.push({ read: data, number });
  }
  lines.sort((a, b) => a.read.at_ms - b.read.at_ms);
  const began_ms = lines[0]?.read.at_ms ?? 0;
  return lines.map(({ read, number }) => arrivalOf(read, number, began_ms));
};
