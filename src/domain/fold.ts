// State is a pure fold: `fold(session, event, rules)` gives the next session. No clock, no I/O, no randomness; time comes in on the event.

import type { Event, EventKind } from './event.ts';
import { isDetail } from './event.ts';
import type { Place } from './place.ts';
import { mergePlace, nowhere } from './place.ts';
import type { Rules } from './rules.ts';
import { screenState, weighScreen } from './screen-evidence.ts';
import type { Ask, Claim, OpenTool, Session, State } from './session.ts';
import { defaultReason } from './session.ts';
import { cutText } from './text.ts';

/** Open asks, tools and subagents kept per session; the oldest goes when one more comes. */
const keptMax = 64;

/** A session that is being changed by the event at hand. */
type Draft = { -readonly [K in keyof Session]: Session[K] };

/** What one kind of event does to a fresh copy; `before` is the session as it was, if there was one. */
type Effect = (next: Draft, event: Event, speaker: string, before: Session | undefined) => void;

const makesSession: ReadonlySet<EventKind> = new Set([
  'start',
  'prompt',
  'tool',
  'tool-done',
  'tool-failed',
  'needs-you',
  'working',
  'unknown',
  'done',
  'failed',
  'idle',
]);
const bringsBack: ReadonlySet<EventKind> = new Set(['start', 'prompt', 'tool', 'needs-you']);

/**
 * The next session, the same object when nothing changed, or undefined when there is none and the event makes none.
 * Never throws, whatever the event's fields hold. An ended session is kept with `ended_ms` set.
 */
export const fold = (session: Session | undefined, event: Event, rules: Rules): Session | undefined => {
  const effect: Effect | undefined = Object.hasOwn(effects, event.kind) ? effects[event.kind] : undefined;
  if (!effect) return session;
  if (!session)
    return makesSession.has(event.kind) ? settle(apply(newSession(event), event, effect, undefined), event) : undefined;
  if (session.ended_ms !== null) {
    if (!bringsBack.has(event.kind) || event.at_ms <= session.ended_ms) return session;
    return settle(apply(revived(session, event), event, effect, undefined), event, session);
  }
  if (event.source === 'clock' && event.kind === 'idle' && session.state !== 'working') return session;
  if (event.source === 'screen') {
    const verdict = weighScreen(session, event, rules);
    if (verdict !== 'take') return withScreenClaim(session, event, verdict);
  }
  return settle(apply({ ...session }, event, effect, session), event, session);
};

const apply = (next: Draft, event: Event, effect: Effect, before: Session | undefined): Draft => {
  const speaker = speakerOf(next, event);
  if (event.source !== 'clock' && event.source !== 'user') next.heard_ms = Math.max(next.heard_ms, event.at_ms);
  next.place = mergePlace(next.place, event.place);
  if (speaker === '') takeFields(next, event);
  effect(next, event, speaker, before);
  return next;
};

/** A screen that only confirms, or is overruled for now, is remembered but changes no state. */
const withScreenClaim = (session: Session, event: Event, verdict: 'confirm' | 'hold'): Session => ({
  ...session,
  heard_ms: Math.max(session.heard_ms, event.at_ms),
  evidence_ms: verdict === 'confirm' ? Math.max(session.evidence_ms, event.at_ms) : session.evidence_ms,
  claims: { ...session.claims, screen: claimOf(event, screenState(event) ?? 'unknown', detailOf(event, null)) },
});

