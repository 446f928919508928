// Waiting for a state: its statuses are what scripts build on.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configure, ended, pushAsked, start, tell, vigie } from './vigie-program.ts';

beforeAll(async () => {
  configure();
  await vigie(['ls']);
});
afterAll(() => vigie(['down']));

const until = (states: string, ...more: string[]): string[] => ['wait', '--session', 'wait-1', '--until', states, ...more];

describe('wait', () => {
  it('ends at once where it is so already', async () => {
    await tell('wait-1', 'SessionStart', ['UserPromptSubmit', { prompt: 'Go' }]);
    expect(await vigie(until('blocked,working'))).toEqual({ status: 0, out: 'working\n', err: '' });
  });

  it('ends with 124 when the time is over', async () => {
    expect(await vigie(until('done', '--timeout', '0.3'))).toEqual({
      status: 124,
      out: '',
      err: 'vigie: claude:wait-1 is still working\n',
    });
  });

  it('ends when it becomes so, and says what it is', async () => {
    const waiting = ended(start(until('blocked,done', '--timeout', '20')));
    await tell('wait-1', pushAsked);
    expect(await waiting).toMatchObject({ status: 0, out: 'blocked\n' });
  });

  it('tells done from idle by what has been seen', async () => {
    await tell('wait-1', ['Stop', { last_assistant_message: 'Pushed.' }]);
    expect((await vigie(until('done'))).out).toBe('done\n');
    expect((await vigie(until('idle'))).out).toBe('done\n');
    await vigie(['seen', 'wait-1']);
    expect((await vigie(until('done', '--timeout', '0.2'))).status).toBe(124);
    expect((await vigie(until('idle'))).out).toBe('idle\n');
  });

  it('ends with 3 when the session vanishes, has ended before, or was never there', async () => {
    const child = start(until('blocked', '--timeout', '20'));
    const waiting = ended(child);
    await tell('wait-1', ['UserPromptSubmit', { prompt: 'Once more' }], ['SessionEnd', { reason: 'prompt_input_exit' }]);
    expect((await waiting).status).toBe(3);
    expect((await vigie(until('idle'))).status).toBe(3);
    expect(await vigie(['wait', '--session', 'nobody', '--until', 'done'])).toMatchObject({
      status: 3,
      err: expect.stringContaining('No session is called "nobody"'),
    });
  });

  it.each([
    [['wait', '--session', 'wait-1'], '--until is missing'],
    [['wait', '--session', 'wait-1', '--until', 'doen'], 'Did you mean done?'],
    [['wait', '--session', 'wait-1', '--until', 'done', '--timeout', 'soon'], 'no number of seconds'],
  ])('refuses what it can not mean: %j', async (words, complaint) => {
    const { status, err } = await vigie(words);
    expect(status).toBe(2);
    expect(err).toContain(complaint);
  });
});
