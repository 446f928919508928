import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SessionView } from '../../src/domain/view.ts';
import { claude, screens } from './agents/claude.ts';
import type { Stage } from './stage.ts';
import { openStage } from './stage.ts';
import type { Terminal } from './terminal.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(claude);
});
afterAll(() => stage.close());

const call = (tool: string, input: object): string => `call:${tool} ${JSON.stringify(input)}`;
const bash = (command: string): string => call('Bash', { command, description: 'Try it' });

/** What `vigie ls --json` says, without the fields that move by themselves. */
const listed = async (): Promise<Pick<SessionView, 'id' | 'state' | 'detail' | 'attention'>[]> =>
  (JSON.parse(await stage.hub.vigie('ls', '--json')) as { sessions: SessionView[] }).sessions.map(
    ({ id, state, detail, attention }) => ({
      id,
      state,
      detail,
      attention,
    }),
  );

test('without a terminal: starts, works, is done, ends', async () => {
  expect(await stage.print(`Run. ${bash('echo hi')} say:"Printed"`)).toBe('Printed\n');
  await expect.poll(() => stage.hub.sessions()).toEqual([]);
  expect(stage.hub.story()).toEqual(['idle', 'working', 'done', 'ended']);
});

describe('in a terminal', () => {
  let terminal: Terminal;
  const submit = async (prompt: string): Promise<void> => {
    await terminal.until(screens.ready);
    await terminal.type(prompt);
    await terminal.press('Enter');
  };
  /** What a person sees leave the screen is true in the hub a second later. */
  const isHealed = async (gone_ms: number, wanted: Partial<SessionView>): Promise<void> => {
    expect((await stage.hub.shows(wanted)).at_ms - gone_ms).toBeLessThan(1_000);
  };

  beforeAll(async () => {
    terminal = await stage.open();
  });
  beforeEach(() => void stage.hub.story());
  // Each step goes on where the one before stopped, so one that failed must not leave its dialog to the next.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await terminal.close();
    terminal = await stage.open();
    await terminal.until(screens.ready);
  });

  test('it is known from its start, with its pane and process', async () => {
    const { session } = await stage.hub.shows({ agent: 'claude', state: 'idle' }, 20_000);
    expect(session).toMatchObject({ name: 'Claude', attention: false, cwd: stage.project, weak: false });
    expect(session.place).toMatchObject({ pid: await terminal.pid(), tmux: { pane: '%0' } });
    await terminal.until(screens.ready);
    expect(await listed()).toEqual([{ id: session.id, state: 'idle', detail: null, attention: false }]);
  });

  test('a prompt works, then is done', async () => {
    await submit('Greet. say:"Hello there."');
    const { session } = await stage.hub.shows({ done: true });
    expect(session).toMatchObject({ prompt: 'Greet. say:"Hello there."', reply: 'Hello there.' });
    expect(stage.hub.story()).toEqual(['working', 'done']);
    expect(await listed()).toEqual([{ id: session.id, state: 'idle', detail: null, attention: true }]);
  });

  test('a tool that needs no leave', async () => {
    const file = join(stage.project, 'read-me.txt');
    writeFileSync(file, 'text');
    await submit(`Read. ${call('Read', { file_path: file })} say:"Read it."`);
    await stage.hub.shows({ state: 'working', detail: 'tool', tool: 'Read' });
    await stage.hub.shows({ done: true, reply: 'Read it.' });
    expect(stage.hub.story()).toEqual(['working', 'done']);
  });

  test('"Yes" in the terminal: working within a second, though the tool runs on', async () => {
    await submit(`Run. ${bash('touch began && until [ -e go ]; do sleep 0.05; done')} say:"It ran."`);
    const { session } = await stage.hub.shows({ state: 'blocked' });
    expect(session).toMatchObject({ detail: 'permission', attention: true, asks: 1, tool: 'Bash' });
    expect(session.input).toContain('touch began');
    await isHealed(await terminal.choose(screens.yes), { state: 'working' });
    writeFileSync(join(stage.project, 'go'), '');
    await stage.hub.shows({ done: true, reply: 'It ran.' });
    expect(stage.hub.story()).toEqual(['working', 'blocked', 'working', 'done']);
  });

  test('"No": idle within a second', async () => {
    await submit(`Run. ${bash('touch denied-1')} say:"Not said."`);
    await stage.hub.shows({ state: 'blocked' });
    await terminal.until(screens.permission);
    await isHealed(await terminal.choose(screens.no), { state: 'idle', attention: false });
    expect(stage.hub.story()).toEqual(['working', 'blocked', 'idle']);
    expect(existsSync(join(stage.project, 'denied-1'))).toBe(false);
  });

  test('Esc at a dialog: idle within a second', async () => {
    await submit(`Run. ${bash('touch denied-2')} say:"Not said."`);
    await stage.hub.shows({ state: 'blocked' });
    await terminal.until(screens.permission);
    await terminal.press('Escape');
    await isHealed(await terminal.untilGone(screens.permission), { state: 'idle', attention: false });
    expect(stage.hub.story()).toEqual(['working', 'blocked', 'idle']);
  });

  test('a question, and Esc at it', async () => {
    const options = [
      { label: 'SQLite', description: 'One file' },
      { label: 'PostgreSQL', description: 'A server' },
    ];
    const question = { question: 'Which database?', header: 'Database', multiSelect: false, options };
    await submit(`Ask. ${call('AskUserQuestion', { questions: [question] })} say:"Not said."`);
    const { session } = await stage.hub.shows({ state: 'blocked' });
    expect(session).toMatchObject({ detail: 'question', message: 'Which database?', asks: 1 });
    await terminal.until(screens.question);
    await terminal.press('Escape');
    await stage.hub.shows({ state: 'idle', attention: false });
    expect(stage.hub.story()).toEqual(['working', 'blocked', 'idle']);
  });

  test('Esc before its first word: idle within a second', async () => {
    await submit('Think. hold:thought say:"Not said."');
    await stage.hub.shows({ state: 'working' });
    await terminal.until(screens.working);
    await terminal.press('Escape');
    await isHealed(await terminal.untilGone(screens.working), { state: 'idle', attention: false });
    expect(stage.hub.story()).toEqual(['working', 'idle']);
    stage.model.letGo('thought');
    // The prompt goes back into the input box.
    await terminal.press('C-u');
  });

  test('Esc while a tool runs: idle within a second', async () => {
    await submit(`Wait. ${bash('echo wait; sleep 60')} say:"Not said."`);
    await stage.hub.shows({ state: 'working', detail: 'tool', tool: 'Bash' });
    await terminal.until(screens.working);
    await terminal.press('Escape');
    await isHealed(await terminal.untilGone(screens.working), { state: 'idle', attention: false });
    expect(stage.hub.story()).toEqual(['working', 'idle']);
  });

  test('an error of the API: failed', async () => {
    await submit('Break. fail:400');
    const { session } = await stage.hub.shows({ failed: true });
    expect(session).toMatchObject({ state: 'idle', detail: 'error', attention: true });
    expect(session.message).toContain('400');
    expect(stage.hub.story()).toEqual(['working', 'failed']);
  });

  test('a prompt that waited for the end of the one before opens its turn without a hook', async () => {
    await submit('First. hold:first say:"One."');
    await terminal.until(screens.working);
    await terminal.type('Second. hold:second say:"Two."');
    await terminal.press('Enter');
    await terminal.until(/❯ Second[\s\S]*❯/u);
    stage.model.letGo('first');
    await stage.hub.shows({ done: true, reply: 'One.' });
    await stage.hub.shows({ state: 'working' });
    stage.model.letGo('second');
    await stage.hub.shows({ done: true, reply: 'Two.' });
    expect(stage.hub.story()).toEqual(['working', 'done', 'working', 'done']);
  });

  test('a subagent behind: working until it is done, blocked when it asks', async () => {
    const task = `hold:behind ${bash('touch by-subagent')} say:"Subagent here."`;
    await submit(
      `Send. ${call('Agent', { description: 'Look', subagent_type: 'general-purpose', prompt: task })} say:"It is off."`,
    );
    const { session } = await stage.hub.shows({ state: 'working', detail: 'background', subagents: 1 });
    expect(session.reply).toBe('It is off.');
    stage.model.letGo('behind');
    await stage.hub.shows({ state: 'blocked', detail: 'permission' });
    await terminal.choose(screens.yes);
    await stage.hub.shows({ done: true, subagents: 0 });
    expect(stage.hub.story()).toEqual(['working', 'blocked', 'working', 'done']);
    await terminal.until(screens.ready);
  });

  test('/compact: working, and as it was before', async () => {
    await submit('/compact');
    await stage.hub.shows({ state: 'working', detail: 'compacting' });
    await stage.hub.shows({ done: true });
    await terminal.until(screens.ready);
    expect(stage.hub.story()).toEqual(['working', 'done']);
  });

  test('/clear: one session ends, another begins', async () => {
    const before = stage.hub.sessions()[0]?.id ?? '';
    await submit('/clear');
    await stage.hub.loses(before);
    const { session } = await stage.hub.shows({ state: 'idle' });
    expect(session.id).not.toBe(before);
    expect(stage.hub.story()).toEqual(['ended', 'idle']);
    expect((await listed()).map(({ id }) => id)).toEqual([session.id]);
  });

  test('/exit: ended', async () => {
    const id = stage.hub.sessions()[0]?.id ?? '';
    await submit('/exit');
    await stage.hub.loses(id);
    expect(stage.hub.story()).toEqual(['ended']);
    expect(await listed()).toEqual([]);
  });

  test('kill -9 while it works: ended within 6 seconds', async () => {
    terminal = await stage.open();
    await submit('Think. hold:last say:"Not said."');
    const { session } = await stage.hub.shows({ state: 'working' });
    const killed_ms = Date.now();
    process.kill(await terminal.pid(), 'SIGKILL');
    expect((await stage.hub.loses(session.id, 10_000)) - killed_ms).toBeLessThan(6_000);
    expect(stage.hub.story()).toEqual(['idle', 'working', 'ended']);
  });
});

test('it asked its model server for nothing that the stand-in does not know', () => {
  expect(stage.model.unknown).toEqual([]);
});
