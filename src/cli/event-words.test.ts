import { expect, it } from 'vitest';
import type { Event } from '../domain/event.ts';
import { eventKinds } from '../domain/event.ts';
import { eventWords } from './event-words.ts';

const say = (kind: Event['kind'], more: Partial<Event> = {}): string =>
  eventWords({ kind, agent: 'claude', source: 'hook', at_ms: 0, ...more });

it.each<[string, string]>([
  [say('start', { model: 'opus' }), 'the session starts (opus)'],
  [say('prompt', { prompt: 'Fix\nthe parser' }), 'you say: Fix the parser'],
  [say('prompt'), 'you say'],
  [say('tool', { tool: 'Bash', input: 'npm test' }), 'runs Bash npm test'],
  [say('tool-failed'), 'fails at a tool'],
  [say('tool', { tool: 'Bash', subagent: 'a1' }), 'subagent a1: runs Bash'],
  [say('needs-you', { reason: 'permission', tool: 'Bash', input: 'git push' }), 'waits for you (permission): Bash git push'],
  [say('needs-you', { reason: 'question', message: 'Which one?' }), 'waits for you (question): Which one?'],
  [say('done', { reply: 'All green.', background: 2 }), 'is done, 2 in the background go on: All green.'],
  [say('failed', { reason: 'rate_limit' }), 'stops with an error (rate_limit)'],
  [say('usage', { tokens: 1200, cost: 0.5 }), 'has used 1200 tokens, $0.50'],
  [say('subagent-done', { subagent: 'a1', subagent_type: 'explore' }), 'a subagent is done (explore)'],
  [say('end', { end_reason: 'exit' }), 'the session ends (exit)'],
])('says %s', (line, expected) => expect(line).toBe(expected));

it('says something of every kind, and never anything that a terminal would obey', () => {
  const evil = '\u001B[2J\u0007\u009B1mx\r\n';
  const texts = ['prompt', 'message', 'reply', 'tool', 'input', 'model', 'end_reason', 'subagent', 'subagent_type', 'detail'];
  for (const kind of eventKinds) {
    expect(say(kind)).not.toBe('');
    expect(say(kind, Object.fromEntries(texts.map((name) => [name, evil])))).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/u);
  }
});
