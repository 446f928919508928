// What the page asks of the hub and tells it, apart from the stream.

import type { AgentList, ErrorBody, Jumped, UserEvent, Why } from '../src/api/contract.ts';
import { encodeId } from './route.ts';

/** Expected failure is a value: the hub may be away at any time. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; message: string };

export interface Calls {
  tell: (event: UserEvent) => Promise<Answer<undefined>>;
  why: (id: string, signal: AbortSignal) => Promise<Answer<Why>>;
  jump: (id: string) => Promise<Answer<Jumped>>;
  agents: (signal: AbortSignal) => Promise<Answer<AgentList>>;
}

export const openCalls = (token: string): Calls => {
  const call = async <Value>(path: string, init: RequestInit): Promise<Answer<Value>> => {
    try {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(path, { ...init, headers });
      if (response.ok) return { ok: true, value: response.status === 204 ? undefined : await response.json() };
      const { error }: ErrorBody = await response.json();
      return { ok: false, message: error.message };
    } catch {
      return { ok: false, message: 'the hub is away' };
    }
  };
  return {
    tell: (event) => call('/api/events', { method: 'POST', body: JSON.stringify(event) }),
    why: (id, signal) => call(`/api/sessions/${encodeId(id)}/why`, { signal }),
    jump: (id) => call(`/api/sessions/${encodeId(id)}/jump`, { method: 'POST', body: '{}' }),
    agents: (signal) => call('/api/agents', { signal }),
  };
};
