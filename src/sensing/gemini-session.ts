// Gemini's session files: Esc at a dialog and the end of a compaction fire no hook, and after Esc at work and a failed request its hooks
// say the same.

import * as z from 'zod';
import type { Mark } from './mark.ts';
import type { TranscriptKind } from './transcripts.ts';

const line = z.object({
  timestamp: z.iso.datetime().transform(Date.parse),
  type: z.enum(['info', 'error']),
  content: z.string(),
});
const cancelled = 'Request cancelled.';
/** What it says of a compaction, well or ill, is no text. */
const compaction = '';

const markIn = (text: string): Mark | undefined => {
  if (!/"type":"(?:error|info)"/u.test(text)) return undefined;
  try {
    const { timestamp: at_ms, type, content } = line.parse(JSON.parse(text));
    if (type === 'error') return { kind: 'failed', at_ms, message: content };
    if (content === compaction) return { kind: 'compacted', at_ms };
    return content === cancelled ? { kind: 'interrupted', at_ms } : undefined;
  } catch {
    return undefined;
  }
};

/** Hooks tell where a session file lies. */
export const geminiSession: TranscriptKind = { markIn };
