// Ghostty on macOS, from 1.3 on: focuses the terminal that has the device, and before 1.4, which tells it, the only one in that folder.
// Ghostty on Linux tells nothing from outside: there its window is raised.

import { focusByScript } from './osascript.ts';
import type { Focuser } from './outcome.ts';
import type { World } from './world.ts';

// Activating it before the focus would open its quick terminal.
export const ghosttyScript = `on run argv
  set wantedDevice to item 1 of argv
  set wantedFolder to item 2 of argv
  tell application id "com.mitchellh.ghostty"
    repeat with aTerminal in terminals
      try
        if (tty of aTerminal) is wantedDevice then
          focus aTerminal
          return "focused"
        end if
      end try
    end repeat
    if wantedFolder is "" then return "none"
    set inFolder to {}
    repeat with aTerminal in terminals
      try
        if (working directory of aTerminal) is wantedFolder then set end of inFolder to contents of aTerminal
      end try
    end repeat
    if (count of inFolder) is 1 then
      focus item 1 of inFolder
      return "focused"
    end if
  end tell
  return "none"
end run`;

export const ghostty = (world: World): Focuser => ({
  name: 'Ghostty',
  can: ({ app, place, cwd }) =>
    app?.name !== 'Ghostty' || world.where.platform !== 'darwin'
      ? undefined
      : place.tty || cwd
        ? 'exact'
        : { why: 'neither its terminal device nor its folder is known' },
  // Which of the two ways found it, the script does not tell: by folder it may be another terminal.
  focus: ({ place, cwd }) =>
    focusByScript(world, ghosttyScript, [place.tty ?? '', cwd ?? ''], {
      certain: false,
      what: `focused the Ghostty terminal ${place.tty ? `on ${place.tty}` : `in ${cwd}`}`,
    }),
});
