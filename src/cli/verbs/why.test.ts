import { expect, it } from 'vitest';
import { someSession } from '../session.fixture.ts';
import { explain } from './why.ts';

const now = 200_000;

it('says in sentences what decides, what it waits for and what was ruled out', () => {
  const { heading, sections } = explain(
    {
      session: someSession({
        state: 'blocked',
        detail: 'permission',
        attention: true,
        since_ms: 80_000,
        heard_ms: 80_000,
        prompt: 'Push it',
      }),
      claims: [
        { source: 'screen', kind: 'working', state: 'working', detail: null, at_ms: 70_000, rule: 'spinner', decides: false },
        {
          source: 'hook',
          kind: 'needs-you',
          state: 'blocked',
          detail: 'permission',
          at_ms: 80_000,
          rule: 'PermissionRequest',
          decides: true,
        },
      ],
      asks: [{ speaker: '', reason: 'permission', tool: 'Bash', message: null, at_ms: 80_000 }],
      events: [{ seq: 7, kind: 'needs-you', source: 'hook', rule: 'PermissionRequest', at_ms: 80_000, subagent: null }],
    },
    now,
  );
  expect(heading).toBe('claude:5a2f63ba has been blocked (permission) for 2 minutes.');
  expect(Object.fromEntries(sections.map(({ title, lines }) => [title, lines]))).toEqual({
    Session: [
      'Agent: Claude Code',
      'Title: Push it',
      'Latest step: permission',
      'Place: harbor-api',
      'Folder: /home/dev/harbor-api',
    ],
    Evidence: [
      'A hook of the agent said needs-you (PermissionRequest) 2 minutes ago, which makes it blocked (permission). This decides.',
      'The agent waits for you (permission): Bash, asked 2 minutes ago. While that is open, it stays blocked.',
      'It was last heard 2 minutes ago.',
    ],
    'Ruled out': ['Its screen said working (spinner) 2 minutes ago, that is working; ruled out: it is older.'],
    'Latest events': [expect.stringMatching(/^\d\d:\d\d:\d\d {2}needs-you {7}hook \(PermissionRequest\)$/u)],
  });
});

it('tells of a turn that nobody has seen, and of a session that ended', () => {
  const done = someSession({ attention: true, done: true, since_ms: 190_000 });
  expect(explain({ session: done, claims: [], asks: [], events: [] }, now).heading).toBe(
    'claude:5a2f63ba has been done for 10 seconds. Nobody has seen it yet.',
  );
  expect(explain({ session: someSession({ ended_ms: 140_000 }), claims: [], asks: [], events: [] }, now).heading).toBe(
    'claude:5a2f63ba ended 1 minute ago.',
  );
});
