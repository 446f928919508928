import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../test/captured.ts';
import { fixtureLines, grade, openPlugin, openReplay } from '../../test/captured.ts';
import { carriedVariables } from './report.ts';

interface BusEvent {
  type: string;
  properties?: Record<string, unknown>;
  data?: Record<string, unknown>;
}

interface Line {
  at: string;
  event: string;
  payload: BusEvent & { input: unknown; output: unknown };
}

type Hook = (input: unknown, output?: unknown) => Promise<void>;

interface Plugin {
  id: string;
  server: (context: { directory: string }) => Promise<Record<string, Hook>>;
  setup: (context: { event?: { subscribe: () => AsyncIterable<BusEvent> } }) => Promise<void>;
}

const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && 'server' in value && 'setup' in value;

const loadPlugin = async (agent: string, isFirst = true): Promise<{ plugin: Plugin; opened: ReturnType<typeof openPlugin> }> => {
  const opened = openPlugin(agent, 'plugin.js');
  const { default: plugin } = await opened.load(isFirst);
  if (!isPlugin(plugin)) throw new Error('the template exports no plugin');
  return { plugin, opened };
};

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '../../agents', file), 'utf8');

const lines = (agent: string): Line[] => fixtureLines(agent, 'bus.jsonl').map((line): Line => JSON.parse(line));

/** Plays the bus as OpenCode 1.x does: every event to `event`, every hook to the function of its name. */
const play = async (agent: string): Promise<{ line: Line; steps: Step[] }[]> => {
  const { plugin, opened } = await loadPlugin(agent);
  await plugin.setup({});
  const hooks = await plugin.server({ directory: '/home/dev/project' });
  const replay = openReplay();
  const played: { line: Line; steps: Step[] }[] = [];
  for (const line of lines(agent)) {
    const { input, output } = line.payload;
    const answer = line.event.startsWith('hook:')
      ? await hooks[line.event.slice('hook:'.length)]?.(input, output)
      : await hooks.event?.({ event: line.payload });
    expect(answer).toBeUndefined();
    const at_ms = Date.parse(line.at);
    played.push({ line, steps: opened.reports().map((report) => replay.take({ ...report, at_ms })) });
  }
  return played;
};

const graded = (played: Awaited<ReturnType<typeof play>>): string[] =>
  played.flatMap(({ steps }) => steps.map(({ report, session }) => `${report.event.padEnd(28)}${grade(session)}`));

/** What the plugin reads and tells nobody of, and what it passes over. */
const silent: ReadonlySet<string> = new Set([
  // Busy is known from the prompt.
  'session.status',
  'session.updated',
  'message.updated',
  'catalog.updated',
  'hook:tool.execute.after',
  'integration.updated',
  'reference.updated',
  'session.diff',
  'session.drained',
]);

describe.each(['opencode', 'kilo'])('the recorded sessions of %s', async (agent) => {
  const played = await play(agent);
  const all = played.flatMap(({ steps }) => steps);

  it('are in the graded state after each report', () => expect(graded(played)).toEqual(fixtureLines(agent, 'graded.txt')));

  it('bring nothing that the agent file does not know', () => {
    expect(all.flatMap(({ mapped }) => mapped.faults)).toEqual([]);
    expect(all.every(({ report }) => report.source === 'plugin' && report.cwd === '/home/dev/project')).toBe(true);
  });

  it('hold no event that is neither told nor passed over by name', () => {
    const told = new Set(played.filter(({ steps }) => steps.length > 0).map(({ line }) => line.event));
    expect(played.map(({ line }) => line.event).filter((event) => !told.has(event) && !silent.has(event))).toEqual([]);
  });
});

