// The spool file's format (docs/spool.md): NUL-ended `key=value` fields, an empty one, the payload, the trailer. Bytes in, values out.

import { carriedVariables } from '../agentfile/report.ts';
import type { Process } from '../host/process-table.ts';
import { parseStat } from '../host/process-table.ts';

/** The facts that travel beside a payload: in a spool file's header, or as `vigie-…` request headers of `hook custom`. */
export interface Header {
  agent: string;
  event: string;
  /** `plugin` when the agent's own process wrote it. */
  source: 'hook' | 'plugin';
  /** It came through `hook custom`. */
  custom: boolean;
  cwd: string | undefined;
  /** The writer: the relay's shell, or a plugin's agent. */
  pid: number | undefined;
  /** The writer's parent. */
  ppid: number | undefined;
  /** That parent as it was when the report was born, where the system told it for nothing. */
  parent: Process | undefined;
  tty: string | undefined;
  /** Epoch milliseconds, as the writer says. */
  at_ms: number | undefined;
  /** Those of `carriedVariables` that were set. */
  env: Readonly<Record<string, string>>;
}

/** A file that begins otherwise is none of ours. */
const firstField = 'vigie=1';
/** Header bytes beyond this are no header. */
export const headerBytesMax = 64 * 1024;
/** Ends a file that was written whole. */
export const trailer: Uint8Array = new TextEncoder().encode('\0vigie-end\n');

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const endsWithTrailer = (bytes: Uint8Array): boolean =>
  bytes.length >= trailer.length && trailer.every((byte, index) => bytes[bytes.length - trailer.length + index] === byte);

/**
 * Reads the header at the beginning of a file.
 * @returns where the payload begins, or why this is no spool file. Never throws, whatever the bytes.
 */
export const parseHeader = (bytes: Uint8Array): { header: Header; payloadStart: number } | { reason: string } => {
  const fields = new Map<string, string>();
  let start = 0;
  for (;;) {
    const end = bytes.subarray(0, headerBytesMax).indexOf(0, start);
    if (end < 0) return { reason: bytes.length > headerBytesMax ? 'its header has no end' : 'its header was cut off' };
    if (end === start) break;
    const field = decoder.decode(bytes.subarray(start, end));
    if (start === 0 && field !== firstField) return { reason: 'it does not begin as a spool file does' };
    const equals = field.indexOf('=');
    const key = field.slice(0, equals);
    if (equals > 0 && !fields.has(key)) fields.set(key, field.slice(equals + 1));
    start = end + 1;
  }
  if (start === 0) return { reason: 'it does not begin as a spool file does' };
  let payloadStart = start + 1;
  if (fields.get('lead') === 'parent') {
    const lineEnd = bytes.indexOf(10, payloadStart);
    const line = decoder.decode(bytes.subarray(payloadStart, Math.max(payloadStart, lineEnd)));
    // Where cat could not read the line, the payload begins at once.
    if (line.startsWith(`${fields.get('ppid')} (`)) {
      fields.set('parent', line);
      payloadStart = lineEnd + 1;
    }
  }
  const header = headerOf((key) => fields.get(key));
  return header ? { header, payloadStart } : { reason: 'it names no agent' };
};

/** Facts by their keys, wherever they were read. Undefined without an agent; values of the wrong form are left out. */
export const headerOf = (get: (key: string) => string | undefined): Header | undefined => {
  const agent = get('agent');
  if (!agent) return undefined;
  const env: Record<string, string> = {};
  for (const name of carriedVariables) {
    const value = get(name);
    if (value) env[name] = value;
  }
  const ppid = numberOf(get('ppid'));
  const parent = parseStat(get('parent') ?? '');
  return {
    agent,
    event: get('event') ?? '',
    source: get('source') === 'plugin' ? 'plugin' : 'hook',
    custom: get('custom') === '1',
    cwd: get('cwd') || undefined,
    pid: numberOf(get('pid')),
    ppid,
    parent: parent && parent.pid === ppid ? { ...parent, path: null } : undefined,
    tty: get('tty') || undefined,
    at_ms: numberOf(get('at_ms')),
    env,
  };
};

const numberOf = (text: string | undefined): number | undefined => {
  const number = Number(text || Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : undefined;
};

/** A whole spool file. Fields with a NUL in them can't be told and are left out. */
export const spoolFile = (fields: Readonly<Record<string, string>>, payload: Uint8Array): Uint8Array => {
  const told = Object.entries(fields).filter(([key, value]) => !key.includes('\0') && !value.includes('\0'));
  const header = encoder.encode(`${firstField}\0${told.map(([key, value]) => `${key}=${value}\0`).join('')}\0`);
  const file = new Uint8Array(header.length + payload.length + trailer.length);
  file.set(header);
  file.set(payload, header.length);
  file.set(trailer, header.length + payload.length);
  return file;
};
