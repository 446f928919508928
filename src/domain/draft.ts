// A session while one event changes it: made anew or copied by the fold, then changed in place, then given out for good.

import type { Event } from './event.ts';
import { isDetail } from './event.ts';
import { nowhere } from './place.ts';
import type { Claim, Session, State } from './session.ts';
import { cutText } from './text.ts';

/** A session that is being changed by the event at hand. */
export type Draft = { -readonly [K in keyof Session]: Session[K] };

/** Open asks, tools and subagents kept per session; the oldest goes when one more comes. */
export const keptMax = 64;

export const newSession = (event: Event): Draft => ({
  agent: event.agent,
  session: event.session ?? '',
  host: event.host ?? '',
  weak: false,
  state: 'idle',
  detail: null,
  attention: false,
  since_ms: event.at_ms,
  heard_ms: event.at_ms,
  started_ms: event.at_ms,
  ended_ms: null,
  end_reason: null,
  evidence: event.source,
  evidence_ms: event.at_ms,
  claims: {},
  base: { state: 'idle', detail: null },
  asks: [],
  tools: [],
  subagents: {},
  turn: { open: false, id: null, at_ms: 0, ended: null },
  background: 0,
  title: null,
  message: null,
  prompt: null,
  reply: null,
  tool: null,
  input: null,
  cwd: null,
  model: null,
  cost: null,
  tokens: null,
  context: null,
  transcript: null,
  place: nowhere,
});

/** The same conversation goes on in a new life: what it was about stays, what it was doing does not. */
export const revived = (session: Session, event: Event): Draft => ({
  ...newSession(event),
  session: session.session,
  weak: session.weak,
  started_ms: session.started_ms,
  title: session.title,
  prompt: session.prompt,
  reply: session.reply,
  cwd: session.cwd,
  model: session.model,
  cost: session.cost,
  tokens: session.tokens,
  context: session.context,
  transcript: session.transcript,
});

const textFields = ['title', 'model', 'cwd', 'transcript', 'prompt', 'reply', 'message'] as const;
const numberFields = ['cost', 'tokens', 'context'] as const;

export const takeFields = (next: Draft, event: Event): void => {
  for (const field of textFields) {
    const text = event[field];
    if (typeof text === 'string' && text !== '') next[field] = cutText(text);
  }
  for (const field of numberFields) {
    const number = event[field];
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) next[field] = number;
  }
};

export const detailOf = (event: Event, otherwise: string | null): string | null =>
  event.detail !== undefined && isDetail(event.detail) ? event.detail : otherwise;

/** Sets what the session shows while nothing is asked, and notes whose word that is. */
export const claimState = (next: Draft, event: Event, state: State, detail: string | null): void => {
  if (next.base.state !== state || next.base.detail !== detail) next.base = { state, detail };
  noteClaim(next, event, state, detail);
};

export const noteClaim = (next: Draft, event: Event, state: State, detail: string | null): void => {
  next.claims = { ...next.claims, [event.source]: claimOf(event, state, detail) };
  next.evidence = event.source;
  next.evidence_ms = Math.max(next.evidence_ms, event.at_ms);
};

export const claimOf = (event: Event, state: State, detail: string | null): Claim => ({
  kind: event.kind,
  state,
  detail,
  at_ms: event.at_ms,
  rule: event.rule ?? null,
});
