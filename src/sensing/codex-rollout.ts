// Codex's rollout files: a failed request, a call that a hook denied and an end whose hook did not come stand only there.

import * as z from 'zod';
import type { Mark } from './mark.ts';
import type { TranscriptKind } from './transcripts.ts';

const timestamp = z.iso.datetime().transform(Date.parse);
const line = z.union([
  z.object({
    timestamp,
    type: z.literal('event_msg'),
    payload: z.union([
      z.object({ type: z.literal('turn_aborted'), turn_id: z.string().optional() }),
      z.object({
        type: z.literal('task_complete'),
        turn_id: z.string().optional(),
        error: z.object({ message: z.string().optional() }).nullish(),
      }),
    ]),
  }),
  z.object({
    timestamp,
    type: z.literal('response_item'),
    payload: z.object({ type: z.literal('function_call_output'), call_id: z.string() }),
  }),
]);

const telling = /"(?:turn_aborted|task_complete|function_call_output)"/u;

const markIn = (text: string): Mark | undefined => {
  if (!telling.test(text)) return undefined;
  try {
    const { timestamp: at_ms, payload } = line.parse(JSON.parse(text));
    if (payload.type === 'function_call_output') return { kind: 'tool-done', at_ms, tool_use_id: payload.call_id };
    if (payload.type === 'turn_aborted') return { kind: 'interrupted', at_ms, turn: payload.turn_id };
    const { error, turn_id: turn } = payload;
    return error ? { kind: 'failed', at_ms, turn, message: error.message } : { kind: 'done', at_ms, turn };
  } catch {
    return undefined;
  }
};

/** Hooks tell where a rollout lies. */
export const codexRollout: TranscriptKind = { markIn };
