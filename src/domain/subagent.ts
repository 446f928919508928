// The subagents of a session that are alive.

import { closeAsks } from './ask.ts';
import type { Draft } from './draft.ts';
import { keptMax } from './draft.ts';
import type { Event } from './event.ts';

export const addSubagent = (next: Draft, event: Event, id: string): void => {
  if (id === '' || next.subagents[id]) return;
  const kept = Object.entries(next.subagents).slice(1 - keptMax);
  next.subagents = Object.fromEntries([...kept, [id, { type: event.subagent_type ?? null, since_ms: event.at_ms }]]);
};

export const removeSubagents = (next: Draft, gone: (id: string) => boolean): void => {
  if (Object.keys(next.subagents).some(gone))
    next.subagents = Object.fromEntries(Object.entries(next.subagents).filter(([id]) => !gone(id)));
  closeAsks(next, (ask) => ask.speaker !== '' && gone(ask.speaker));
  if (next.tools.some((tool) => tool.speaker !== '' && gone(tool.speaker)))
    next.tools = next.tools.filter((tool) => tool.speaker === '' || !gone(tool.speaker));
};
