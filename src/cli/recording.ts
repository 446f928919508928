// A recording: what came in at the door, one arrival per line. The format is told in `docs/recordings.md`.

import * as z from 'zod';
import { VigieError } from '../domain/error.ts';

/** A report that is delivered again as it came. */
export interface Arrival {
  /** Milliseconds since the first arrival of the recording. */
  after_ms: number;
  agent: string;
  /** The agent's own name of the event. */
  event: string;
  payload: Uint8Array;
  /** The variables that the hook had, of those that the relay reports. */
  env: Readonly<Record<string, string>>;
  cwd: string | undefined;
}

export interface Recording {
  /** In the order of their times. */
  arrivals: Arrival[];
  /** Lines of kinds that can't be replayed yet, by kind. */
  skipped: ReadonlyMap<string, number>;
}

/** Kinds that recordings may hold and nobody plays yet. */
const laterKinds = new Set(['registry', 'transcript', 'process', 'screen']);

const agentName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/u, 'is no name of an agent');

const reportLine = z.strictObject({
  at_ms: z.number().nonnegative(),
  kind: z.literal('report'),
  agent: agentName,
  event: z.string().max(256).default(''),
  payload: z.json().optional(),
  payload_base64: z.base64().optional(),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
});

const payloadOf = ({ payload, payload_base64 }: z.infer<typeof reportLine>): Uint8Array => {
  if (payload_base64 !== undefined) return Buffer.from(payload_base64, 'base64');
  if (payload === undefined) return new Uint8Array();
  return Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
};

/** @param name of the file, for complaints. Throws VigieError `invalid` with the first line that is wrong. */
export const parseRecording = (text: string, name: string): Recording => {
  const arrivals: Arrival[] = [];
  const skipped = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const wrong = (reason: string): VigieError =>
      new VigieError('invalid', `${name}, line ${index + 1}: ${reason}`, 'The format: docs/recordings.md');
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw wrong(`no JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    const { kind } = z.looseObject({ kind: z.string() }).safeParse(value).data ?? {};
    if (kind !== undefined && laterKinds.has(kind)) {
      skipped.set(kind, (skipped.get(kind) ?? 0) + 1);
      continue;
    }
    const { data, error } = reportLine.safeParse(value);
    if (!data)
      throw wrong(error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; '));
    const { at_ms, agent, event, env, cwd } = data;
    arrivals.push({ after_ms: at_ms, agent, event, payload: payloadOf(data), env, cwd });
  }
  arrivals.sort((a, b) => a.after_ms - b.after_ms);
  const first = arrivals[0]?.after_ms ?? 0;
  return { arrivals: arrivals.map((arrival) => ({ ...arrival, after_ms: arrival.after_ms - first })), skipped };
};
