import { describe, expect, it } from 'vitest';
import { builtIns, map } from '../../test/agent-registry.ts';
import type { Event } from '../domain/event.ts';

const common = {
  conversationId: 'c',
  workspacePaths: ['/home/dev/project'],
  transcriptPath: '/t.jsonl',
  modelName: 'some-model',
};
const eventsOf = (event: string, payload: Record<string, unknown> = {}): Event[] =>
  map({ agent: 'agy', event, payload: { ...common, ...payload } }).events;

describe('Antigravity’s payloads', () => {
  it.each<[string, Record<string, unknown>, Partial<Event>]>([
    [
      'PreInvocation',
      { invocationNum: 0, initialNumSteps: 0 },
      { kind: 'prompt', model: 'some-model', cwd: '/home/dev/project' },
    ],
    ['PreInvocation', { invocationNum: 3, initialNumSteps: 9 }, { kind: 'working', detail: 'thinking' }],
    [
      'PreToolUse',
      { toolCall: { name: 'run_command', args: { command: 'ls' } }, stepIdx: 4 },
      { kind: 'tool', tool: 'run_command', input: 'ls' },
    ],
    ['PreToolUse', { toolCall: { name: 'ask_permission', args: {} } }, { kind: 'needs-you', reason: 'permission' }],
    ['PreToolUse', { toolCall: { name: 'ask_question', args: {} } }, { kind: 'needs-you', reason: 'question' }],
    ['PostToolUse', { stepIdx: 4, error: '' }, { kind: 'tool-done' }],
    ['PostToolUse', { stepIdx: 4, error: 'exit status 1' }, { kind: 'tool-failed' }],
    ['Stop', { fullyIdle: true, terminationReason: 'NO_TOOL_CALL', error: '' }, { kind: 'done' }],
    ['Stop', { fullyIdle: true, finalModelOutput: 'Gone.' }, { kind: 'done', reply: 'Gone.' }],
    ['Stop', { fullyIdle: false }, { kind: 'working', detail: 'background' }],
    ['Stop', { fullyIdle: true, error: 'quota' }, { kind: 'failed', message: 'quota' }],
    ['SessionStart', {}, { kind: 'start' }],
  ])('of %s with %j are understood', (event, payload, expected) => {
    expect(eventsOf(event, payload)).toMatchObject([{ agent: 'antigravity', session: 'c', ...expected }]);
  });

  it('come by hooks that print an object and decide nothing', () => {
    const { hooks } = builtIns.find('antigravity')?.definition ?? {};
    expect(hooks).toMatchObject({ prints: '{}', events: ['PreInvocation', { name: 'PostToolUse', matcher: '*' }, 'Stop'] });
  });
});
