// The wire between the hub and its surfaces: JSON over HTTP, and one event stream. Times are epoch milliseconds, names end in `_ms`.

import type { FaultCount } from '../domain/fault.ts';
import type { Claim } from '../domain/session.ts';
import type { Source } from '../domain/event.ts';
import type { SessionView } from '../domain/view.ts';

/** `GET /api/sessions`. `seq` is the sequence number of the last change it holds. */
export interface Snapshot {
  schema: 1;
  seq: number;
  sessions: SessionView[];
}

/**
 * One message of `GET /api/stream` (SSE framing: `id: <seq>`, `event: snapshot|change|gone`, `data: <JSON>`).
 * Without `?since=` the first message is a snapshot; with it the changes after that number follow, or a snapshot where they are
 * no longer kept. The number has no gaps. `ping` comes every 30 s and carries nothing.
 */
export type StreamMessage =
  | { type: 'snapshot'; seq: number; data: Snapshot }
  | { type: 'change'; seq: number; data: SessionView }
  | { type: 'gone'; seq: number; data: { id: string; reason: 'ended' | 'left' | 'adopted' | 'forgotten' } };

/** `GET /api/sessions/:id/why`: which evidence made a session so, how old it is, and what was ruled out. */
export interface Why {
  session: SessionView;
  claims: (Claim & { source: Source; decides: boolean })[];
  /** Open asks, oldest first. */
  asks: { speaker: string; reason: string; tool: string | null; message: string | null; at_ms: number }[];
  /** The latest events, newest first: at most 20. */
  events: { seq: number; kind: string; source: Source; rule: string | null; at_ms: number; subagent: string | null }[];
}

/** `GET /api/health`: is the hub itself well. */
export interface Health {
  version: string;
  pid: number;
  started_ms: number;
  /** The page's address without any credential. */
  url: string;
  seq: number;
  spool: { waiting: number; quarantined: number; watching: 'watch' | 'poll'; dropped: number };
  faults: FaultCount[];
}

/** `POST /api/events`: a person's `seen` or `unseen`. */
export interface UserEvent {
  kind: 'seen' | 'unseen';
  /** Session ids. */
  sessions: string[];
}

/** What an error answer holds, with a status of 4xx or 5xx. */
export interface ErrorBody {
  error: { code: string; message: string; hint: string };
}

/** `POST /api/tickets` (socket only) → a one-time ticket for the page's address; `POST /api/tokens` changes it for a bearer token. */
export interface Ticket {
  ticket: string;
  expires_ms: number;
  url: string;
}
export interface Token {
  token: string;
  expires_ms: number;
}
