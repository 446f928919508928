// Kimi, Droid and Cline, whose hooks are commands; and Muse, of which nothing could be recorded.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { map, reportOf } from '../../test/agent-registry.ts';
import type { Step } from '../../test/captured.ts';
import { fixtureLines, grade, openReplay } from '../../test/captured.ts';
import { fillTemplate } from '../connect/plugin-file.ts';
import type { Event } from '../domain/event.ts';

interface Line {
  at: string;
  event: string;
  payload: Record<string, unknown>;
}

const play = (agent: string): Step[] => {
  const { take } = openReplay();
  return fixtureLines(agent, 'hooks.jsonl')
    .map((line): Line => JSON.parse(line))
    .map(({ at, event, payload }) => take(reportOf({ agent, event, payload, at_ms: Date.parse(at) })));
};

const last = (steps: readonly Step[], event: string, nth = 0): Step | undefined =>
  steps.filter(({ report }) => report.event === event)[nth];

describe.each(['kimi', 'droid', 'cline'])('the recorded sessions of %s', (agent) => {
  const steps = play(agent);

  it('are in the graded state after each event', () =>
    expect(steps.map(({ report, session }) => `${report.event.padEnd(20)}${grade(session)}`)).toEqual(
      fixtureLines(agent, 'graded.txt'),
    ));

  it('hold no event that is neither mapped nor ignored by name', () =>
    expect(steps.flatMap(({ mapped }) => mapped.faults)).toEqual([]));
});

describe('Kimi’s payloads', () => {
  const steps = play('kimi');

  it('tell the prompt out of its parts, the title, and what is asked', () => {
    expect(last(steps, 'UserPromptSubmit')?.session?.prompt).toMatch(/^Say it\./u);
    expect(last(steps, 'PermissionRequest')?.session).toMatchObject({
      asks: [{ speaker: '', tool: 'Bash', input: 'touch made1.txt && ls', tool_use_id: 'call_mock000004' }],
      message: 'Running: touch made1.txt && ls',
      title: expect.stringMatching(/^Please run\./u),
    });
    expect(last(steps, 'PreToolUse', 4)?.session?.message).toBe('Which database should we use?');
    expect(last(steps, 'StopFailure')?.session?.message).toBe('400 mock error 400');
  });

  it('leave a subagent’s ask to the subagent, and know a rate limit', () => {
    const eventOf = (event: string, payload: object): Event | undefined =>
      map({ agent: 'kimi', event, payload: { session_id: 's', ...payload } }).events[0];
    expect(eventOf('PermissionRequest', { agent_id: 'coder-1', tool_name: 'Bash' })).toMatchObject({ subagent: 'coder-1' });
    expect(eventOf('PermissionResult', { agent_id: 'coder-1' })).toMatchObject({ kind: 'answered', subagent: 'coder-1' });
    expect(eventOf('StopFailure', { error_message: '429 slow down' })).toMatchObject({ kind: 'failed', reason: 'rate_limit' });
    expect(eventOf('UserPromptSubmit', { is_steer: true, prompt: [{ type: 'text', text: 'No' }] })).toMatchObject({
      kind: 'working',
      prompt: 'No',
    });
  });
});

describe('Droid’s payloads', () => {
  const steps = play('droid');
  const eventOf = (event: string, payload: object): Event | undefined =>
    map({ agent: 'droid', event, payload: { session_id: 's', ...payload } }).events[0];

  it('show the call that a dialog is about', () => {
    expect(last(steps, 'Notification')?.session).toMatchObject({ tool: 'Execute', input: 'touch made1.txt' });
    expect(last(steps, 'Notification', 1)?.session).toMatchObject({
      tool: 'AskUser',
      input: expect.stringContaining('Which database'),
    });
  });

  it('are read in camel case as well', () => {
    const { events, faults } = map({
      agent: 'droid',
      payload: { sessionId: 's', hookEventName: 'Stop', transcriptPath: '/t.jsonl' },
    });
    expect({ events, faults }).toMatchObject({ events: [{ kind: 'done', session: 's', transcript: '/t.jsonl' }], faults: [] });
  });

  it.each([
    ['idle_prompt', 'Waiting for your input', 'idle'],
    ['idle_prompt', 'Agent stopped by user and is waiting for input', 'interrupted'],
    ['something_new', 'Words.', 'notice'],
  ])('take a notification %s saying "%s" as %s', (notification_type, message, kind) =>
    expect(eventOf('Notification', { notification_type, message })?.kind).toBe(kind),
  );
});

