import { describe, expect, it } from 'vitest';
import type { Event, EventKind } from './event.ts';
import { createRoster } from './roster.ts';
import { defaultRules } from './rules.ts';
import type { Session } from './session.ts';

const event = (kind: EventKind, more: Partial<Event> = {}): Event => ({
  kind,
  agent: 'claude',
  source: 'hook',
  at_ms: 1_000,
  ...more,
});
const roster = (recalled: Session[] = []) =>
  createRoster({ rulesFor: () => defaultRules, recall: (key) => recalled.find((one) => `${one.agent}:${one.session}` === key) });
const pane = (id: string) => ({ tmux: { socket: '/s', server_pid: 5, server_start_ms: 7, pane: id } });

describe('a session without an id', () => {
  it('is known by its pane, and by nothing else while there is one', () => {
    const known = roster();
    const first = known.apply(event('prompt', { place: pane('%1'), cwd: '/p' }));
    expect([first.key, first.after?.weak]).toEqual(['claude:tmux:5.7.%1', true]);
    expect(known.apply(event('done', { place: pane('%1'), cwd: '/elsewhere' })).key).toBe(first.key);
    expect(known.apply(event('done', { place: pane('%2'), cwd: '/other' })).key).toBe('claude:tmux:5.7.%2');
  });

  it('is adopted by the real id that turns up in its place', () => {
    const known = roster();
    known.apply(event('prompt', { place: pane('%1'), prompt: 'Do it' }));
    const change = known.apply(event('tool', { session: 'real', place: pane('%1'), at_ms: 2_000, tool: 'Bash' }));
    expect([change.key, change.adopted, change.after?.weak, change.after?.prompt]).toEqual([
      'claude:real',
      'claude:tmux:5.7.%1',
      false,
      'Do it',
    ]);
    expect([...known.live()].map((one) => one.session)).toEqual(['real']);
  });

  it('is the session that already stands in its place', () => {
    const known = roster();
    known.apply(event('start', { session: 'real', place: pane('%1') }));
    expect(known.apply(event('needs-you', { place: pane('%1') })).key).toBe('claude:real');
  });

  it('keeps apart what other agents do in the same pane', () => {
    const known = roster();
    known.apply(event('start', { session: 'real', place: pane('%1') }));
    expect(known.apply(event('start', { agent: 'codex', place: pane('%1') })).key).toBe('codex:tmux:5.7.%1');
  });

  it('is nothing where nothing tells it apart', () => {
    expect(roster().apply(event('start')).after).toBeUndefined();
  });
});

describe('sessions with ids', () => {
  it('in one folder do not replace each other', () => {
    const known = roster();
    known.apply(event('start', { session: 'a', cwd: '/p' }));
    known.apply(event('start', { session: 'b', cwd: '/p' }));
    expect([...known.live()]).toHaveLength(2);
  });

  it('leave the list when they end, and come back by a later prompt with what they were about', () => {
    const kept: Session[] = [];
    const known = roster(kept);
    known.apply(event('prompt', { session: 'a', title: 'Tidy up' }));
    const ended = known.apply(event('end', { session: 'a', at_ms: 2_000 }));
    if (ended.after) kept.push(ended.after);
    expect([...known.live()]).toEqual([]);
    expect(known.apply(event('done', { session: 'a', at_ms: 3_000 })).after?.ended_ms).toBe(2_000);
    expect([...known.live()]).toEqual([]);
    expect(known.apply(event('prompt', { session: 'a', at_ms: 4_000 })).after).toMatchObject({
      state: 'working',
      title: 'Tidy up',
      ended_ms: null,
    });
  });

  it('of another machine are others', () => {
    const known = roster();
    known.apply(event('start', { session: 'a' }));
    expect(known.apply(event('start', { session: 'a', host: 'box' })).key).toBe('claude:a@box');
    expect([...known.live()]).toHaveLength(2);
  });
});
