import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtIns } from '../../test/agent-registry.ts';
import type { AgentDefinition } from './definition.ts';
import { hookCommand, hookLines } from './hook-lines.ts';

const claude = builtIns.find('claude')?.definition ?? {};
const hooksOf = (version?: string): Record<string, { hooks: { type: string; command: string; timeout: number }[] }[]> =>
  JSON.parse(hookLines('claude', claude, '/x/vigie-hook', version)?.text ?? '{}').hooks;

describe('hookLines', () => {
  it('gives Claude’s settings', () => {
    expect(hookLines('claude', claude, '/x/vigie-hook')?.file).toBe('.claude/settings.json');
    expect(hooksOf().Stop).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: "set -- claude Stop; [ -r '/x/vigie-hook' ] && . '/x/vigie-hook'; cat >/dev/null; exit 0",
            timeout: 10,
          },
        ],
      },
    ]);
  });

  it('installs nothing that holds Claude up or replaces what it does', () => {
    expect(Object.keys(hooksOf())).toContain('SessionEnd');
    expect(Object.keys(hooksOf())).not.toContain('MessageDisplay');
    expect(Object.keys(hooksOf())).not.toContain('WorktreeCreate');
    const settings = Object.keys(hooksOf()).filter((event) => !Object.hasOwn(claude.events ?? {}, event));
    expect(settings).toEqual([]);
  });

  it('leaves out what an older version does not know', () => {
    expect(Object.keys(hooksOf('2.1.332'))).toEqual(Object.keys(hooksOf()));
    const old = Object.keys(hooksOf('2.1.77 (Claude Code)'));
    expect(old).toContain('PostCompact');
    expect(old).not.toContain('StopFailure');
    expect(Object.keys(hooksOf('1.0.9'))).toEqual([
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
  });

  it('has nothing to say where an agent takes no hooks', () => {
    expect(hookLines('x', {}, '/x/vigie-hook')).toBeUndefined();
    const plugin: AgentDefinition = { hooks: { format: 'plugin-file', file: 'x', events: ['a'] } };
    expect(hookLines('x', plugin, '/x/vigie-hook')).toBeUndefined();
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
