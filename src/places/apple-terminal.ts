// Terminal, the one of macOS: selects the tab that has the terminal device, out of the Dock if need be.

import { focusByScript } from './osascript.ts';
import type { Focuser } from './outcome.ts';
import type { World } from './world.ts';

// No variable is called tty: it would hide the property of that name. A hidden window without tabs throws, and is passed over.
export const terminalScript = `on run argv
  set wantedDevice to item 1 of argv
  tell application id "com.apple.Terminal"
    repeat with aWindow in windows
      try
        repeat with aTab in tabs of aWindow
          if (tty of aTab) is wantedDevice then
            set selected of aTab to true
            set miniaturized of aWindow to false
            set index of aWindow to 1
            activate
            return "focused"
          end if
        end repeat
      end try
    end repeat
  end tell
  return "none"
end run`;

export const appleTerminal = (world: World): Focuser => ({
  name: 'Terminal',
  can: ({ app, place }) =>
    app?.name !== 'Terminal' ? undefined : place.tty ? 'exact' : { why: 'its terminal device is not known' },
  focus: ({ place, confidence }) =>
    focusByScript(world, terminalScript, [place.tty ?? ''], {
      certain: confidence === 'certain',
      what: `selected the Terminal tab on ${place.tty}`,
    }),
});
