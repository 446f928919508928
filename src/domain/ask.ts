// What a session waits on a person for. The same rules that close an ask withdraw its request.

import type { Draft } from './draft.ts';
import { detailOf, keptMax } from './draft.ts';
import type { Event } from './event.ts';
import type { Ask } from './session.ts';
import { defaultReason } from './session.ts';
import { cutText } from './text.ts';
import { sameCall, showNewestTool } from './tool-call.ts';

/** Opens an ask, or adds to the one that is open for the same call; only a new one raises attention. */
export const openAsk = (next: Draft, event: Event, speaker: string): void => {
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

export const closeAsks = (next: Draft, closes: (ask: Ask) => boolean): void => {
  if (!next.asks.some(closes)) return;
  const messages = new Set(next.asks.filter(closes).map((ask) => ask.message));
  next.asks = next.asks.filter((ask) => !closes(ask));
  if (messages.has(next.message)) next.message = null;
  showNewestTool(next);
};

export const closeAsksOf = (next: Draft, speaker: string): void => closeAsks(next, (ask) => ask.speaker === speaker);

/** Whoever works or rests again waits no more: that closes an ask naming no tool, and any ask where the screen is believed. */
export const closeOutrun = (next: Draft, event: Event, speaker: string): void =>
  closeAsks(next, (ask) => ask.speaker === speaker && (ask.tool === null || event.source === 'screen'));
