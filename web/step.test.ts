import { describe, expect, it } from 'vitest';
import { sampleView } from '../test/browser/sample-view.ts';
import type { SessionView } from '../src/domain/view.ts';
import { stepOf } from './step.ts';

const sentence = (set: Partial<SessionView>): string => {
  const { says, code, text } = stepOf(sampleView(set), 26 * 60_000);
  return [says, code === undefined ? text : `\`${code}\``].filter(Boolean).join(' ');
};

describe('the latest step', () => {
  it.each<[Partial<SessionView>, string]>([
    [{ state: 'blocked', detail: 'permission', tool: 'Bash', input: 'rm -rf build' }, 'Asks to run `rm -rf build`'],
    [{ state: 'blocked', detail: 'permission', tool: 'run_shell_command', input: 'make check' }, 'Asks to run `make check`'],
    [{ state: 'blocked', detail: 'permission', tool: 'Write', input: '/home/dev/src/harbor-api/a.ts' }, 'Asks to edit `a.ts`'],
    [
      { state: 'blocked', detail: 'permission', tool: 'WebFetch', input: 'https://example.org' },
      'Asks to fetch `https://example.org`',
    ],
    [{ state: 'blocked', detail: 'permission', tool: 'mcp__db__drop', input: 'rates' }, 'Asks to use mcp__db__drop `rates`'],
    [{ state: 'blocked', detail: 'permission', tool: 'Bash' }, 'Asks to use Bash'],
    [{ state: 'blocked', detail: 'permission', message: 'May I?' }, 'Asks for permission: May I?'],
    [
      { state: 'blocked', detail: 'question', message: 'Where should sessions live?', tool: 'AskUserQuestion' },
      'Asks: Where should sessions live?',
    ],
    [{ state: 'blocked', detail: 'question', message: 'Which?', asks: 2 }, 'Asks 2 things: Which?'],
    [{ state: 'blocked', detail: 'plan', tool: 'ExitPlanMode', input: '# Plan' }, 'Shows a plan'],
    [{ state: 'blocked', detail: 'trust' }, 'Asks to trust this folder'],
    [{ state: 'blocked', detail: 'rate_limit', message: 'resets at 14:00' }, 'Waits for its rate limit: resets at 14:00'],
    [{ state: 'blocked', detail: 'elicitation' }, 'Needs you'],
    [{ state: 'working', detail: 'tool', tool: 'Bash', input: 'docker build .' }, 'Runs `docker build .`'],
    [{ state: 'working', detail: 'tool', tool: 'shell', input: 'npm test -- rates' }, 'Tests `npm test -- rates`'],
    [{ state: 'working', detail: 'tool', tool: 'read_file', input: '/etc/hosts' }, 'Reads `/etc/hosts`'],
    [{ state: 'working', detail: 'tool', tool: 'Edit', input: '/home/dev/src/harbor-api/src/a.ts' }, 'Edits `src/a.ts`'],
    [{ state: 'working', detail: 'tool', tool: 'Grep', input: 'rates_2019' }, 'Searches `rates_2019`'],
    [{ state: 'working', detail: 'tool', tool: 'Task', input: 'Find every reader' }, 'Starts an agent: `Find every reader`'],
    [{ state: 'working', detail: 'thinking' }, 'Thinks'],
    [{ state: 'working', detail: 'compacting' }, 'Compacts its context'],
    [{ state: 'working', detail: 'background' }, 'Works in the background'],
    [{ state: 'working', detail: 'background', reply: 'The build goes on.' }, 'In the background: The build goes on.'],
    [{ state: 'working' }, 'Works'],
    [{ state: 'idle', attention: true, reply: 'Sorted 38 files.\nLint passes.' }, 'Sorted 38 files. Lint passes.'],
    [{ state: 'idle', attention: true, message: 'All green' }, 'All green'],
    [{ state: 'idle', message: 'Waiting for input', reply: 'Lint passes.' }, 'Lint passes.'],
    [{ state: 'idle' }, 'Waits for a prompt'],
    [{ state: 'idle', detail: 'error', message: 'overloaded (529)' }, 'Failed: overloaded (529)'],
    [{ state: 'idle', detail: 'rate_limit' }, 'Failed: the rate limit is reached'],
    [{ state: 'unknown', heard_ms: 0 }, 'Not heard for 26 minutes'],
  ])('of %j is: %s', (set, expected) => {
    expect(sentence(set)).toBe(expected);
  });
});
