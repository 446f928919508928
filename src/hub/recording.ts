// Lines of a recording (docs/recordings.md), written with the eyes of a stranger in mind.

import type { Report } from '../agentfile/report.ts';
import type { Redaction } from './redaction.ts';

/** A text that `vigie replay` sends as it is, where it was no JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** JSON without a line feed. What is no UTF-8 is lost: it could not be looked through. */
export const recordingLine = (
  { at_ms, agent, event, source, custom, payload, env, cwd, place }: Report,
  redaction: Redaction,
): string => {
  const text = new TextDecoder().decode(payload);
  const isPlugin = source === 'plugin';
  return JSON.stringify({
    at_ms,
    kind: 'report',
    agent,
    ...(event !== '' && { event }),
    ...(isPlugin && { source }),
    ...(custom === true && { custom }),
    ...(text !== '' && { payload: redaction.payload(parsed(text)) }),
    env: redaction.env(env),
    ...(cwd !== undefined && { cwd: redaction.path(cwd) }),
    ...(isPlugin && place.pid != null && { pid: place.pid }),
  });
};

/** @param text of the file as it is now; undefined where it was removed */
export const registryLine = (
  { at_ms, agent, file, text }: { at_ms: number; agent: string; file: string; text: string | undefined },
  redaction: Redaction,
): string | undefined => {
  const content = text === undefined ? null : parsed(text);
  // Agents write such files in place: what is no object is half of one.
  if (typeof content !== 'object' || Array.isArray(content)) return undefined;
  return JSON.stringify({ at_ms, kind: 'registry', agent, file: redaction.path(file), content: redaction.payload(content) });
};

export const transcriptLine = (
  { at_ms, agent, file, lines }: { at_ms: number; agent: string; file: string; lines: readonly string[] },
  redaction: Redaction,
): string =>
  JSON.stringify({
    at_ms,
    kind: 'transcript',
    agent,
    file: redaction.path(file),
    lines: lines.map((each) => redaction.payload(parsed(each))),
  });

export const processLine = (at_ms: number, agent: string, pid: number): string =>
  JSON.stringify({ at_ms, kind: 'process', agent, pid, ended: true });
