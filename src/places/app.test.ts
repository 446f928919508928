import { expect, it } from 'vitest';
import { appById, appOfProcess, apps } from './app.ts';

it.each([
  ['kitty', 'kitty'],
  ['gnome-terminal-', 'GNOME Terminal'],
  ['gnome-terminal-server', 'GNOME Terminal'],
  ['iTermServer-3.5.1', 'iTerm2'],
  ['WindowsTerminal.exe', 'Windows Terminal'],
  ['Code Helper (Plugin)', 'VS Code'],
  ['Cursor', 'Cursor'],
  ['idea', 'IntelliJ IDEA'],
])('knows the process %s', (process, app) => {
  expect(appOfProcess({ name: process })?.name).toBe(app);
});

it.each(['zsh', 'kitty-wrapper', 'sshd', 'tmux: server', ''])('takes no %o for an app', (process) => {
  expect(appOfProcess({ name: process })).toBeUndefined();
});

it.each([
  ['iTerm.app', 'iTerm2'],
  ['Apple_Terminal', 'Terminal'],
  ['com.mitchellh.ghostty', 'Ghostty'],
  ['GHOSTTY', 'Ghostty'],
  ['org.kde.konsole.desktop', 'Konsole'],
  ['com.microsoft.VSCode', 'VS Code'],
])('knows the id %s', (id, app) => {
  expect(appById(id)?.name).toBe(app);
});

it('takes no fork of VS Code for VS Code on the word of TERM_PROGRAM', () => {
  expect(appById('vscode')).toBeUndefined();
});

it('gives every name to one app only', () => {
  const processes = apps.flatMap((app) => app.processes);
  const ids = apps.flatMap((app) => app.ids.map((id) => id.toLowerCase()));
  expect(processes.filter((name, at) => processes.indexOf(name) !== at)).toEqual([]);
  expect(apps.filter((app) => new Set(app.ids).size !== app.ids.length)).toEqual([]);
  expect(ids.filter((id) => appById(id) === undefined)).toEqual(['vscode']);
});
