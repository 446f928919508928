// What each focuser would run, as data: these apps do not run here (kitty, screen, tmux, xterm do: see test/integration/).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeWorld, missing, placeOf, proc, said, targetOf } from '../../test/places/fake-world.ts';
import { appById, apps } from './app.ts';
import { appleTerminal, terminalScript } from './apple-terminal.ts';
import { desktopWindow } from './desktop.ts';
import { editor, editorUrl } from './editor.ts';
import { ghostty, ghosttyScript } from './ghostty.ts';
import { iterm2, iterm2Script } from './iterm2.ts';
import { konsole } from './konsole.ts';
import { kwinScript } from './kwin.ts';
import type { Target } from './outcome.ts';
import { raiseApp } from './raise.ts';
import { screen } from './screen.ts';
import { wezterm } from './wezterm.ts';
import { zellij } from './zellij.ts';

const inApp = (id: string, target: Partial<Target> = {}): Target =>
  targetOf({
    app: appById(id) ?? null,
    ancestors: [proc(30, 20, 'claude'), proc(20, 10, 'zsh'), proc(10, 1, appById(id)?.processes[0] ?? '')],
    place: placeOf({ tty: '/dev/ttys003', pid: 30 }),
    ...target,
  });

describe('WezTerm', () => {
  const listing = JSON.stringify([
    { pane_id: 4, tty_name: '/dev/ttys001' },
    { pane_id: 5, tty_name: '/dev/ttys003' },
    { pane_id: 6 },
    null,
  ]);

  it('activates the pane on its terminal device and raises the window', async () => {
    const world = fakeWorld({
      platform: 'darwin',
      answer: ([command, , , verb]) => (verb === 'list' ? listing : command === 'wezterm' || command === 'open' ? '' : undefined),
    });
    const target = inApp('WezTerm', {
      env: { WEZTERM_PANE: '4', WEZTERM_UNIX_SOCKET: '/run/w' },
      ancestors: [proc(10, 1, 'wezterm-gui', { path: '/Applications/WezTerm.app/Contents/MacOS/wezterm-gui' })],
    });
    expect(await wezterm(world).focus(target)).toEqual({
      ok: true,
      level: 'exact',
      certain: true,
      what: 'activated WezTerm pane 5, brought WezTerm to the front',
    });
    expect(world.commands).toEqual([
      ['wezterm', 'cli', '--no-auto-start', 'list', '--format', 'json'],
      ['wezterm', 'cli', '--no-auto-start', 'activate-pane', '--pane-id', '5'],
      ['open', '-a', '/Applications/WezTerm.app'],
    ]);
    expect(world.environments[0]?.WEZTERM_UNIX_SOCKET).toBe('/run/w');
  });

  it('is not certain by the pane its environment names, or of a window that did not come', async () => {
    const world = fakeWorld({ answer: ([, , , verb]) => (verb === 'list' ? '[{"pane_id":4}]' : '') });
    const outcome = await wezterm(world).focus(inApp('WezTerm', { env: { WEZTERM_PANE: '4' } }));
    expect(outcome).toEqual({
      ok: true,
      level: 'exact',
      certain: false,
      what: 'activated WezTerm pane 4; its window may be behind others: no DISPLAY is set',
    });
    expect(wezterm(world).can(inApp('WezTerm', { place: placeOf({}) }))).toMatchObject({
      why: expect.stringContaining('WezTerm pane'),
    });
  });
});

