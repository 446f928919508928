import { expect, it } from 'vitest';
import type { Event } from '../domain/event.ts';
import { createRoster } from '../domain/roster.ts';
import { defaultRules } from '../domain/rules.ts';
import { keyOf } from '../domain/session.ts';
import { findSession } from './find.ts';

const roster = createRoster({ rulesFor: () => defaultRules });
const add = (agent: string, session: string, pane?: string, more: Partial<Event> = {}): void =>
  void roster.apply({
    agent,
    session,
    kind: 'start',
    source: 'hook',
    at_ms: 1,
    ...(pane && { place: { tmux: { socket: '/tmp/t', server_pid: 1, server_start_ms: 1, pane } } }),
    ...more,
  });
add('claude', '5a2f63ba', '%5');
add('claude', '5a2f0000', '%6');
add('codex', '5a', '%6');
add('codex', 'claude:x');

const found = (reference: string): string | undefined => {
  const session = findSession(reference, roster.live());
  return session && keyOf(session);
};

it.each([
  ['claude:5a2f63ba', 'claude:5a2f63ba'],
  ['5a2f63ba', 'claude:5a2f63ba'],
  ['5a2f6', 'claude:5a2f63ba'],
  ['claude:5a2f6', 'claude:5a2f63ba'],
  ['codex:5', 'codex:5a'],
  ['5a', 'codex:5a'],
  ['%5', 'claude:5a2f63ba'],
  ['%', undefined],
  ['%7', undefined],
  ['', undefined],
  ['nothing', undefined],
])('finds by %j', (reference, expected) => {
  expect(found(reference)).toBe(expected);
});

it.each([
  ['5a2f', '"5a2f" may mean claude:5a2f0000, claude:5a2f63ba.'],
  ['%6', '"%6" may mean claude:5a2f0000, codex:5a.'],
])('asks for more where %j fits several', (reference, message) => {
  expect(() => found(reference)).toThrow(message);
});

it('tells at most five of many', () => {
  const many = createRoster({ rulesFor: () => defaultRules });
  for (let at = 0; at < 9; at++) many.apply({ agent: 'a', session: `s${at}`, kind: 'start', source: 'hook', at_ms: 1 });
  expect(() => findSession('s', many.live())).toThrow('a:s0, a:s1, a:s2, a:s3, a:s4 and 4 more.');
});
