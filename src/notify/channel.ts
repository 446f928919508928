// A way to a person. One file per channel; none knows of another.

import type { ChannelName } from '../hub/notification-config.ts';
import type { Note } from './note.ts';

/** `why` is for `doctor`: what went wrong, without content of the note and without the secret part of an address. */
export type Sent = { ok: true } | { ok: false; why: string };

export interface Channel {
  name: ChannelName;
  /** Why nobody can be reached this way here, where that is nobody's fault: then `send` is not called. */
  absent?: () => string | undefined;
  /** Never rejects, and ends within its own deadline or soon after `signal` aborts. May be called again before it ended. */
  send(note: Note, signal: AbortSignal): Promise<Sent>;
}
