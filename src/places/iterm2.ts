// iTerm2: selects the session that has the terminal device.

import { focusByScript } from './osascript.ts';
import type { Focuser } from './outcome.ts';
import { failure } from './outcome.ts';
import type { World } from './world.ts';

// No variable is called tty: it would hide the property of that name. A hidden window without tabs throws, and is passed over.
export const iterm2Script = `on run argv
  set wantedDevice to item 1 of argv
  set wantedId to item 2 of argv
  tell application id "com.googlecode.iterm2"
    repeat with aWindow in windows
      try
        repeat with aTab in tabs of aWindow
          repeat with aSession in sessions of aTab
            if (wantedDevice is not "" and (tty of aSession) is wantedDevice) or (wantedDevice is "" and (id of aSession) is wantedId) then
              select aWindow
              tell aTab to select
              tell aSession to select
              activate
              return "focused"
            end if
          end repeat
        end repeat
      end try
    end repeat
  end tell
  return "none"
end run`;

/** `w0t1p0:6BCB…`: where it stood at first, and its id. */
const sessionId = /:([\dA-F-]{36})$/iu;

export const iterm2 = (world: World): Focuser => ({
  name: 'iTerm2',
  can: ({ app, place, env }) =>
    app?.name !== 'iTerm2'
      ? undefined
      : place.tty || sessionId.test(env.ITERM_SESSION_ID ?? '')
        ? 'exact'
        : { why: 'neither its terminal device nor its iTerm2 session is known' },
  async focus({ place, env, confidence }) {
    const id = sessionId.exec(env.ITERM_SESSION_ID ?? '')?.[1] ?? '';
    if (!place.tty && !id) return failure('neither its terminal device nor its iTerm2 session is known');
    const certain = place.tty !== null && confidence === 'certain';
    return focusByScript(world, iterm2Script, [place.tty ?? '', id], {
      certain,
      what: `selected the iTerm2 session on ${place.tty ?? id}`,
    });
  },
});