const newSession = (event: Event): Draft => ({
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
  turn: { open: false, id: null, at_ms: 0 },
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
const revived = (session: Session, event: Event): Draft => ({
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

/** A subagent starts, prompts and ends no session, so such events are the main agent's whatever id they carry. */
const speakerOf = (session: Session, event: Event): string => {
  const subagent = event.subagent;
  if (!subagent || subagent === session.session) return '';
  return event.kind === 'start' || event.kind === 'prompt' || event.kind === 'end' ? '' : subagent;
};

const textFields = ['title', 'model', 'cwd', 'transcript', 'prompt', 'reply', 'message'] as const;
const numberFields = ['cost', 'tokens', 'context'] as const;

const takeFields = (next: Draft, event: Event): void => {
  for (const field of textFields) {
    const text = event[field];
    if (typeof text === 'string' && text !== '') next[field] = cutText(text);
  }
  for (const field of numberFields) {
    const number = event[field];
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) next[field] = number;
  }
};

const detailOf = (event: Event, otherwise: string | null): string | null =>
  event.detail !== undefined && isDetail(event.detail) ? event.detail : otherwise;

/** Sets what the session shows while nothing is asked, and notes whose word that is. */
const claimState = (next: Draft, event: Event, state: State, detail: string | null): void => {
  if (next.base.state !== state || next.base.detail !== detail) next.base = { state, detail };
  noteClaim(next, event, state, detail);
};

const noteClaim = (next: Draft, event: Event, state: State, detail: string | null): void => {
  next.claims = { ...next.claims, [event.source]: claimOf(event, state, detail) };
  next.evidence = event.source;
  next.evidence_ms = Math.max(next.evidence_ms, event.at_ms);
};

const claimOf = (event: Event, state: State, detail: string | null): Claim => ({
  kind: event.kind,
  state,
  detail,
  at_ms: event.at_ms,
  rule: event.rule ?? null,
});

// ---- turns -------------------------------------------------------------------------------------------------------

const openTurn = (next: Draft, event: Event): void => {
  if (next.turn.open && (event.turn === undefined || event.turn === next.turn.id)) return;
  next.turn = { open: true, id: event.turn ?? null, at_ms: event.at_ms };
};

const endTurn = (next: Draft, event: Event): void => {
  next.turn = { open: false, id: event.turn ?? next.turn.id, at_ms: event.at_ms };
  next.tools = next.tools.filter((tool) => tool.speaker !== '');
  next.tool = null;
  next.input = null;
};

/** Whether an event of the main agent was born before its turn was over, and only came in later. */
const isLate = (next: Draft, event: Event): boolean => !next.turn.open && event.at_ms < next.turn.at_ms;

// ---- asks --------------------------------------------------------------------------------------------------------

const sameCall = (a: { input_hash: string | null; tool_use_id: string | null; tool: string | null }, event: Event): boolean => {
  if (event.tool_use_id !== undefined && a.tool_use_id !== null) return a.tool_use_id === event.tool_use_id;
  return event.tool !== undefined && a.tool === event.tool && a.input_hash === (event.input_hash ?? null);
};

const openAsk = (next: Draft, event: Event, speaker: string): void => {
  const call = next.tools.find((tool) => tool.speaker === speaker && sameCall(tool, event));
  const ask: Ask = {
    speaker,
    reason: event.reason ?? detailOf(event, defaultReason) ?? defaultReason,
    message: event.message === undefined ? null : cutText(event.message),
    tool: event.tool ?? call?.tool ?? null,
    input: event.input ?? call?.input ?? null,
    input_hash: event.input_hash ?? call?.input_hash ?? null,
    tool_use_id: event.tool_use_id ?? call?.tool_use_id ?? null,
    at_ms: event.at_ms,
  };
  const known = next.asks.findIndex(
    (open) => open.speaker === speaker && (ask.tool === null ? open.tool === null : sameCall(open, { ...event, tool: ask.tool })),
  );
  const open = next.asks[known];
  if (open) {
    const merged: Ask = { ...open, message: ask.message ?? open.message, tool_use_id: open.tool_use_id ?? ask.tool_use_id };
    next.asks = next.asks.with(known, merged);
    return;
  }
  next.asks = [...next.asks, ask].slice(-keptMax);
  next.attention = true;
};

const closeAsks = (next: Draft, closes: (ask: Ask) => boolean): void => {
  if (!next.asks.some(closes)) return;
  const messages = new Set(next.asks.filter(closes).map((ask) => ask.message));
  next.asks = next.asks.filter((ask) => !closes(ask));
  if (messages.has(next.message)) next.message = null;
  showNewestTool(next);
};

const closeAsksOf = (next: Draft, speaker: string): void => closeAsks(next, (ask) => ask.speaker === speaker);

/** Whoever works or rests again waits no more: that closes an ask naming no tool, and any ask where the screen is believed. */
const closeOutrun = (next: Draft, event: Event, speaker: string): void =>
  closeAsks(next, (ask) => ask.speaker === speaker && (ask.tool === null || event.source === 'screen'));

// ---- tools and subagents -----------------------------------------------------------------------------------------

const openTool = (next: Draft, event: Event, speaker: string): void => {
  const opened: OpenTool = {
    speaker,
    tool: event.tool ?? null,
    input: event.input === undefined ? null : cutText(event.input),
    input_hash: event.input_hash ?? null,
    tool_use_id: event.tool_use_id ?? null,
    at_ms: event.at_ms,
  };
  const others = next.tools.filter((tool) => opened.tool_use_id === null || tool.tool_use_id !== opened.tool_use_id);
  next.tools = [...others, opened].slice(-keptMax);
};

const closeTool = (next: Draft, event: Event, speaker: string): void => {
  let at = next.tools.findIndex((tool) => tool.speaker === speaker && sameCall(tool, event));
  // An agent that names no call can only mean the newest one.
  if (at < 0 && event.tool_use_id === undefined && event.input_hash === undefined)
    at = next.tools.findLastIndex((tool) => tool.speaker === speaker && (event.tool === undefined || tool.tool === event.tool));
  if (at >= 0) next.tools = next.tools.toSpliced(at, 1);
};

const showNewestTool = (next: Draft): void => {
  const newest = next.tools.findLast((tool) => tool.speaker === '');
  next.tool = newest?.tool ?? null;
  next.input = newest?.input ?? null;
};

const addSubagent = (next: Draft, event: Event, id: string): void => {
  if (id === '' || next.subagents[id]) return;
  const kept = Object.entries(next.subagents).slice(1 - keptMax);
  next.subagents = Object.fromEntries([...kept, [id, { type: event.subagent_type ?? null, since_ms: event.at_ms }]]);
};

const removeSubagents = (next: Draft, gone: (id: string) => boolean): void => {
  if (Object.keys(next.subagents).some(gone))
    next.subagents = Object.fromEntries(Object.entries(next.subagents).filter(([id]) => !gone(id)));
  closeAsks(next, (ask) => ask.speaker !== '' && gone(ask.speaker));
  if (next.tools.some((tool) => tool.speaker !== '' && gone(tool.speaker)))
    next.tools = next.tools.filter((tool) => tool.speaker === '' || !gone(tool.speaker));
};

// ---- the event table ---------------------------------------------------------------------------------------------

const works: (detail: string | null) => Effect = (detail) => (next, event, speaker) => {
  closeOutrun(next, event, speaker);
  if (speaker !== '' || isLate(next, event)) return;
  openTurn(next, event);
  claimState(next, event, 'working', detailOf(event, detail));
};

/** A turn that ended is not reopened by the tail of one of its tools, unless the agent says that it is another turn's. */
const belongsToEndedTurn = (next: Draft, event: Event): boolean => {
  if (next.turn.open || next.turn.at_ms === 0) return false;
  const namesAnother = event.turn !== undefined && next.turn.id !== null && event.turn !== next.turn.id;
  return !namesAnother || isLate(next, event);
};

const toolOver: Effect = (next, event, speaker) => {
  closeAsks(next, (ask) => ask.speaker === speaker && (ask.tool === null || sameCall(ask, event)));
  closeTool(next, event, speaker);
  if (speaker !== '') return;
  if (belongsToEndedTurn(next, event)) return;
  openTurn(next, event);
  showNewestTool(next);
  claimState(next, event, 'working', detailOf(event, next.tool === null ? null : 'tool'));
};

const turnOver: (state: (next: Draft, event: Event) => readonly [State, string | null], attention: boolean) => Effect =
  (state, attention) => (next, event, speaker) => {
    closeAsksOf(next, speaker);
    if (speaker !== '') return;
    next.background = event.background ?? 0;
    const alive = event.subagents_alive;
    if (alive) removeSubagents(next, (id) => !alive.includes(id));
    endTurn(next, event);
    next.message = event.message === undefined ? null : next.message;
    claimState(next, event, ...state(next, event));
    next.attention = attention;
  };

const effects: Record<EventKind, Effect> = {
  start: (next, event, _speaker, before) => {
    // Agents say start again on resume and after a compaction: what they are doing has not changed by that.
    if (before && before.state !== 'unknown' && sameProcess(before.place, event.place)) return;
    next.asks = [];
    next.tools = [];
    next.subagents = {};
    next.background = 0;
    next.tool = null;
    next.input = null;
    next.turn = { open: false, id: null, at_ms: 0 };
    claimState(next, event, 'idle', detailOf(event, null));
  },
  prompt: (next, event) => {
    closeAsksOf(next, '');
    next.message = event.message === undefined ? null : next.message;
    next.tools = next.tools.filter((tool) => tool.speaker !== '');
    next.tool = null;
    next.input = null;
    next.turn = { open: true, id: event.turn ?? null, at_ms: event.at_ms };
    claimState(next, event, 'working', detailOf(event, 'thinking'));
    next.attention = next.attention && next.asks.length > 0;
  },
  tool: (next, event, speaker) => {
    closeOutrun(next, event, speaker);
    openTool(next, event, speaker);
    if (speaker !== '') return addSubagent(next, event, speaker);
    if (isLate(next, event)) return void (next.tools = next.tools.slice(0, -1));
    openTurn(next, event);
    showNewestTool(next);
    claimState(next, event, 'working', detailOf(event, 'tool'));
  },
  'tool-done': toolOver,
  'tool-failed': toolOver,
  'needs-you': (next, event, speaker) => {
    if (speaker === '' && isLate(next, event)) return;
    openAsk(next, event, speaker);
    if (speaker === '') openTurn(next, event);
    noteClaim(next, event, 'blocked', event.reason ?? detailOf(event, defaultReason));
  },
  answered: (next, event, speaker) => {
    const open = next.asks.length;
    closeAsks(
      next,
      (ask) => ask.speaker === speaker && (event.tool_use_id === undefined || ask.tool_use_id === event.tool_use_id),
    );
    next.attention = next.attention && next.asks.length > 0;
    if (speaker !== '' || open === next.asks.length) return;
    openTurn(next, event);
    claimState(next, event, 'working', detailOf(event, next.tools.length > 0 ? 'tool' : null));
  },
  working: works(null),
  unknown: (next, event, speaker) => {
    if (speaker === '') claimState(next, event, 'unknown', detailOf(event, null));
  },
  compacting: (next, event, speaker) => {
    if (speaker === '') claimState(next, event, 'working', 'compacting');
  },
  compacted: (next, event, speaker) => {
    if (speaker !== '') return;
    const trigger = event.trigger ?? (next.turn.open ? 'auto' : 'manual');
    if (trigger === 'auto') return claimState(next, event, 'working', detailOf(event, null));
    endTurn(next, event);
    claimState(next, event, 'idle', detailOf(event, null));
  },
  done: turnOver((next) => (next.background > 0 ? ['working', 'background'] : ['idle', null]), true),
  failed: turnOver((_, event) => ['idle', event.reason === 'rate_limit' ? 'rate_limit' : detailOf(event, 'error')], true),
  interrupted: turnOver(() => ['idle', null], false),
  idle: (next, event, speaker) => {
    if (speaker !== '') return;
    if (event.source === 'screen' && next.base.state === 'working') next.attention = true;
    if (event.source !== 'clock') {
      closeOutrun(next, event, speaker);
      endTurn(next, event);
    }
    claimState(next, event, 'idle', detailOf(event, null));
  },
  notice: () => {},
  usage: () => {},
  'subagent-start': (next, event, speaker) => addSubagent(next, event, speaker),
  'subagent-done': (next, _event, speaker) => {
    if (speaker !== '') removeSubagents(next, (id) => id === speaker);
  },
  end: (next, event) => {
    next.ended_ms = event.at_ms;
    next.end_reason = event.end_reason ?? null;
    next.asks = [];
    next.tools = [];
    next.subagents = {};
    next.background = 0;
    next.tool = null;
    next.input = null;
    endTurn(next, event);
    claimState(next, event, 'idle', detailOf(event, null));
    next.attention = false;
  },
  seen: (next) => void (next.attention = false),
  unseen: (next) => void (next.attention = true),
};

/** What is not known on either side speaks against nothing. */
const sameProcess = (known: Place, claim: Partial<Place> | undefined): boolean => {
  if (claim?.pid == null || known.pid === null) return true;
  if (claim.pid !== known.pid) return false;
  return claim.pid_start == null || known.pid_start === null || claim.pid_start === known.pid_start;
};

/** The visible state follows from the asks, else from the base; `since_ms` moves only when it changed. */
const settle = (next: Draft, event: Event, before?: Session): Session => {
  const oldest = next.asks[0];
  const state: State = oldest ? 'blocked' : next.base.state;
  const detail = oldest ? oldest.reason : next.base.detail;
  if (oldest) {
    next.message = oldest.message ?? next.message;
    next.tool = oldest.tool ?? next.tool;
    next.input = oldest.input ?? next.input;
  }
  if (!before || before.state !== state || before.detail !== detail) next.since_ms = Math.max(next.since_ms, event.at_ms);
  next.state = state;
  next.detail = detail;
  return next;
};
