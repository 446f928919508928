// AppleScript, as data: the scripts are constants, what they look for is handed over as arguments and never becomes part of the script.

import type { Outcome } from './outcome.ts';
import { failure } from './outcome.ts';
import type { World } from './world.ts';

/** A script answers with this when it found and focused what it looked for. */
const found = 'focused';
/** The first call waits for the person who is asked whether we may control the app. */
const deadlineMs = 20_000;

/** Never rejects. @param what in words for a person, as in "selected the tab on /dev/ttys003 in iTerm2" */
export const focusByScript = async (
  world: World,
  script: string,
  args: readonly string[],
  { certain, what }: { certain: boolean; what: string },
): Promise<Outcome> => {
  const ran = await world.run('osascript', ['-e', script, ...args], { deadline_ms: deadlineMs });
  if (!ran.ok) return failure(ran.message);
  if (ran.code !== 0) {
    const message = ran.stderr.trim().split('\n').at(-1) ?? '';
    return failure(
      message.includes('-1743')
        ? 'macOS does not let us control the terminal: allow it under System Settings, Privacy & Security, Automation'
        : `AppleScript: ${message}`,
    );
  }
  return ran.stdout.trim() === found
    ? { ok: true, level: 'exact', certain, what }
    : failure('none of its tabs is the one looked for');
};
