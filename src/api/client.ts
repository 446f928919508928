// How the CLI and the TUI speak to the hub: typed calls over the socket.

import type { SessionView } from '../domain/view.ts';
import type { Health, Snapshot, StreamMessage, Ticket, UserEvent, Why } from './contract.ts';

/** Every call throws VigieError: `hub_away` when none answers, else what the hub said. */
export interface Client {
  health(): Promise<Health>;
  snapshot(): Promise<Snapshot>;
  session(reference: string): Promise<SessionView>;
  why(reference: string): Promise<Why>;
  user(event: UserEvent): Promise<void>;
  ticket(): Promise<Ticket>;
  /** Ends every page's credential. */
  revoke(): Promise<void>;
  stop(): Promise<void>;
  /** Body as the tool gave it; resolves to what is wrong with it, or ''. */
  custom(name: string, body: Uint8Array): Promise<string>;
  /** The list and its changes; resumes by itself where a connection breaks, and throws `hub_away` when the hub stays away for 30 s. */
  stream(options?: { since?: number; signal?: AbortSignal }): AsyncIterable<StreamMessage>;
}

export const openClient = (_paths: { socket: string }): Client => {
  throw new Error('not built yet');
};
