// Sessions that want to be seen, with the fields that a test cares about.

import { nowhere } from '../../src/domain/place.ts';
import type { SessionView } from '../../src/domain/view.ts';
import type { Item } from '../../src/notify/episode.ts';
import type { Note } from '../../src/notify/note.ts';
import { makeNote } from '../../src/notify/note.ts';

export const sampleView = (more: Partial<SessionView>): SessionView => {
  const view: SessionView = {
    id: '',
    agent: 'claude',
    name: more.agent ?? 'claude',
    session: 's1',
    host: '',
    weak: false,
    state: 'idle',
    detail: null,
    attention: true,
    done: false,
    failed: false,
    title: null,
    message: null,
    prompt: null,
    reply: null,
    tool: null,
    input: null,
    cwd: '/code/api',
    model: null,
    cost: null,
    tokens: null,
    context: null,
    subagents: 0,
    asks: 0,
    since_ms: 1_000,
    heard_ms: 1_000,
    started_ms: 0,
    ended_ms: null,
    source: 'hook',
    place: nowhere,
    ...more,
  };
  return { ...view, id: more.id ?? `${view.agent}:${view.session}` };
};

export const blocked = (more: Partial<SessionView> = {}): Item => ({
  concern: 'blocked',
  session: sampleView({ state: 'blocked', detail: 'permission', asks: 1, ...more }),
});
export const done = (more: Partial<SessionView> = {}): Item => ({
  concern: 'done',
  session: sampleView({ done: true, ...more }),
});
export const failed = (more: Partial<SessionView> = {}): Item => ({
  concern: 'failed',
  session: sampleView({ failed: true, detail: 'error', ...more }),
});

/** A note with everything in it that a channel may trip over. */
export const sampleNote = (more: Partial<Note> = {}): Note => ({
  ...makeNote(
    [
      blocked({
        tool: 'Bash',
        input: 'echo "$HOME" `id` \'x\' <b>&amp; \\n é 🙂',
        message: '-- -e; rm -rf / & <i>',
      }),
    ],
    { content: 'full', sound: false },
    9_000,
  ),
  ...more,
});
