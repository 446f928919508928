// A session as the page gets it, with what a test cares about set.

import { nowhere } from '../../src/domain/place.ts';
import type { SessionView } from '../../src/domain/view.ts';

export const sampleView = (set: Partial<SessionView> = {}): SessionView => {
  const session = set.session ?? 's1';
  const agent = set.agent ?? 'claude';
  const state = set.state ?? 'idle';
  const attention = set.attention ?? false;
  const isFailure = set.detail === 'error' || set.detail === 'rate_limit';
  return {
    id: `${agent}:${session}`,
    agent,
    name: agent,
    session,
    host: '',
    weak: false,
    state,
    detail: null,
    attention,
    done: state === 'idle' && attention && !isFailure,
    failed: state === 'idle' && attention && isFailure,
    title: null,
    message: null,
    prompt: null,
    reply: null,
    tool: null,
    input: null,
    cwd: '/home/dev/src/harbor-api',
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
    ...set,
  };
};
