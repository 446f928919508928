import { describe, expect, it } from 'vitest';
import { map } from '../../test/agent-registry.ts';
import { gradedLines, replay } from '../../test/graded-replay.ts';
import type { ReportArrival } from '../cli/recording.ts';
import type { Event } from '../domain/event.ts';

const recording = 'copilot-1.0.102';
const steps = replay(recording);

/** How Copilot calls the same moment in Claude's spelling, and Claude's names of its tools. */
const spelt: Readonly<Record<string, string>> = {
  sessionStart: 'SessionStart',
  userPromptSubmitted: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  permissionRequest: 'PermissionRequest',
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUseFailure',
  agentStop: 'Stop',
  sessionEnd: 'SessionEnd',
  Notification: 'Notification',
};
const tools: Readonly<Record<string, string>> = { bash: 'Bash', ask_user: 'AskUserQuestion' };

/** What Copilot sends for a moment when it runs Claude's hook of a project, where that has one. */
const asClaude = (arrival: ReportArrival): ReportArrival[] => {
  const event = spelt[arrival.event];
  if (event === undefined) return [];
  const payload: Record<string, unknown> = JSON.parse(Buffer.from(arrival.payload).toString('utf8'));
  const { sessionId, toolName, toolArgs, transcriptPath, ...rest } = payload;
  // Permission requests and notifications keep their own fields even so.
  const keeps = event === 'PermissionRequest' || event === 'Notification';
  const claudes = {
    ...rest,
    session_id: sessionId,
    timestamp: new Date(arrival.at_ms).toISOString(),
    hook_event_name: event,
    ...(toolName !== undefined && {
      tool_name: typeof toolName === 'string' ? (tools[toolName] ?? toolName) : toolName,
      tool_input: toolArgs,
    }),
    ...(transcriptPath !== undefined && { transcript_path: transcriptPath }),
  };
  return [{ ...arrival, agent: 'claude', event, payload: Buffer.from(JSON.stringify(keeps ? payload : claudes)) }];
};

describe('the recorded sessions of Copilot CLI', () => {
  it('are in the graded state after each report', () => {
    expect(steps.map(({ text }) => text)).toEqual(gradedLines('copilot'));
    expect(steps.flatMap(({ mapped }) => mapped.faults)).toEqual([]);
  });

  it('are in no other state where a project’s hooks of Claude tell of the same', () => {
    const twice = replay(recording, asClaude);
    expect(twice.map(({ text }) => text)).toEqual(steps.map(({ text }) => text));
    expect(twice.map(({ session }) => session?.asks.length)).toEqual(steps.map(({ session }) => session?.asks.length));
    expect(new Set(twice.map(({ session }) => session?.agent))).toEqual(new Set(['copilot', undefined]));
  });

  it('show the question, which the notification does not hold', () => {
    const ask = steps.find(({ text }) => text.startsWith('Notification:elicitation_dialog'));
    expect(ask?.session).toMatchObject({ tool: 'ask_user', input: 'Which database should we use', message: null });
  });

  it('show the command that waits', () => {
    const ask = steps.find(({ text }) => text.startsWith('Notification:permission_prompt'));
    expect(ask?.session).toMatchObject({
      tool: 'bash',
      input: 'touch made1.txt && ls',
      message: 'Run command: touch made1.txt && ls',
    });
  });
});

describe('Copilot’s payloads', () => {
  const eventOf = (event: string, payload: Record<string, unknown> = {}): Event | undefined =>
    map({ agent: 'copilot', event, payload: { sessionId: 's', ...payload } }).events[0];

  it.each([
    ['model_call', 'failed'],
    ['system', 'failed'],
    ['tool_execution', 'notice'],
    ['user_input', 'notice'],
  ])('of an error in %s are %s', (errorContext, kind) => {
    expect(eventOf('errorOccurred', { errorContext, error: { message: 'No.' } })?.kind).toBe(kind);
  });

  it('name a subagent at both ends alike', () => {
    expect(eventOf('subagentStart', { agentName: 'explore' })).toMatchObject({ kind: 'subagent-start', subagent: 'explore' });
    expect(eventOf('subagentStop', { agentName: 'explore', agentId: 'x' })).toMatchObject({
      kind: 'subagent-done',
      subagent: 'explore',
    });
  });

  it('tell of no compaction whose end nothing would tell', () => {
    expect(eventOf('preCompact', { trigger: 'auto' })?.kind).toBe('compacting');
    expect(map({ agent: 'copilot', event: 'preCompact', payload: { sessionId: 's', trigger: 'manual' } }).ignored).toBe(true);
  });

  it('hold arguments as an object or as text', () => {
    expect(eventOf('preToolUse', { toolName: 'bash', toolArgs: '{"command":"ls"}' })).toMatchObject({
      input: '{"command":"ls"}',
    });
  });

  it('through Claude’s hooks are Copilot’s, and Claude’s own in a shell of Copilot’s stay Claude’s', () => {
    const env = { COPILOT_CLI: '1' };
    const payload = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'Go' };
    const timed = { ...payload, timestamp: '2026-11-30T18:00:29.248Z' };
    expect(map({ agent: 'claude', event: 'UserPromptSubmit', payload: timed, env }).events).toMatchObject([
      { agent: 'copilot', kind: 'prompt', prompt: 'Go' },
    ]);
    expect(map({ agent: 'claude', event: 'UserPromptSubmit', payload, env }).events).toMatchObject([{ agent: 'claude' }]);
  });
});