describe('terminals of macOS', () => {
  it('hand what they look for to the script as arguments', async () => {
    const world = fakeWorld({ platform: 'darwin', answer: () => 'focused\n' });
    const evil = '/dev/x" & (do shell script "id") & "';
    const place = placeOf({ tty: evil });
    const env = { ITERM_SESSION_ID: 'w0t1p0:6BCB2E1D-8C2C-4B0A-9C3C-0123456789AB' };
    await iterm2(world).focus(inApp('iTerm.app', { place, env }));
    await appleTerminal(world).focus(inApp('Apple_Terminal', { place }));
    await ghostty(world).focus(inApp('ghostty', { place, cwd: '/p' }));
    expect(world.commands).toEqual([
      ['osascript', '-e', iterm2Script, evil, '6BCB2E1D-8C2C-4B0A-9C3C-0123456789AB'],
      ['osascript', '-e', terminalScript, evil],
      ['osascript', '-e', ghosttyScript, evil, '/p'],
    ]);
  });

  it.each([
    ['focused', { ok: true, level: 'exact', certain: true, what: 'selected the Terminal tab on /dev/ttys003' }],
    ['none', { ok: false, why: 'none of its tabs is the one looked for' }],
  ])('take %o for an answer', async (stdout, outcome) => {
    const world = fakeWorld({ platform: 'darwin', answer: () => stdout });
    expect(await appleTerminal(world).focus(inApp('Apple_Terminal'))).toEqual(outcome);
  });

  it('say what a person has to allow', async () => {
    const world = fakeWorld({
      platform: 'darwin',
      answer: () => said('execution error: Not authorized to send Apple events (-1743)', 1),
    });
    expect(await iterm2(world).focus(inApp('iTerm.app'))).toEqual({
      ok: false,
      why: 'macOS does not let us control the terminal: allow it under System Settings, Privacy & Security, Automation',
    });
  });

  it('need something to look for', () => {
    const world = fakeWorld({ platform: 'darwin' });
    const place = placeOf({});
    expect(iterm2(world).can(inApp('iTerm.app', { place }))).toMatchObject({ why: expect.any(String) });
    expect(appleTerminal(world).can(inApp('Apple_Terminal', { place }))).toMatchObject({ why: expect.any(String) });
    expect(ghostty(world).can(inApp('ghostty', { place }))).toMatchObject({ why: expect.any(String) });
    expect(ghostty(fakeWorld()).can(inApp('ghostty'))).toBeUndefined();
  });

  it('use no variable that hides a property, and activate Ghostty by its focus only', () => {
    for (const script of [iterm2Script, terminalScript, ghosttyScript]) expect(script).not.toMatch(/set (?:tty|id|name) to/u);
    expect(ghosttyScript).not.toMatch(/activate/u);
  });
});

describe('Konsole', () => {
  const env = {
    KONSOLE_DBUS_SERVICE: ':1.42',
    KONSOLE_DBUS_SESSION: '/Sessions/3',
    KONSOLE_DBUS_WINDOW: '/Windows/1',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
  };

  it('selects the tab that holds the process', async () => {
    const world = fakeWorld({ answer: (words) => (words.includes('org.kde.konsole.Session.processId') ? '(20,)' : '()') });
    expect(konsole(world).can(inApp('konsole', { env }))).toBe('exact');
    expect(await konsole(world).focus(inApp('konsole', { env }))).toMatchObject({
      ok: true,
      level: 'exact',
      what: expect.stringContaining('selected Konsole tab 3'),
    });
    expect(world.commands[1]).toEqual(
      'gdbus call --session --dest :1.42 --object-path /Windows/1 --method org.kde.konsole.Window.setCurrentSession 3'.split(' '),
    );
    expect(world.environments[1]?.DBUS_SESSION_BUS_ADDRESS).toBe('unix:path=/run/bus');
  });

  it('does not trust a tab that holds another process', async () => {
    const world = fakeWorld({ answer: () => '(77,)' });
    expect(await konsole(world).focus(inApp('konsole', { env }))).toEqual({
      ok: false,
      why: 'the Konsole tab that its environment names holds another process',
    });
    expect(world.commands).toHaveLength(1);
    expect(konsole(world).can(inApp('konsole', { env: { ...env, KONSOLE_DBUS_SERVICE: 'org.evil' } }))).toMatchObject({
      why: expect.any(String),
    });
  });
});

