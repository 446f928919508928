// One conversation of an agent, as the fold keeps it.

import type { EventKind, Reason, Source } from './event.ts';
import type { Place } from './place.ts';

export const states = ['working', 'blocked', 'idle', 'unknown'] as const;
export type State = (typeof states)[number];

/** What one source last claimed about a session; `why` shows these. */
export interface Claim {
  kind: EventKind;
  state: State;
  detail: string | null;
  at_ms: number;
  rule: string | null;
}

/** Something an agent waits on a person for. While one is open, the session is blocked. */
export interface Ask {
  /** The subagent that asks; empty for the main agent. */
  speaker: string;
  reason: string;
  message: string | null;
  tool: string | null;
  input: string | null;
  input_hash: string | null;
  tool_use_id: string | null;
  at_ms: number;
}

/** A tool call under way. */
export interface OpenTool {
  speaker: string;
  tool: string | null;
  input: string | null;
  input_hash: string | null;
  tool_use_id: string | null;
  at_ms: number;
}

interface Subagent {
  type: string | null;
  since_ms: number;
}

interface Turn {
  open: boolean;
  id: string | null;
  /** When it opened, or, once over, when it ended. */
  at_ms: number;
  /** Id of the turn that was over last. */
  ended: string | null;
}

export interface Session {
  agent: string;
  /** The agent's own id, or a place key when `weak`. */
  session: string;
  host: string;
  weak: boolean;

  state: State;
  detail: string | null;
  attention: boolean;
  /** When `state` or `detail` last changed. */
  since_ms: number;
  /** When anything was last heard. */
  heard_ms: number;
  started_ms: number;
  ended_ms: number | null;
  end_reason: string | null;
  /** The source whose claim `state` rests on. */
  evidence: Source;
  /** When the evidence for `state` was last confirmed. */
  evidence_ms: number;
  claims: Readonly<Partial<Record<Source, Claim>>>;

  /** What the session shows while no ask is open. */
  base: { readonly state: State; readonly detail: string | null };
  asks: readonly Ask[];
  tools: readonly OpenTool[];
  subagents: Readonly<Record<string, Subagent>>;
  turn: Turn;
  /** Number of live background tasks. */
  background: number;

  title: string | null;
  message: string | null;
  prompt: string | null;
  reply: string | null;
  tool: string | null;
  input: string | null;
  cwd: string | null;
  model: string | null;
  cost: number | null;
  tokens: number | null;
  context: number | null;
  transcript: string | null;
  place: Place;
}

/** The `id` of a session everywhere outside: `agent:session-id`, with `@host` where it is another machine's. */
export const sessionKey = (agent: string, session: string, host = ''): string =>
  host === '' ? `${agent}:${session}` : `${agent}:${session}@${host}`;

export const keyOf = (session: Pick<Session, 'agent' | 'session' | 'host'>): string =>
  sessionKey(session.agent, session.session, session.host);

/** Idle with attention and no error: a turn ended that nobody has seen yet. */
export const isDone = (session: Pick<Session, 'state' | 'detail' | 'attention'>): boolean =>
  session.state === 'idle' && session.attention && !isFailure(session.detail);

/** Idle with attention after an error or a rate limit. */
export const isFailed = (session: Pick<Session, 'state' | 'detail' | 'attention'>): boolean =>
  session.state === 'idle' && session.attention && isFailure(session.detail);

const isFailure = (detail: string | null): boolean => detail === 'error' || detail === 'rate_limit';

/** What an ask without a reason of its own is taken for. */
export const defaultReason: Reason = 'permission';
