// The tool calls of a session that are under way.

import type { Draft } from './draft.ts';
import { keptMax } from './draft.ts';
import type { Event } from './event.ts';
import type { OpenTool } from './session.ts';
import { cutText } from './text.ts';

/** Whether an event is about this very call: by its id, else by the same tool with the same input. */
export const sameCall = (call: Pick<OpenTool, 'tool' | 'input_hash' | 'tool_use_id'>, event: Event): boolean => {
  if (event.tool_use_id !== undefined && call.tool_use_id !== null) return call.tool_use_id === event.tool_use_id;
  return event.tool !== undefined && call.tool === event.tool && call.input_hash === (event.input_hash ?? null);
};

export const openTool = (next: Draft, event: Event, speaker: string): void => {
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

export const closeTool = (next: Draft, event: Event, speaker: string): void => {
  let at = next.tools.findIndex((tool) => tool.speaker === speaker && sameCall(tool, event));
  // An agent that names no call can only mean the newest one.
  if (at < 0 && event.tool_use_id === undefined && event.input_hash === undefined)
    at = next.tools.findLastIndex((tool) => tool.speaker === speaker && (event.tool === undefined || tool.tool === event.tool));
  if (at >= 0) next.tools = next.tools.toSpliced(at, 1);
};

export const showNewestTool = (next: Draft): void => {
  const newest = next.tools.findLast((tool) => tool.speaker === '');
  next.tool = newest?.tool ?? null;
  next.input = newest?.input ?? null;
};