describe('OpenCode’s plugin', () => {
  const after = (played: Awaited<ReturnType<typeof play>>, event: string, nth = 0): Step | undefined =>
    played.flatMap(({ steps }) => steps).filter(({ report }) => report.event === event)[nth];

  it('makes child sessions subagents of the session at the top', async () => {
    const played = await play('opencode');
    const all = played.flatMap(({ steps }) => steps);
    expect(Math.max(...all.map(({ live }) => live))).toBe(2);
    const asks = all.filter(({ report }) => report.event === 'permission.asked');
    expect(asks.at(-1)?.session).toMatchObject({
      session: 'ses_dd26b2db6ffeli70RF2pEwECpZ',
      asks: [{ speaker: 'ses_dd2695b1dffeVkEsHoSL3A6yhF', tool: 'bash', input: 'touch from-sub.txt', reason: 'permission' }],
      prompt: expect.stringMatching(/^Sub\./u),
    });
    expect(Object.keys(asks.at(-1)?.session?.subagents ?? {})).toEqual(['ses_dd2695b1dffeVkEsHoSL3A6yhF']);
    expect(all.at(-1)?.session).toMatchObject({ subagents: {}, asks: [], tools: [] });
  });

  it('tells the question, the words of the reply, the title and the model', async () => {
    const played = await play('opencode');
    expect(after(played, 'question.asked')?.session).toMatchObject({
      message: 'Which database should we use?',
      asks: [{ reason: 'question', tool: 'question', tool_use_id: 'call_mock000016' }],
    });
    expect(after(played, 'session.idle', 1)?.session).toMatchObject({ reply: 'Ran it.', title: 'Ran it.', model: 'mock-model' });
  });

  it('tells of an error its words only, not what the provider answered', async () => {
    const { plugin, opened } = await loadPlugin('opencode');
    const hooks = await plugin.server({ directory: '/home/dev/project' });
    for (const line of lines('opencode')) if (line.event === 'session.error') await hooks.event?.({ event: line.payload });
    const payloads = opened.reports().map(({ payload }) => Buffer.from(payload).toString());
    expect(payloads).toHaveLength(1);
    expect(payloads[0]).not.toMatch(/header|keep-alive/iu);
  });

  it('gives no exception and no answer to the agent, whatever comes, and when nobody is there to hear', async () => {
    const { plugin, opened } = await loadPlugin('opencode');
    const hooks = await plugin.server({ directory: '/home/dev/project' });
    for (const properties of [undefined, null, 7, {}, { sessionID: 3 }, { info: null }, { sessionID: 's', part: null }])
      for (const type of [
        'session.created',
        'session.status',
        'session.error',
        'message.updated',
        'message.part.updated',
        'permission.asked',
        'question.asked',
        'constructor',
        'none',
      ])
        expect(await hooks.event?.({ event: { type, ...(properties !== undefined && { properties }) } })).toBeUndefined();
    expect(await hooks['tool.execute.before']?.({}, {})).toBeUndefined();
    expect(await hooks['chat.message']?.({ sessionID: 's' }, {})).toBeUndefined();
    opened.reports();
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    await hooks['tool.execute.before']?.({ sessionID: 's', tool: 'bash', callID: 'c' }, { args: circle });
    expect(readdirSync(opened.folder)).toEqual([]);
  });

  it('cuts what is long and leaves out what is too much', async () => {
    const { plugin, opened } = await loadPlugin('opencode');
    const hooks = await plugin.server({ directory: '/home/dev/project' });
    await hooks['tool.execute.before']?.(
      { sessionID: 's', tool: 'write', callID: 'c' },
      { args: { content: 'é'.repeat(9_000) } },
    );
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`key${at}`, 'x'.repeat(4_000)]));
    await hooks['tool.execute.before']?.({ sessionID: 's', tool: 'write', callID: 'd' }, { args: many });
    const [cut, bare] = opened.reports().map(({ payload }) => JSON.parse(Buffer.from(payload).toString()));
    expect(cut.input.content).toHaveLength(4_001);
    expect(bare).toEqual({ session: 's', tool: 'write', tool_use_id: 'd' });
  });

  it('is mute as a second copy', async () => {
    const first = await loadPlugin('opencode');
    const second = await loadPlugin('opencode', false);
    for (const { plugin } of [first, second]) {
      const hooks = await plugin.server({ directory: '/home/dev/project' });
      await hooks.event?.({ event: { type: 'session.created', properties: { sessionID: 's', info: {} } } });
    }
    expect([first, second].map(({ opened }) => opened.reports().length)).toEqual([1, 0]);
  });

  it('is Kilo’s as well, and writes as the other plugins do', () => {
    const writer = (file: string): string => textOf(file).split('\nconst spool = ')[1]?.split('import.meta.url;\n')[0] ?? file;
    expect(textOf('kilo/plugin.js')).toBe(textOf('opencode/plugin.js'));
    expect(writer('pi/extension.ts')).toBe(writer('opencode/plugin.js'));
    expect(writer('amp/plugin.ts')).toBe(writer('opencode/plugin.js'));
  });

  it('names only variables that a report may carry', () => {
    const text = textOf('opencode/plugin.js');
    const names = /placeVariables = \[([^\]]*)\]/u.exec(text)?.[1]?.match(/\w+/gu) ?? [];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !carriedVariables.some((carried) => carried === name))).toEqual([]);
  });
});

