// The wire between the hub and its surfaces: JSON over HTTP, and one event stream. Times are epoch milliseconds, names end in `_ms`.
//
// | request                          | gives                | who may                         |
// |----------------------------------|----------------------|---------------------------------|
// | GET /api/health                  | Health               | socket, token                   |
// | GET /api/sessions                | Snapshot             | socket, token                   |
// | GET /api/sessions/:session       | SessionView          | socket, token                   |
// | GET /api/sessions/:session/why   | Why                  | socket, token                   |
// | GET /api/stream[?since=N]        | StreamMessage …      | socket, token                   |
// | POST /api/events                 | 204                  | socket, token                   |
// | POST /api/hook/custom/:name      | what is wrong, or '' | socket                          |
// | POST /api/tickets                | Ticket               | socket                          |
// | POST /api/tokens                 | Token                | who holds a ticket              |
// | DELETE /api/tokens               | 204                  | socket                          |
// | POST /api/stop?pid=N             | 202, and stops if it is that process | socket          |
//
// `:session` and the names in `POST /api/events` may be any unambiguous beginning of an id or session id, or a tmux pane (`%5`).
// Over loopback every request needs `Authorization: Bearer <token>`, and every write the page's own Origin.

import type { ListChange, Snapshot } from '../domain/list.ts';

export type { Health } from '../domain/health.ts';
export type { Snapshot, Why } from '../domain/list.ts';

/**
 * One message of `GET /api/stream` (SSE framing: `id: <seq>`, `event: snapshot|change|gone`, `data: <JSON of data>`).
 * Without `?since=` the first message is a snapshot; with it the changes after that number follow, or a snapshot where they are
 * no longer kept. A snapshot may also come later, to a reader that fell behind: it replaces all that was known. Numbers have no gaps
 * otherwise. A comment line (`: ping`) comes every 30 s and carries nothing.
 */
export type StreamMessage = { type: 'snapshot'; seq: number; data: Snapshot } | ListChange;

/** `POST /api/events`: a person's `seen` or `unseen`. */
export interface UserEvent {
  kind: 'seen' | 'unseen';
  sessions: string[];
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
