import { describe, expect, it } from 'vitest';
import { builtIns, map } from '../../test/agent-registry.ts';
import { gradedLines, replay } from '../../test/graded-replay.ts';

const steps = replay('gemini-0.61.0');
const from = (prompt: string): typeof steps =>
  steps.slice(steps.findIndex(({ mapped }) => mapped.events[0]?.prompt?.startsWith(prompt)));

describe('the recorded sessions of Gemini CLI', () => {
  it('are in the graded state after each report', () => {
    expect(steps.map(({ text }) => text)).toEqual(gradedLines('gemini'));
    expect(steps.flatMap(({ mapped }) => mapped.faults)).toEqual([]);
  });

  it('show the call that waits, which the dialog’s own notification does not name', () => {
    const [, , , ask] = from('Please run. mock:write_file');
    expect(ask?.session).toMatchObject({
      state: 'blocked',
      tool: 'write_file',
      input: '/home/dev/project/hello.txt',
      message: 'Confirm Write: hello.txt',
    });
  });

  it('ask a question once, in its words', () => {
    const [, , , ask] = from('Ask me.');
    expect(ask?.session?.asks).toHaveLength(1);
    expect(ask?.session?.message).toBe('Which database should we use');
  });

  it('keep a reply, but not the words that stand for none', () => {
    expect(steps.flatMap(({ mapped }) => mapped.events.flatMap(({ reply }) => reply ?? []))).not.toContain('[no response text]');
  });
});

describe('Gemini’s payloads', () => {
  it.each(['BeforeModel', 'AfterModel', 'BeforeToolSelection'])('of %s are known and no news', (event) => {
    expect(map({ agent: 'gemini', event, payload: { session_id: 's', llm_request: {} } }).ignored).toBe(true);
  });

  it.each([
    [{ notification_type: 'ToolPermission', details: { type: 'exec', title: 'Confirm' } }, 'needs-you', 'permission'],
    [{ notification_type: 'ToolPermission', details: { type: 'mcp', title: 'Confirm' } }, 'needs-you', 'permission'],
    [{ notification_type: 'ToolPermission', details: { type: 'exit_plan_mode', title: 'Plan' } }, 'needs-you', 'plan'],
    [{ notification_type: 'ToolPermission', details: { type: 'ask_user', title: 'Ask' } }, 'notice', undefined],
    [{ notification_type: 'ToolPermission' }, 'needs-you', 'permission'],
    [{ notification_type: 'SomethingNew' }, 'notice', undefined],
    [{}, 'notice', undefined],
  ])('of a notification %j are %s', (payload, kind, reason) => {
    const [event] = map({ agent: 'gemini', event: 'Notification', payload: { session_id: 's', ...payload } }).events;
    expect([event?.kind, event?.reason]).toEqual([kind, reason]);
  });

  it('come by hooks whose time is in milliseconds', () => {
    expect(builtIns.find('gemini')?.definition.hooks).toMatchObject({ time_unit: 'ms', timeout: 10_000 });
  });
});