describe('OpenCode 2.x, by its documents', () => {
  const bus = (...events: [type: string, data: Record<string, unknown>][]): BusEvent[] =>
    events.map(([type, data]) => ({ type, data: { sessionID: 's', ...data } }));

  const hear = async (events: readonly BusEvent[]): Promise<Step[]> => {
    const { plugin, opened } = await loadPlugin('opencode');
    let heard: () => void = () => {};
    const all = new Promise<void>((resolve) => (heard = resolve));
    await plugin.setup({
      event: {
        async *subscribe() {
          yield* events;
          heard();
        },
      },
    });
    await all;
    const replay = openReplay();
    return opened.reports().map((report, at) => replay.take({ ...report, at_ms: 1_000 + at }));
  };
  const words = (steps: readonly Step[]): string[] => steps.map(({ report, session }) => `${report.event} ${grade(session)}`);

  it('goes through a turn with a call, an ask, a form and a child', async () => {
    const steps = await hear(
      bus(
        ['session.created', { directory: '/home/dev/project', title: 'Harbour' }],
        ['session.execution.started', {}],
        ['session.step.started', { model: { id: 'm' } }],
        ['session.tool.input.started', { callID: 'c', name: 'bash' }],
        ['session.tool.called', { callID: 'c', input: { command: 'ls' } }],
        ['permission.asked', { id: 'p', action: 'bash', resources: ['ls'], source: { type: 'tool', callID: 'c' } }],
        ['permission.replied', { requestID: 'p', reply: 'once' }],
        ['session.tool.success', { callID: 'c' }],
        ['session.created', { sessionID: 'child', parentID: 's' }],
        ['session.execution.started', { sessionID: 'child' }],
        ['permission.v2.asked', { sessionID: 'child', id: 'q', action: 'edit', resources: ['a', 'b'] }],
        ['permission.v2.replied', { sessionID: 'child', requestID: 'q' }],
        ['session.execution.succeeded', { sessionID: 'child' }],
        ['form.created', { form: { id: 'f', sessionID: 's', fields: [{ key: 'db', description: 'Which one?' }] } }],
        ['form.replied', { id: 'f' }],
        ['session.text.ended', { text: 'Done.' }],
        ['session.execution.interrupted', { reason: 'superseded' }],
        ['session.execution.succeeded', {}],
        ['session.deleted', {}],
      ),
    );
    expect(words(steps)).toEqual([
      'session.created idle',
      'session.execution.started working/thinking',
      'session.tool.called working/tool',
      'permission.asked blocked/permission !',
      'permission.replied working/tool',
      'session.tool.success working',
      'session.created working',
      'permission.asked blocked/permission !',
      'permission.replied working',
      'session.execution.succeeded working',
      'form.created blocked/question !',
      'form.replied working',
      'session.execution.succeeded idle !',
      'session.deleted ended',
    ]);
    expect(steps[7]?.session?.asks).toMatchObject([{ speaker: 'child', tool: 'edit', input: 'a, b' }]);
    expect(steps.at(-2)?.session).toMatchObject({ reply: 'Done.', model: 'm', title: 'Harbour', tool: null });
  });

  it.each([
    ['session.execution.failed', { error: { type: 'api', message: 'Overloaded' } }, 'idle/error !', 'Overloaded'],
    ['session.execution.interrupted', { reason: 'user' }, 'idle', null],
  ])('ends a turn by %s', async (type, data, state, message) => {
    const [, end] = await hear(bus(['session.execution.started', {}], [type, data]));
    expect(grade(end?.session)).toBe(state);
    expect(end?.session?.message).toBe(message);
  });
});
