// Runs before every test file: the real HOME, the default tmux server and a running hub are out of reach from here on.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'vigie-test-'));
const home = join(folder, 'home');
for (const name of ['home', 'tmux', 'run']) mkdirSync(join(folder, name), { mode: 0o700 });

for (const name of Object.keys(process.env)) {
  if (
    /^(TMUX|XDG_|VIGIE_|CLAUDE|CODEX|GEMINI|QWEN|COPILOT|CURSOR|KITTY|WEZTERM|ZELLIJ|ITERM|TERM_|STY$|DISPLAY$|WAYLAND|DBUS_|SSH_)/u.test(
      name,
    )
  )
    delete process.env[name];
}
process.env.HOME = home;
process.env.USERPROFILE = home;
process.env.TMUX_TMPDIR = join(folder, 'tmux');
process.env.XDG_RUNTIME_DIR = join(folder, 'run');
process.env.VIGIE_HOME = join(folder, 'vigie');
process.env.VIGIE_TEST_FOLDER = folder;

// What a hub writes as it leaves may come in between.
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
