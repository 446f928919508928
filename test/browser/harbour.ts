// Twelve sessions of the design's picture, as the events that make them. Ages count from `now`.

import type { Event, EventKind } from '../../src/domain/event.ts';
import type { Place } from '../../src/domain/place.ts';

const second = 1000;
const minute = 60 * second;

const tmux = (pane: string): Partial<Place> => ({
  tmux: { socket: null, server_pid: 411, server_start_ms: null, pane },
  pid: 48_213,
});

/** One event of a hook; `ago` in milliseconds before `now`. */
export const hookEvent = (
  now: number,
  agent: string,
  session: string,
  kind: EventKind,
  ago: number,
  more: Partial<Event> = {},
): Event => ({
  kind,
  agent,
  session,
  source: 'hook',
  at_ms: now - ago,
  ...more,
});

export const harbour = (now: number): Event[] => {
  const event = (agent: string, session: string, kind: EventKind, ago: number, more?: Partial<Event>): Event =>
    hookEvent(now, agent, session, kind, ago, more);
  const command = `psql "$DATABASE_URL" -c 'drop table rates_2019' \\\n  && rm -rf db/migrations/legacy \\\n  && git push --force origin drop-rates`;
  return [
    event('claude', 'd7-rates', 'start', 60 * minute, {
      cwd: '/home/dev/src/harbor-api',
      title: 'Drop the legacy rates table',
      model: 'opus-4.5',
      place: tmux('%5'),
      rule: 'SessionStart',
    }),
    event('claude', 'd7-rates', 'prompt', 8 * minute, {
      prompt: 'Nothing reads rates_2019 any more. Drop it with its migrations and push.',
      rule: 'UserPromptSubmit',
      context: 59,
      cost: 1.83,
    }),
    event('claude', 'd7-rates', 'tool', 3 * minute, { tool: 'Bash', input: command, tool_use_id: 'toolu_1', rule: 'PreToolUse' }),
    event('claude', 'd7-rates', 'needs-you', 2 * minute + 14 * second, {
      reason: 'permission',
      tool: 'Bash',
      input: command,
      message: 'Remove the 2019 rates table and its migrations, then update the branch.',
      rule: 'PermissionRequest',
    }),
    event('claude', 'd7-keys', 'tool', 6 * minute, {
      cwd: '/home/dev/src/harbor-api',
      title: 'Add idempotency keys to charges',
      tool: 'Edit',
      input: '/home/dev/src/harbor-api/src/charges/create.ts',
      place: tmux('%7'),
    }),
    event('codex', 'c1-round', 'tool', 2 * minute, {
      cwd: '/home/dev/src/tidewater-web',
      title: 'Round checkout totals half to even',
      tool: 'apply_patch',
      input: 'src/checkout/totals.ts',
      place: { app: 'kitty' },
    }),
    event('codex', 'c1-round', 'needs-you', 48 * second, {
      reason: 'permission',
      tool: 'apply_patch',
      input: 'src/checkout/totals.ts',
    }),
    event('gemini', 'g1-sort', 'prompt', 9 * minute, {
      cwd: '/home/dev/src/tidewater-web',
      title: 'Sort imports in packages/ui',
      place: { app: 'WezTerm' },
    }),
    event('gemini', 'g1-sort', 'done', 4 * minute, { reply: 'Sorted 38 files. Lint passes.' }),
    event('claude', 'd8-move', 'prompt', 5 * minute, {
      cwd: '/home/dev/src/ledger',
      title: 'Move sessions out of the process',
      place: tmux('%9'),
    }),
    event('claude', 'd8-move', 'needs-you', 31 * second, {
      reason: 'question',
      message: 'Where should sessions live?',
      tool: 'AskUserQuestion',
    }),
    event('claude', 'd8-night', 'prompt', 40 * minute, {
      cwd: '/home/dev/src/ledger',
      title: 'Nightly reconciliation',
      place: tmux('%11'),
    }),
    event('claude', 'd8-night', 'done', 22 * minute, { background: 1, reply: 'npm run reconcile goes on.' }),
    { ...event('claude', 'd8-night', 'seen', 21 * minute), source: 'user' },
    event('opencode', 'o1-anchor', 'prompt', 20 * minute, {
      cwd: '/home/dev/src/atlas-docs',
      title: 'Fix broken anchors',
      place: { app: 'vscode' },
    }),
    event('opencode', 'o1-anchor', 'failed', 12 * minute, { message: 'the model is overloaded (529)' }),
    event('qwen', 'q1-guide', 'tool', minute, {
      cwd: '/home/dev/src/atlas-docs',
      title: 'Translate the install guide',
      tool: 'read_file',
      input: '/home/dev/src/atlas-docs/docs/fr/install.md',
      place: tmux('%14'),
    }),
    event('codex', 'c2-base', 'tool', 3 * minute, {
      cwd: '/home/dev/src/ci-images',
      title: 'Bump the base image',
      tool: 'shell',
      input: 'docker build --pull .',
      place: tmux('%20'),
    }),
    event('ralph', 'r1-loop', 'tool', 9 * minute, {
      cwd: '/home/dev/src/ci-images',
      title: 'Loop 14 of 40',
      tool: 'Bash',
      input: 'make check',
      place: tmux('%21'),
    }),
    event('claude', 'd9-dots', 'start', 70 * minute, { cwd: '/home/dev/dotfiles', title: 'Tidy the prompt', place: tmux('%30') }),
    event('claude', 'd9-dots', 'prompt', 65 * minute),
    event('claude', 'd9-dots', 'done', 62 * minute, { reply: 'Nothing left to do.' }),
    { ...event('claude', 'd9-dots', 'seen', 61 * minute), source: 'user' },
    event('aider', 'a1-name', 'unknown', 26 * minute, {
      cwd: '/home/dev/dotfiles',
      title: 'Rename a module',
      place: { tty: '/dev/pts/4' },
    }),
  ];
};
