import { describe, expect, it } from 'vitest';
import { fixtureLines, grade, openPlugin, openReplay } from '../../test/captured.ts';

// Nothing of Amp could be recorded, since it needs an account: these events are as its documents show them.

type Handler = (event: unknown, context: unknown) => unknown;

const loadPlugin = async () => {
  const opened = openPlugin('amp', 'plugin.ts');
  const { default: plugin } = await opened.load();
  if (typeof plugin !== 'function') throw new Error('the template exports no plugin');
  const handlers = new Map<string, Handler>();
  plugin({
    on: (event: string, handler: Handler) => void handlers.set(event, handler),
    system: { workspaceRoot: '/home/dev/project' },
  });
  return { opened, handlers };
};

describe('Amp’s plugin', () => {
  it('tells of a thread, its dialog and its end', async () => {
    const { opened, handlers } = await loadPlugin();
    const replay = openReplay();
    let move: (state: string) => void = () => {};
    const context = { thread: { state: { subscribe: (listener: (state: string) => void) => void (move = listener) } } };
    const shown: string[] = [];
    const see = (): void =>
      void shown.push(...opened.reports().map((report) => `${report.event.padEnd(16)}${grade(replay.take(report).session)}`));
    const hear = (event: string, what: object): void => {
      expect(handlers.get(event)?.({ thread: { id: 'T-1' }, ...what }, context)).toBeUndefined();
      see();
    };
    const moved = (state: string): void => {
      move(state);
      see();
    };
    hear('session.start', {});
    hear('agent.start', { message: { content: [{ type: 'text', text: 'Go' }] } });
    moved('running');
    moved('awaiting-approval');
    moved('running');
    hear('tool.result', { toolUseID: 'u', tool: 'Bash', input: { cmd: 'ls' }, status: 'done' });
    hear('tool.result', { toolUseID: 'v', tool: 'Bash', input: { cmd: 'no' }, status: 'error' });
    hear('agent.end', { status: 'done', messages: [{ content: 'Done.' }] });
    hear('agent.start', { message: 'Again' });
    hear('agent.end', { status: 'cancelled' });
    hear('agent.start', { message: 'Again' });
    moved('awaiting-approval');
    moved('idle');
    hear('agent.end', { status: 'error', error: 'Out of credits' });
    expect(shown).toEqual(fixtureLines('amp', 'graded.txt'));
    expect(replay.roster.get('amp:T-1')).toMatchObject({ prompt: 'Again', cwd: '/home/dev/project', message: 'Out of credits' });
  });

  it('never hears calls, which it would have to decide about, and throws for nothing', async () => {
    const { opened, handlers } = await loadPlugin();
    expect([...handlers.keys()].toSorted()).toEqual(['agent.end', 'agent.start', 'session.start', 'tool.result']);
    for (const handler of handlers.values())
      for (const event of [undefined, null, 3, {}, { thread: null }]) expect(handler(event, undefined)).toBeUndefined();
    expect(opened.reports()).toEqual([]);
  });
});
