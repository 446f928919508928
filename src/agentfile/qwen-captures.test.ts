import { describe, expect, it } from 'vitest';
import { builtIns, map } from '../../test/agent-registry.ts';
import { gradedLines, replay } from '../../test/graded-replay.ts';
import type { Event } from '../domain/event.ts';

const steps = replay('qwen-0.24.4');
const from = (prompt: string): typeof steps =>
  steps.slice(steps.findIndex(({ mapped }) => mapped.events[0]?.prompt?.startsWith(prompt)));

describe('the recorded sessions of Qwen Code', () => {
  it('are in the graded state after each report', () => {
    expect(steps.map(({ text }) => text)).toEqual(gradedLines('qwen'));
  });

  it('are no other ones for a notification that comes before any prompt', () => {
    const auth = steps.find(({ text }) => text.startsWith('Notification:auth_success'));
    expect(auth?.mapped.events).toMatchObject([{ kind: 'notice' }]);
  });

  it('ask for a call before they tell of it, and ask no more once it begins', () => {
    const [, ask, , begun, , batch] = from('Please run. mock:run_shell_command {"command":"touch made1');
    expect(ask?.session?.asks).toMatchObject([{ tool: 'run_shell_command', input: 'touch made1.txt && ls', tool_use_id: null }]);
    expect(begun?.session).toMatchObject({ asks: [], tools: [{ tool_use_id: 'call_mock000004' }] });
    expect(batch?.session).toMatchObject({ tools: [] });
  });

  it('keep the person’s prompt through the rounds of tools', () => {
    const [, , , , , , round] = from('Please run. mock:run_shell_command {"command":"touch made1');
    expect(round?.session).toMatchObject({ state: 'working', prompt: expect.stringMatching(/^Please run\./u) });
  });

  it('ask a question in its words', () => {
    const [, ask] = from('Ask me.');
    expect(ask?.session).toMatchObject({ detail: 'question', message: 'Which database should we use' });
  });
});

describe('Qwen’s payloads', () => {
  const eventOf = (event: string, payload: Record<string, unknown> = {}): Event | undefined =>
    map({ agent: 'qwen', event, payload: { session_id: 's', ...payload } }).events[0];

  it.each(['InstructionsLoaded', 'MessageDisplay', 'SessionDelete', 'TodoCompleted', 'TodoCreated', 'UserPromptExpansion'])(
    'of %s are known and no news',
    (event) => expect(map({ agent: 'qwen', event, payload: { session_id: 's' } }).ignored).toBe(true),
  );

  it('tell how a turn ended', () => {
    expect(eventOf('Stop', { background_tasks: [{ id: 'a', status: 'running' }] })).toMatchObject({
      kind: 'done',
      background: 1,
    });
    expect(eventOf('StopFailure', { error: 'rate_limit' })).toMatchObject({ kind: 'failed', reason: 'rate_limit' });
    expect(eventOf('PostToolUseFailure', { is_interrupt: true })?.kind).toBe('interrupted');
    expect(eventOf('PostToolBatch', { tool_calls: [{ tool_name: 'a', status: 'cancelled' }] })?.kind).toBe('interrupted');
  });

  it('come by hooks whose time stays seconds', () => {
    expect(builtIns.find('qwen')?.definition.hooks?.timeout).toBeLessThan(1_000);
  });
});
