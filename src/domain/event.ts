// Everything that happens is an Event: one canonical form for hooks, plugins, screens, processes, transcripts, clocks and people.

import type { Place } from './place.ts';

/** The kinds of the design's event table. */
export const eventKinds = [
  'start',
  'prompt',
  'tool',
  'tool-done',
  'tool-failed',
  'needs-you',
  'answered',
  'working',
  'unknown',
  'compacting',
  'compacted',
  'done',
  'failed',
  'interrupted',
  'idle',
  'notice',
  'usage',
  'subagent-start',
  'subagent-done',
  'end',
  'seen',
  'unseen',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Where a claim came from. */
export const sources = ['hook', 'plugin', 'wire', 'screen', 'process', 'transcript', 'clock', 'user'] as const;
export type Source = (typeof sources)[number];

export const reasons = ['permission', 'question', 'plan', 'trust', 'rate_limit'] as const;
export type Reason = (typeof reasons)[number];

export interface Event {
  kind: EventKind;
  /** Canonical agent id. */
  agent: string;
  /** The agent's own session id; absent when the payload had none, then the place names the session. */
  session?: string;
  /** Name of another machine; absent or empty here. */
  host?: string;
  source: Source;
  /** Epoch milliseconds of the moment it happened, not of its arrival. */
  at_ms: number;
  /** Which rule made it, for `why`: the agent's own event name or the name of a screen rule. */
  rule?: string;
  /** A token of `[a-z0-9_-]+`; anything else is dropped. */
  detail?: string;
  reason?: Reason;
  message?: string;
  prompt?: string;
  reply?: string;
  title?: string;
  model?: string;
  cwd?: string;
  tool?: string;
  /** What the tool will do, in one line: a command, a file, a query. */
  input?: string;
  /** Hash of tool name and whole input: tells two calls of one tool apart where no id does. */
  input_hash?: string;
  tool_use_id?: string;
  /** Id of the subagent that speaks; absent when the main agent does. */
  subagent?: string;
  subagent_type?: string;
  /** Number of live background tasks that the agent itself reports with `done`. */
  background?: number;
  /** Ids of subagents still alive, where the agent reports them: others are forgotten. */
  subagents_alive?: readonly string[];
  /** The agent's own id of the turn. */
  turn?: string;
  /** Who asked for a compaction. */
  trigger?: 'manual' | 'auto';
  /** Why it ended, in the agent's own token. */
  end_reason?: string;
  /** Session total in USD. */
  cost?: number;
  /** Context size in tokens. */
  tokens?: number;
  /** Context used, 0–100. */
  context?: number;
  transcript?: string;
  place?: Partial<Place>;
}

const folded = (name: string): string => name.toLowerCase().replace(/[-_ ]/gu, '');
const kindsByFold: ReadonlyMap<string, EventKind> = new Map(eventKinds.map((kind) => [folded(kind), kind]));

/** `NeedsYou`, `needs_you` and `needs you` are one kind. Undefined for a name that is none. */
export const eventKind = (name: string): EventKind | undefined => kindsByFold.get(folded(name));

/** Compares two event names as the contract does: case, `-`, `_` and spaces do not matter. */
export const sameEventName = (a: string, b: string): boolean => folded(a) === folded(b);

/** The key under which folded names are looked up. */
export const foldEventName = folded;

const token = /^[a-z0-9_-]{1,64}$/u;

/** Whether a text may stand as `detail`. */
export const isDetail = (text: string): boolean => token.test(text);
