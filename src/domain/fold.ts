// State is a pure fold: `fold(session, event, rules)` gives the next session. No clock, no I/O, no randomness; time comes in on the event.

import { closeAsks, closeAsksOf, closeOutrun, openAsk } from './ask.ts';
import type { Draft } from './draft.ts';
import { claimOf, claimState, detailOf, newSession, noteClaim, revived, takeFields } from './draft.ts';
import type { Event, EventKind } from './event.ts';
import type { Place } from './place.ts';
import { mergePlace } from './place.ts';
import type { Rules } from './rules.ts';
import { screenState, weighScreen } from './screen-evidence.ts';
import type { Session, State } from './session.ts';
import { defaultReason } from './session.ts';
import { addSubagent, removeSubagents } from './subagent.ts';
import { closeTool, openTool, sameCall, showNewestTool } from './tool-call.ts';
import { belongsToEndedTurn, endTurn, isLate, isOver, openTurn } from './turn.ts';

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

/** A subagent starts, prompts and ends no session, so such events are the main agent's whatever id they carry. */
const speakerOf = (session: Session, event: Event): string => {
  const subagent = event.subagent;
  if (!subagent || subagent === session.session) return '';
  return event.kind === 'start' || event.kind === 'prompt' || event.kind === 'end' ? '' : subagent;
};

const works: (detail: string | null) => Effect = (detail) => (next, event, speaker) => {
  closeOutrun(next, event, speaker);
  if (speaker !== '' || isLate(next, event)) return;
  openTurn(next, event);
  claimState(next, event, 'working', detailOf(event, detail));
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
    if (speaker === '' && isOver(next, event)) return;
    closeAsksOf(next, speaker);
    if (speaker !== '') return;
    const isKnown = !next.turn.open && event.turn !== undefined && event.turn === next.turn.ended && next.base.state === 'idle';
    next.background = event.background ?? 0;
    const alive = event.subagents_alive;
    if (alive) removeSubagents(next, (id) => !alive.includes(id));
    endTurn(next, event);
    next.message = event.message === undefined ? null : next.message;
    claimState(next, event, ...state(next, event));
    // Some agents tell of one end twice, and a person may have seen it in between.
    next.attention = isKnown ? next.attention : attention;
  };

/** What a main agent shows that does nothing itself: background work of its own goes on. */
const atRest = (next: Draft, detail: string | null): readonly [State, string | null] =>
  next.background > 0 ? ['working', 'background'] : ['idle', detail];

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
    next.turn = { open: false, id: null, at_ms: 0, ended: next.turn.ended };
    claimState(next, event, 'idle', detailOf(event, null));
  },
  prompt: (next, event) => {
    closeAsksOf(next, '');
    next.message = event.message === undefined ? null : next.message;
    next.tools = next.tools.filter((tool) => tool.speaker !== '');
    next.tool = null;
    next.input = null;
    next.turn = { open: true, id: event.turn ?? null, at_ms: event.at_ms, ended: next.turn.ended };
    claimState(next, event, 'working', detailOf(event, 'thinking'));
    next.attention = next.attention && next.asks.length > 0;
  },
  tool: (next, event, speaker) => {
    closeOutrun(next, event, speaker);
    // What was asked about begins: it was allowed.
    closeAsks(next, (ask) => ask.speaker === speaker && sameCall(ask, event));
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
    claimState(next, event, ...atRest(next, detailOf(event, null)));
  },
  done: turnOver((next) => atRest(next, null), true),
  failed: turnOver((_, event) => ['idle', event.reason === 'rate_limit' ? 'rate_limit' : detailOf(event, 'error')], true),
  interrupted: turnOver(() => ['idle', null], false),
  idle: (next, event, speaker) => {
    if (speaker !== '') return;
    if (event.source === 'screen' && next.base.state === 'working') next.attention = true;
    if (event.source !== 'clock') {
      closeOutrun(next, event, speaker);
      endTurn(next, event);
    }
    // To be idle is no news of a session that is: why it came to rest stays.
    claimState(next, event, 'idle', detailOf(event, next.base.state === 'idle' ? next.base.detail : null));
  },
  notice: () => {},
  usage: () => {},
  'subagent-start': (next, event, speaker) => addSubagent(next, event, speaker),
  'subagent-done': (next, _event, speaker) => {
    if (speaker !== '') removeSubagents(next, (id) => id === speaker);
  },
  end: (next, event, _speaker, before) => {
    if (before && isElsewhere(before.place, event.place)) {
      next.place = before.place;
      return;
    }
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

/** The conversation goes on in another process by now, and the one that it left says goodbye late. */
const isElsewhere = (known: Place, left: Partial<Place> | undefined): boolean =>
  known.pid !== null && left?.pid != null && left.pid !== known.pid;

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
