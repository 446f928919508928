// One JSON object to one address: with a deadline, a few tries, and no trust in what the other side answers.

import { setTimeout as pause } from 'node:timers/promises';
import type { Sent } from './channel.ts';

export interface PostOptions {
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Per try, in milliseconds. */
  deadline_ms?: number;
  /** Resolves after so many milliseconds, rejects when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const deadlineMsDefault = 5_000;
/** Pauses between the tries, so there is one try more than pauses. */
const backOffMs = [1_000, 4_000];

type Try = Sent & { again?: boolean };

/** Tries again where that may help (no connection, deadline, 429, 5xx). Never rejects; `why` names the host only, since paths hold secrets. */
export const postJson = async (
  url: string,
  body: unknown,
  { headers = {}, signal, deadline_ms = deadlineMsDefault, wait = waitFor }: PostOptions,
): Promise<Sent> => {
  const text = JSON.stringify(body);
  for (let tries = 0; ; tries += 1) {
    const sent = await postOnce(url, text, headers, AbortSignal.any([signal, AbortSignal.timeout(deadline_ms)]));
    const pauseMs = backOffMs[tries];
    if (sent.ok) return { ok: true };
    if (!sent.again || pauseMs === undefined || signal.aborted) return { ok: false, why: sent.why };
    try {
      await wait(pauseMs, signal);
    } catch {
      return { ok: false, why: sent.why };
    }
  }
};

const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> => pause(ms, undefined, { signal });

const postOnce = async (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Try> => {
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'vigie', ...headers },
      body,
      signal,
      // Whoever redirects decides where the content goes; that is for the person to decide.
      redirect: 'manual',
    });
    await response.body?.cancel();
    if (response.ok) return { ok: true };
    if (response.status >= 300 && response.status < 400)
      return { ok: false, why: `${host} redirects (${response.status}): name the final address` };
    return { ok: false, why: `${host} answered ${response.status}`, again: response.status === 429 || response.status >= 500 };
  } catch (error) {
    return { ok: false, why: `${host}: ${failure(error)}`, again: true };
  }
};

const failure = (error: unknown): string => {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'no answer in time';
  if (error.name === 'AbortError') return 'stopped';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? `no connection (${String(cause.code)})` : 'no connection';
};
