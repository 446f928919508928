import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookCommand } from '../agentfile/hook-lines.ts';
import { parseHookCommand } from './hook-command.ts';

describe('parseHookCommand', () => {
  it('knows what Vigie writes, in both forms, whatever the path holds', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^\/[ -~é]{0,30}$/u),
        fc.constantFrom('sh' as const, undefined),
        fc.constantFrom('{}', undefined),
        (folder, shell, prints) => {
          const launcher = `${folder}/vigie-hook`;
          expect(parseHookCommand(hookCommand({ shell, prints }, 'claude', 'Stop', launcher))).toEqual({
            launcher,
            agent: 'claude',
            event: 'Stop',
          });
        },
      ),
    ));

  it.each([
    ['/home/dev/bin/vigie-hook claude Stop', '/home/dev/bin/vigie-hook'],
    ["'/home/dev/my bin/vigie-ask' claude PermissionRequest 2>/dev/null || cat >/dev/null", '/home/dev/my bin/vigie-ask'],
  ])('knows an older form: %s', (command, launcher) => expect(parseHookCommand(command)?.launcher).toBe(launcher));

  it.each([
    'echo vigie-hook claude Stop',
    '/home/dev/vigie-hook-notes/run claude Stop',
    '/home/dev/bin/vigie-hook claude Stop && say done',
    "my-logger '/home/dev/bin/vigie-hook claude Stop'",
    '/home/dev/bin/vigie-hook',
    '',
  ])('leaves to its owner: %s', (command) => expect(parseHookCommand(command)).toBeUndefined());
});
