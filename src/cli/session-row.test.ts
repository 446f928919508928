import { describe, expect, it } from 'vitest';
import { nowhere } from '../domain/place.ts';
import { ageOf, placeOf, shortIds, stateWord, stepOf, titleOf } from './session-row.ts';
import { someSession } from './session.fixture.ts';

describe('a session in words', () => {
  it('is done or failed while nobody has seen it', () => {
    expect(stateWord(someSession({ attention: true, done: true }))).toBe('done');
    expect(stateWord(someSession({ attention: true, failed: true, detail: 'error' }))).toBe('failed');
    expect(stateWord(someSession({ state: 'blocked', attention: true }))).toBe('blocked');
    expect(stateWord(someSession())).toBe('idle');
  });

  it('is about its title, else its prompt', () => {
    expect(titleOf(someSession({ title: 'Berths', prompt: 'Add\npages' }))).toBe('Berths');
    expect(titleOf(someSession({ prompt: 'Add\npages' }))).toBe('Add pages');
    expect(titleOf(someSession())).toBe('');
  });

  it('shows the latest step', () => {
    expect(stepOf(someSession({ state: 'blocked', detail: 'permission', tool: 'Bash', input: 'git push' }))).toBe(
      'permission: Bash git push',
    );
    expect(stepOf(someSession({ state: 'blocked', detail: 'question', message: 'Which one?' }))).toBe('question: Which one?');
    expect(stepOf(someSession({ state: 'blocked', detail: 'plan' }))).toBe('plan');
    expect(stepOf(someSession({ state: 'working', detail: 'tool', tool: 'Bash', input: 'npm test' }))).toBe('Bash npm test');
    expect(stepOf(someSession({ state: 'working', detail: 'thinking' }))).toBe('thinking');
    expect(stepOf(someSession({ attention: true, failed: true, detail: 'rate_limit' }))).toBe('rate_limit');
    expect(stepOf(someSession({ attention: true, done: true, reply: 'All tests pass.' }))).toBe('All tests pass.');
  });

  it('lets nothing of the agent reach the terminal but text', () => {
    const session = someSession({ title: 'a\u001B[2Jb\u0007\u202Ec', cwd: '/x/\u001B[31m', reply: 'r\u009B1m' });
    expect([titleOf(session), placeOf(session), stepOf(session)]).toEqual(['a[2Jbc', '[31m', 'r1m']);
  });

  it('names folder and pane', () => {
    const tmux = { socket: null, server_pid: null, server_start_ms: null, pane: '%5' };
    expect(placeOf(someSession({ place: { ...nowhere, tmux, tty: '/dev/pts/3' } }))).toBe('harbor-api %5');
    expect(placeOf(someSession({ place: { ...nowhere, tty: '/dev/pts/3', app: 'kitty' } }))).toBe('harbor-api pts/3');
    expect(placeOf(someSession({ cwd: 'C:\\work\\tide', place: { ...nowhere, app: 'code' }, host: 'attic' }))).toBe(
      'tide code @attic',
    );
    expect(placeOf(someSession({ cwd: null }))).toBe('');
  });

  it('counts seconds only while it waits for a person', () => {
    expect(ageOf(someSession({ state: 'blocked', since_ms: 1_000 }), 13_900)).toBe('12s');
    expect(ageOf(someSession({ state: 'working', since_ms: 1_000 }), 13_900)).toBe('<1m');
    expect(ageOf(someSession({ since_ms: 0 }), 3 * 3_600_000)).toBe('3h');
    expect(ageOf(someSession({ since_ms: 0 }), 3 * 86_400_000)).toBe('3d');
  });
});

describe('short ids', () => {
  it('are as long as it takes to tell them apart, at least four', () => {
    const sessions = ['5a2f63ba', '5a2f6d00', 'demo', '9c', 'tmux:1.2.%3'].map((session) => someSession({ session }));
    expect(Object.fromEntries(shortIds(sessions))).toEqual({
      'claude:5a2f63ba': '5a2f63',
      'claude:5a2f6d00': '5a2f6d',
      'claude:demo': 'demo',
      'claude:9c': '9c',
      'claude:tmux:1.2.%3': 'tmux',
    });
  });
});
