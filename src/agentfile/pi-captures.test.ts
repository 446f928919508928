import { describe, expect, it } from 'vitest';
import type { Step } from '../../test/captured.ts';
import { fixtureLines, grade, openPlugin, openReplay } from '../../test/captured.ts';

interface Line {
  at: string;
  event: string;
  payload: Record<string, unknown>;
  ctx: { cwd: string; idle: boolean; sessionId: string; sessionFile: string };
}

type Handler = (event: unknown, context: unknown) => unknown;

const lines = fixtureLines('pi', 'events.jsonl').map((line): Line => JSON.parse(line));

const contextOf = ({ ctx }: Pick<Line, 'ctx'>) => ({
  cwd: ctx.cwd,
  isIdle: () => ctx.idle,
  sessionManager: { getSessionId: () => ctx.sessionId, getSessionFile: () => ctx.sessionFile },
});

/** The extension as Pi loads it, and the handlers that it gave. */
const loadExtension = async () => {
  const opened = openPlugin('pi', 'extension.ts');
  const { default: extension } = await opened.load();
  if (typeof extension !== 'function') throw new Error('the template exports no extension');
  const handlers = new Map<string, Handler>();
  extension({ on: (event: string, handler: Handler) => void handlers.set(event, handler) });
  return { opened, handlers };
};

const play = async (): Promise<{ line: Line; steps: Step[] }[]> => {
  const { opened, handlers } = await loadExtension();
  const replay = openReplay();
  return lines.map((line) => {
    expect(handlers.get(line.event)?.(line.payload, contextOf(line))).toBeUndefined();
    const at_ms = Date.parse(line.at);
    return { line, steps: opened.reports().map((report) => replay.take({ ...report, at_ms })) };
  });
};

/** What the extension does not listen to, or hears and tells of later. */
const silent: ReadonlySet<string> = new Set([
  'resources_discover',
  'input',
  'agent_start',
  'turn_start',
  'turn_end',
  'message_end',
  'tool_call',
  'tool_result',
  'agent_end',
  'agent_before_settle',
  'session_before_switch',
]);

describe('the recorded sessions of Pi', async () => {
  const played = await play();
  const all = played.flatMap(({ steps }) => steps);

  it('are in the graded state after each report', () =>
    expect(all.map(({ report, session }) => `${report.event.padEnd(28)}${grade(session)}`)).toEqual(
      fixtureLines('pi', 'graded.txt'),
    ));

  it('bring nothing that the agent file does not know, and leave out nothing but by name', () => {
    expect(all.flatMap(({ mapped }) => mapped.faults)).toEqual([]);
    expect(
      played.filter(({ line, steps }) => steps.length === 0 && !silent.has(line.event)).map(({ line }) => line.event),
    ).toEqual([]);
  });

  it('tell prompt, reply, call, question, error and transcript', () => {
    const shown = (event: string, nth: number) => all.filter(({ report }) => report.event === event)[nth]?.session;
    expect(shown('agent_settled', 1)).toMatchObject({
      reply: 'Ran it.',
      model: 'mock-model',
      tokens: 120,
      cwd: '/home/dev/project',
    });
    expect(shown('tool_execution_start', 1)).toMatchObject({ tool: 'bash', input: 'touch made1.txt && ls' });
    expect(shown('ui_prompt_start', 0)).toMatchObject({ message: 'Allow tool?', tool: 'bash' });
    expect(shown('agent_settled', 6)?.message).toMatch(/^400: .*mock error 400/u);
    expect(shown('session_start', 0)?.transcript).toMatch(/\.pi\/agent\/sessions\/.*\.jsonl$/u);
    expect(shown('session_start', 2)?.session).toBe('01a22d9c-0ac9-7444-8c43-81a8fbca695b');
  });
});

describe('Pi’s extension', () => {
  const ctx = { cwd: '/home/dev/project', idle: true, sessionId: 's', sessionFile: '' };

  it('leaves out what a command asks while nothing runs, and goes on after a reload', async () => {
    const { opened, handlers } = await loadExtension();
    const replay = openReplay();
    const hear = (event: string, payload: Record<string, unknown>, idle = true): string[] => {
      handlers.get(event)?.(payload, contextOf({ ctx: { ...ctx, idle } }));
      return opened.reports().map((report) => grade(replay.take(report).session));
    };
    expect(hear('session_start', { reason: 'startup' })).toEqual(['idle']);
    expect(hear('ui_prompt_start', { kind: 'select', title: 'Which?' })).toEqual([]);
    expect(hear('ui_prompt_end', {})).toEqual([]);
    expect(hear('session_shutdown', { reason: 'reload' })).toEqual(['-']);
    expect(hear('before_agent_start', { prompt: 'Go' }, false)).toEqual(['working/thinking']);
    expect(hear('ui_prompt_start', { kind: 'select', title: 'Which?' }, false)).toEqual(['blocked/question !']);
    expect(hear('ui_prompt_end', {}, false)).toEqual(['working']);
    expect(
      hear('message_end', { message: { role: 'assistant', stopReason: 'error', errorMessage: '429: slow down' } }, false),
    ).toEqual([]);
    expect(hear('agent_settled', { aborted: false })).toEqual(['idle/rate_limit !']);
  });

  it('never listens where it would have to decide, and throws for nothing', async () => {
    const { opened, handlers } = await loadExtension();
    expect([...handlers.keys()].filter((event) => /tool_call|_before_|^input$|user_bash/u.test(event))).toEqual([]);
    for (const handler of handlers.values())
      for (const event of [undefined, null, 3, {}, { message: {} }]) expect(handler(event, undefined)).toBeUndefined();
    expect(opened.reports()).toEqual([]);
  });
});