describe('multiplexers', () => {
  const inScreen = targetOf({
    ancestors: [proc(3, 2, 'claude'), proc(2, 1, 'screen')],
    env: { STY: '2.pts-0.host', WINDOW: '1' },
  });

  it('screen selects the window and looks for the terminal that shows it', async () => {
    const world = fakeWorld({
      answer: () => '',
      processes: [proc(70, 60, 'zsh', { tty: '/dev/pts/7' }), proc(71, 70, 'screen', { tty: '/dev/pts/7' })],
      ttys: { 2: ['/dev/pts/7'] },
    });
    const outcome = await screen(world).focus(inScreen);
    expect(outcome).toMatchObject({
      ok: true,
      certain: true,
      what: 'selected window 1 of screen 2.pts-0.host',
      shown_in: { pid: 71, tty: '/dev/pts/7' },
    });
    expect(world.commands).toEqual([['screen', '-S', '2.pts-0.host', '-X', 'select', '1']]);
  });

  it('screen says how to attach when nothing shows it', async () => {
    expect(await screen(fakeWorld({ answer: () => '' })).focus(inScreen)).toEqual({
      ok: false,
      why: 'no terminal shows its screen session; run: screen -r 2.pts-0.host',
    });
    const leaked = { ...inScreen, env: { STY: '9.other.host' } };
    expect(await screen(fakeWorld()).focus(leaked)).toEqual({
      ok: false,
      why: 'screen session 9.other.host is not the one it runs in',
    });
  });

  it('Zellij focuses a pane by its id', async () => {
    const target = targetOf({
      ancestors: [proc(3, 2, 'claude'), proc(2, 1, 'zellij')],
      env: { ZELLIJ_SESSION_NAME: '-my work', ZELLIJ_PANE_ID: '4' },
    });
    const world = fakeWorld({
      answer: () => '',
      processes: [proc(2, 1, 'zellij'), proc(71, 70, 'zellij', { tty: '/dev/pts/7' })],
    });
    expect(await zellij(world).focus(target)).toMatchObject({ ok: true, certain: true, shown_in: { pid: 71 } });
    expect(world.commands).toEqual([['zellij', '--session=-my work', 'action', 'focus-pane-id', 'terminal_4']]);
    const two = fakeWorld({
      answer: () => '',
      processes: [proc(71, 70, 'zellij', { tty: '/dev/pts/7' }), proc(72, 70, 'zellij', { tty: '/dev/pts/8' })],
    });
    expect(await zellij(two).focus(target)).not.toHaveProperty('shown_in');
    expect(await zellij(fakeWorld({ answer: () => said('error: unrecognized subcommand', 2) })).focus(target)).toMatchObject({
      ok: false,
    });
    expect(await zellij(fakeWorld({ answer: () => '' })).focus(target)).toEqual({
      ok: false,
      why: "no terminal shows its Zellij session; run: zellij attach '-my work'",
    });
  });

  it('are none of a target that is in none', () => {
    const plain = inApp('kitty', { env: { STY: '2.pts-0.host', ZELLIJ_SESSION_NAME: 'left over', ZELLIJ_PANE_ID: '1' } });
    expect(screen(fakeWorld()).can(plain)).toBeUndefined();
    expect(zellij(fakeWorld()).can(plain)).toBeUndefined();
  });
});

describe('editors', () => {
  it('are asked for the window of the folder, by the scheme that is theirs', async () => {
    const urls: string[] = [];
    const focuser = editor(fakeWorld(), async (url) => {
      urls.push(url);
      return { ok: true };
    });
    const cwd = '/home/dev/a b#c';
    for (const id of ['com.microsoft.VSCode', 'cursor']) await focuser.focus(inApp(id, { cwd }));
    expect(urls).toEqual(['vscode://file/home/dev/a%20b%23c/', 'cursor://file/home/dev/a%20b%23c/']);
    expect(editorUrl('vscode', '/')).toBe('vscode://file/');
  });

  it('on macOS by their bundle, and never certain', async () => {
    const world = fakeWorld({ platform: 'darwin', answer: () => '' });
    const open = async () => ({ ok: true as const });
    expect(await editor(world, open).focus(inApp('com.jetbrains.pycharm', { cwd: '/p' }))).toEqual({
      ok: true,
      level: 'exact',
      certain: false,
      what: 'asked PyCharm for the window of /p',
    });
    expect(world.commands).toEqual([['open', '-b', 'com.jetbrains.pycharm', '/p']]);
    expect(editor(fakeWorld(), open).can(inApp('com.jetbrains.pycharm', { cwd: '/p' }))).toMatchObject({
      why: expect.any(String),
    });
    expect(editor(fakeWorld(), open).can(inApp('cursor'))).toMatchObject({ why: expect.stringContaining('folder') });
    const remote = inApp('cursor', { cwd: '/p', ancestors: [proc(3, 2, 'node'), proc(2, 1, 'sshd')] });
    expect(editor(fakeWorld(), open).can(remote)).toEqual({ why: 'the Cursor window is on another machine' });
  });
});

