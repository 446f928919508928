// A session for tests of what is shown: only what a test names differs from this one.

import { nowhere } from '../domain/place.ts';
import type { SessionView } from '../domain/view.ts';

export const someSession = (fields: Partial<SessionView> = {}): SessionView => ({
  id: `${fields.agent ?? 'claude'}:${fields.session ?? '5a2f63ba'}`,
  agent: 'claude',
  name: 'Claude Code',
  session: '5a2f63ba',
  host: '',
  weak: false,
  state: 'idle',
  detail: null,
  attention: false,
  done: false,
  failed: false,
  title: null,
  message: null,
  prompt: null,
  reply: null,
  tool: null,
  input: null,
  cwd: '/home/dev/harbor-api',
  model: null,
  cost: null,
  tokens: null,
  context: null,
  subagents: 0,
  asks: 0,
  since_ms: 0,
  heard_ms: 0,
  started_ms: 0,
  ended_ms: null,
  source: 'hook',
  place: nowhere,
  ...fields,
});
