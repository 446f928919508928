import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtIns } from '../../test/agent-registry.ts';
import { dependsOnVersion, hookCommand, wantedHooks } from './hook-lines.ts';

const claude = builtIns.find('claude')?.definition ?? {};
const eventsOf = (version?: string): string[] => wantedHooks(claude.hooks ?? {}, version).map(({ event }) => event);

describe('wantedHooks', () => {
  it('takes the timeout and the matcher from the event, else from all', () => {
    expect(wantedHooks({ events: ['a', { name: 'b', timeout: 3, matcher: 'x' }], timeout: 5 }, undefined)).toEqual([
      { event: 'a', timeout: 5, matcher: undefined },
      { event: 'b', timeout: 3, matcher: 'x' },
    ]);
  });

  it('installs nothing that holds Claude up or replaces what it does', () => {
    expect(eventsOf()).toContain('SessionEnd');
    expect(eventsOf()).not.toContain('MessageDisplay');
    expect(eventsOf()).not.toContain('WorktreeCreate');
    expect(eventsOf().filter((event) => !Object.hasOwn(claude.events ?? {}, event))).toEqual([]);
  });

  it('leaves out what an older version does not know', () => {
    expect(eventsOf('2.1.332')).toEqual(eventsOf());
    const old = eventsOf('2.1.77 (Claude Code)');
    expect(old).toContain('PostCompact');
    expect(old).not.toContain('StopFailure');
    expect(eventsOf('1.0.9')).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'Notification',
      'SubagentStop',
      'Stop',
      'PreCompact',
      'SessionEnd',
    ]);
    expect([dependsOnVersion(claude.hooks ?? {}), dependsOnVersion({ events: ['a'] })]).toEqual([true, false]);
  });
});

describe('hookCommand', () => {
  const folder = join(process.env.VIGIE_TEST_FOLDER ?? '', "a folder's");
  const launcher = join(folder, 'vigie-hook');
  mkdirSync(folder, { recursive: true });
  const out = join(folder, 'out');
  writeFileSync(launcher, `#!/bin/sh\nprintf '%s|' "$@" >'${out.replaceAll("'", `'\\''`)}'\ncat >/dev/null\n`, { mode: 0o755 });

  it.each(['sh', undefined] as const)('calls the launcher wherever it lies (shell %s)', (shell) => {
    execFileSync('/bin/sh', ['-c', hookCommand({ shell }, 'claude', 'Stop', launcher)], { input: '{}' });
    expect(readFileSync(out, 'utf8')).toBe('claude|Stop|');
    execFileSync('/bin/sh', ['-c', hookCommand({ shell }, 'claude', "it's $HOME", launcher)], { input: '{}' });
    expect(readFileSync(out, 'utf8')).toBe("claude|it's $HOME|");
  });

  it.each(['sh', undefined] as const)('answers what the agent must read (shell %s)', (shell) =>
    expect(
      execFileSync('/bin/sh', ['-c', hookCommand({ shell, prints: '{}' }, 'x', 'Stop', '/gone')], { input: 'x' }).toString(),
    ).toBe('{}\n'),
  );

  it.each(['sh', undefined] as const)(
    'ends with 0, silently, with all input taken, when the launcher is gone (shell %s)',
    (shell) => {
      const ran = spawnSync('/bin/sh', ['-c', hookCommand({ shell }, 'claude', 'Stop', `${launcher}-gone`)], {
        input: 'x'.repeat(1_000_000),
      });
      expect([ran.status, ran.stdout.toString(), ran.stderr.toString(), ran.error]).toEqual([0, '', '', undefined]);
    },
  );
});