describe('desktops', () => {
  const target = inApp('org.alacritty', { cwd: '/home/dev/garden' });

  it('Sway focuses the container of the process', async () => {
    const tree = {
      id: 1,
      nodes: [{ id: 2, nodes: [{ id: 3, pid: 10, name: 'x', nodes: [] }], floating_nodes: [{ id: 4, pid: 99, name: 'y' }] }],
    };
    const world = fakeWorld({
      env: { SWAYSOCK: '/run/sway', WAYLAND_DISPLAY: 'wayland-1' },
      answer: (words) => (words.includes('get_tree') ? JSON.stringify(tree) : '[{"success":true}]'),
    });
    expect(await desktopWindow(world).focus(target)).toEqual({
      ok: true,
      level: 'exact',
      certain: true,
      what: 'brought the Alacritty window to the front',
    });
    expect(world.commands[1]).toEqual(['swaymsg', '-r', '[con_id=3] focus']);
  });

  it('Hyprland takes either way of writing a dispatch', async () => {
    const env = { HYPRLAND_INSTANCE_SIGNATURE: 'x', WAYLAND_DISPLAY: 'wayland-1' };
    const clients = JSON.stringify([
      { address: '0x5f', pid: 10, title: 'garden' },
      { address: '0x60', pid: 10, title: 'house' },
    ]);
    const world = fakeWorld({
      env,
      answer: ([, ...words]) => (words.includes('clients') ? clients : words[1] === 'focuswindow' ? 'error: lua' : 'ok'),
    });
    expect(await desktopWindow(world).focus(target)).toMatchObject({ ok: true, level: 'exact', certain: false });
    expect(world.commands.slice(1)).toEqual([
      ['hyprctl', 'dispatch', 'focuswindow', 'address:0x5f'],
      ['hyprctl', 'dispatch', 'hl.dsp.focus({ window = "address:0x5f" })'],
    ]);
  });

  it('niri focuses by id', async () => {
    const world = fakeWorld({
      env: { NIRI_SOCKET: '/run/niri', WAYLAND_DISPLAY: 'wayland-1' },
      answer: () => '[{"id":12,"pid":10,"title":"t"}]',
    });
    expect(await desktopWindow(world).focus(target)).toMatchObject({ ok: true, certain: true });
    expect(world.commands[1]).toEqual(['niri', 'msg', 'action', 'focus-window', '--id', '12']);
  });

  it('KWin runs a script that holds process ids only', async () => {
    const world = fakeWorld({ env: { WAYLAND_DISPLAY: 'wayland-0', XDG_CURRENT_DESKTOP: 'KDE' }, answer: () => '()' });
    expect(await desktopWindow(world).focus(target)).toMatchObject({
      ok: true,
      certain: false,
      what: 'asked KWin for the Alacritty window',
    });
    expect(world.commands.map((words) => words[8])).toEqual([
      'org.kde.kwin.Scripting.loadScript',
      'org.kde.kwin.Scripting.start',
      'org.kde.kwin.Scripting.unloadScript',
    ]);
    expect(kwinScript([30, 20])).toContain('of [30,20]');
  });

  it('GNOME on Wayland allows nothing, and that is said', async () => {
    const world = fakeWorld({ env: { WAYLAND_DISPLAY: 'wayland-0', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' } });
    expect(await desktopWindow(world).focus(target)).toEqual({
      ok: false,
      why: "ubuntu:GNOME lets no program bring another's window to the front; no DISPLAY is set",
    });
  });

  it('X11 picks one of several windows only when the whole app is to come', async () => {
    const activated: number[] = [];
    const display = async () => ({
      windows: async () => [
        { id: 5, pid: 10, title: 'a', class: '' },
        { id: 6, pid: 10, title: 'b', class: '' },
      ],
      managed: async () => null,
      activate: async (id: number) => activated.push(id) > 0,
      close: () => {},
    });
    const world = fakeWorld({ display });
    expect(await desktopWindow(world).focus(target)).toEqual({
      ok: false,
      why: 'which window of the app holds it, nothing tells',
    });
    expect(await raiseApp(target, world)).toEqual({
      ok: true,
      level: 'app',
      certain: false,
      what: 'brought the Alacritty window to the front, one of several',
    });
    expect(activated).toEqual([6]);
  });

  it('looks on the display of the session, not on that of the hub', async () => {
    const seen: (string | undefined)[] = [];
    const world = fakeWorld({
      env: { DISPLAY: ':0', XAUTHORITY: '/hub' },
      display: async (env) => Promise.reject(new Error(`${seen.push(env.DISPLAY, env.XAUTHORITY)}`)),
    });
    await desktopWindow(world).focus({ ...target, env: { DISPLAY: ':7' } });
    await desktopWindow(world).focus(target);
    expect(seen).toEqual([':7', undefined, ':0', '/hub']);
  });
});

describe('raising an app', () => {
  it('asks Windows by process ids that are no part of the script', async () => {
    const world = fakeWorld({ platform: 'win32', answer: () => 'activated 10' });
    expect(await raiseApp(inApp('WindowsTerminal.exe'), world)).toEqual({
      ok: true,
      level: 'app',
      certain: false,
      what: 'asked Windows for the Windows Terminal window',
    });
    expect(world.commands[0]?.join(' ')).not.toMatch(/\b10\b/u);
    expect(world.environments[0]?.VIGIE_PIDS).toBe('30,20,10');
  });

  it('starts no app that was not seen to run, and takes none for Terminal', async () => {
    const world = fakeWorld({ platform: 'darwin', answer: () => '' });
    expect(await raiseApp(targetOf({ app: appById('iTerm.app') ?? null }), world)).toEqual({
      ok: false,
      why: 'the app it runs in is not known',
    });
    expect(await raiseApp(targetOf({ ancestors: [proc(2, 1, 'zsh')] }), world)).toMatchObject({ ok: false });
    expect(world.commands).toEqual([]);
    const unknown = targetOf({
      ancestors: [proc(3, 2, 'zsh'), proc(2, 1, 'newterm', { path: '/Applications/New Term.app/Contents/MacOS/newterm' })],
    });
    expect(await raiseApp(unknown, world)).toMatchObject({ ok: true, what: 'brought /Applications/New Term.app to the front' });
    expect(world.commands).toEqual([['open', '-a', '/Applications/New Term.app']]);
  });

  it('does not look here for what is over there', async () => {
    const remote = targetOf({ ancestors: [proc(3, 2, 'zsh'), proc(2, 1, 'sshd-session')] });
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(await raiseApp(remote, fakeWorld({ platform }))).toMatchObject({ ok: false, why: expect.stringContaining('ssh') });
  });

  it('says so when a program is not there', async () => {
    const world = fakeWorld({ platform: 'win32', answer: ([command]) => missing(command ?? '') });
    expect(await raiseApp(inApp('WindowsTerminal.exe'), world)).toEqual({ ok: false, why: 'powershell.exe is not installed' });
  });
});

it('is told in docs/jump.md for each app', () => {
  const table = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'jump.md'), 'utf8');
  expect(apps.map(({ name }) => name).filter((name) => !table.includes(name))).toEqual([]);
});
