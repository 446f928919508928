// The wire between the hub and its surfaces: JSON over HTTP, and one event stream. Times are epoch milliseconds, names end in `_ms`.
//
// | request                                          | gives                | who may            |
// |--------------------------------------------------|----------------------|--------------------|
// | GET /api/health                                  | Health               | socket, token      |
// | GET /api/sessions                                | Snapshot             | socket, token      |
// | GET /api/sessions/:session                       | SessionView          | socket, token      |
// | GET /api/sessions/:session/why                   | Why                  | socket, token      |
// | GET /api/stream[?since=N]                        | StreamMessage …      | socket, token      |
// | GET /api/events[?session=S][&before=N][&limit=N] | History              | socket, token      |
// | POST /api/events                                 | 204                  | socket, token      |
// | GET /api/connections                             | ConnectionList       | socket, token      |
// | POST /api/hook/custom/:name[?event=E]            | what is wrong, or '' | socket             |
// | GET /api/reports                                 | Tapped …             | socket             |
// | POST /api/forget                                 | Forgotten            | socket             |
// | GET /metrics                                     | text for Prometheus  | socket             |
// | POST /api/tickets                                | Ticket               | socket             |
// | POST /api/tokens                                 | Token                | who holds a ticket |
// | DELETE /api/tokens                               | 204                  | socket             |
// | POST /api/stop?pid=N                             | 202                  | socket             |
//
// `:session` and the names in `POST /api/events` may be any unambiguous beginning of an id or session id, or a tmux pane (`%5`).
// A hub stops only where the number is that of its own process. `hook custom` takes facts as `vigie-<key>` headers (docs/spool.md).
// Over loopback every request needs `Authorization: Bearer <token>`, and every write the page's own Origin.

import type { AgentView } from '../domain/agent-view.ts';
import type { ConnectionView } from '../domain/connection-view.ts';
import type { Source } from '../domain/event.ts';
import type { HistoryEvent, ListChange, Snapshot } from '../domain/list.ts';

export type { Health } from '../domain/health.ts';
export type { Snapshot, Why } from '../domain/list.ts';

/**
 * One message of `GET /api/stream` (SSE framing: `id: <seq>`, `event: snapshot|change|gone`, `data: <JSON of data>`).
 * Without `?since=` the first message is a snapshot; with it the changes after that number follow, or a snapshot where they are
 * no longer kept. A snapshot may also come later, to a reader that fell behind: it replaces all that was known. Numbers have no gaps
 * otherwise. A comment line (`: ping`) comes every 30 s and carries nothing.
 */
export type StreamMessage = { type: 'snapshot'; seq: number; data: Snapshot } | ListChange;

/**
 * `GET /api/reports`: one line of JSON per report that comes in at the door from now on, before it is understood, as
 * `application/jsonl`. Where the reader falls behind, reports are left out, and a line says how many. An empty line comes at the beginning
 * and every 30 s.
 */
export type Tapped = TappedReport | { left_out: number };
export interface TappedReport {
  at_ms: number;
  agent: string;
  event: string;
  source: Source;
  custom: boolean;
  payload_base64: string;
  cwd: string | null;
  env: Readonly<Record<string, string>>;
  /** The agent's own process and its start, where they are known (as in `place`). */
  pid: number | null;
  pid_start: number | null;
}

/** `POST /api/events`: a person's `seen` or `unseen`. */
export interface UserEvent {
  kind: 'seen' | 'unseen';
  sessions: string[];
}

/** Body of `POST /api/sessions/:session/jump`: the tmux client that asks, where it is in one. */
export interface JumpWish {
  client?: string | undefined;
}

/**
 * What a jump came to. `exact`: its tab, pane or window. `rule`: a jump URL was opened. `app`: its app came to the front. `certain` is
 * false when it may be the wrong one, or nothing told that it worked; `what` and `why` are words for a person.
 */
export type Jumped = { ok: true; level: 'exact' | 'rule' | 'app'; certain: boolean; what: string } | { ok: false; why: string };

/** `GET /api/agents`. Fields may be added under the same number. */
export interface AgentList {
  schema: 1;
  agents: AgentView[];
}

/**
 * `GET /api/events`: the latest events before the number `before`, newest first, of one session or of all: 50, or as many as `limit`
 * says, at most 1,000. Fields as in domain/event.ts, in snake_case; `id` is the session's.
 */
export interface History {
  schema: 1;
  events: HistoryEvent[];
}

/** `POST /api/forget`: unless `sure` nothing is forgotten, and the answer (Forgotten, in hub/forgetting.ts) says what would be. */
export type ForgetWish = ({ session: string } | { folder: string }) & { sure: boolean };

/** `GET /api/connections`: how hooks stand in the agents' configs, looked at now. Fields may be added under the same number. */
export interface ConnectionList {
  schema: 1;
  connections: ConnectionView[];
}

/** What an error answer holds, with a status of 4xx or 5xx. `code` is one of `exitStatus` in domain/error.ts. */
export interface ErrorBody {
  error: { code: string; message: string; hint: string };
}

/** `POST /api/tickets` (socket only) → a one-time ticket for the page's address; `POST /api/tokens` changes it for a bearer token. */
export interface Ticket {
  ticket: string;
  expires_ms: number;
  /** `http://127.0.0.1:<port>/#ticket=<ticket>` */
  url: string;
}
/** Body of `POST /api/tokens`. */
export interface Redeem {
  ticket: string;
}
export interface Token {
  token: string;
  expires_ms: number;
}