describe('Cline’s hooks', () => {
  const steps = play('cline');

  it('tell the call, the reply and the folder', () => {
    expect(last(steps, 'PreToolUse')?.session).toMatchObject({
      tool: 'run_commands',
      input: 'echo hi',
      cwd: '/home/dev/project',
    });
    expect(last(steps, 'TaskComplete', 1)?.session).toMatchObject({ reply: 'Ran it.', tools: [] });
  });

  it('leave what a subagent does to the subagent', () => {
    const { take } = openReplay();
    const hear = (event: string, payload: object = {}): Step =>
      take(reportOf({ agent: 'cline', event, payload: { taskId: 's', agent_id: 'a0', parent_agent_id: null, ...payload } }));
    const child = { agent_id: 'a1', parent_agent_id: 'a0' };
    hear('TaskStart');
    expect(hear('TaskStart', child).session?.subagents).toHaveProperty('a1');
    hear('PreToolUse', { ...child, tool_call: { id: 'c', name: 'read', input: { path: 'x' } } });
    const over = hear('TaskComplete', child).session;
    expect(over).toMatchObject({ state: 'working', subagents: {}, tools: [] });
  });

  it('call the launcher with the event of their file, answer that nothing is to be stopped, and end well without it', () => {
    const folder = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? tmpdir(), 'it’s cline-'));
    const template = readFileSync(join(import.meta.dirname, '../../agents/cline/hook'), 'utf8');
    const launcher = join(folder, 'vigie-hook');
    const hook = join(folder, 'PreToolUse');
    writeFileSync(hook, fillTemplate(template, hook, { spool: '', launcher, agent: 'cline', event: 'PreToolUse' }), {
      mode: 0o700,
    });
    const run = (): string => execFileSync(hook, { input: '{"taskId":"s"}', encoding: 'utf8' });
    expect(run()).toBe('{"cancel":false}\n');
    writeFileSync(launcher, `#!/bin/sh\n{ echo "$@"; cat; } >'${join(folder, 'heard')}'\n`, { mode: 0o700 });
    expect(run()).toBe('{"cancel":false}\n');
    expect(readFileSync(join(folder, 'heard'), 'utf8')).toBe('cline PreToolUse\n{"taskId":"s"}');
  });
});

it('Muse goes through a turn as its documents and others’ recordings show', () => {
  const { take } = openReplay();
  const call = { tool_name: 'bash', tool_input: { command: 'ls' }, tool_use_id: 'u' };
  const turn: [event: string, payload: object][] = [
    ['SessionStart', { source: 'startup' }],
    ['UserPromptSubmit', { prompt: 'Go', turn_id: 't' }],
    ['PreToolUse', call],
    ['PermissionRequest', call],
    ['PostToolUse', call],
    ['PreCompact', { trigger: 'auto' }],
    ['PostCompact', { trigger: 'auto' }],
    ['Stop', { last_assistant_message: 'Done.' }],
    ['SessionEnd', {}],
  ];
  const shown = turn.map(([event, payload]) => {
    const told = { session_id: 's', hook_event_name: event, transcript_path: null, ...payload };
    const { session, mapped } = take(reportOf({ agent: 'muse', payload: told }));
    expect(mapped.faults).toEqual([]);
    return `${event} ${grade(session)}`;
  });
  expect(shown).toEqual([
    'SessionStart idle',
    'UserPromptSubmit working/thinking',
    'PreToolUse working/tool',
    'PermissionRequest blocked/permission !',
    'PostToolUse working !',
    'PreCompact working/compacting !',
    'PostCompact working !',
    'Stop idle !',
    'SessionEnd ended',
  ]);
});
