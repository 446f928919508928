// Copilot's event files: no hook tells of an answer at a dialog, nor of Esc.

import { join } from 'node:path';
import * as z from 'zod';
import type { Mark } from './mark.ts';
import type { TranscriptKind } from './transcripts.ts';

const line = z.object({
  timestamp: z.iso.datetime().transform(Date.parse),
  type: z.enum(['abort', 'permission.completed', 'human_response.recorded', 'session.usage_checkpoint']),
  data: z.object({
    result: z.object({ kind: z.string() }).optional(),
    promptCacheBreakState: z.array(z.object({ pendingRewriteSources: z.array(z.string()) })).optional(),
  }),
});

const telling = /"(?:abort|permission\.completed|human_response\.recorded|rewind)"/u;

const markIn = (text: string): Mark | undefined => {
  if (!telling.test(text)) return undefined;
  try {
    const { timestamp: at_ms, type, data } = line.parse(JSON.parse(text));
    // Esc before the model's first word puts the prompt back into the input box.
    const isRewound = data.promptCacheBreakState?.some(({ pendingRewriteSources: sources }) => sources.includes('rewind'));
    if (type === 'abort' || isRewound) return { kind: 'interrupted', at_ms };
    if (type === 'session.usage_checkpoint') return undefined;
    // With Esc a request is cancelled, and the turn aborted right after.
    return data.result?.kind === 'cancelled' ? undefined : { kind: 'answered', at_ms };
  } catch {
    return undefined;
  }
};

/** Only the hook at a turn's end tells where the file lies. */
export const copilotEvents: TranscriptKind = {
  markIn,
  fileOf: ({ session }, home, env) =>
    join(env.COPILOT_HOME || join(home, '.copilot'), 'session-state', session.replaceAll(/[/\\]/gu, '_'), 'events.jsonl'),
};
