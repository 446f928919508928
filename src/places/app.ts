// The terminals and editors that sessions run in, with every name they go by. To teach another one, add a row.

import type { Process } from '../host/process-table.ts';

type AppKind = 'terminal' | 'vscode' | 'jetbrains';

export interface App {
  name: string;
  kind: AppKind;
  /**
   * TERM_PROGRAM, bundle id, desktop id, exe name: what `place.app` may hold, and what a file of jump rules may be called. The bundle id
   * stands under `bundle` too where macOS has the app.
   */
  ids: readonly string[];
  bundle?: string;
  /** Names of its processes on any platform, lower case, as whole words or as beginnings that end in `*`. */
  processes: readonly string[];
  /** Scheme of its URLs, for the family of VS Code. */
  scheme?: string;
}

const terminal = (name: string, bundle: string | undefined, ids: readonly string[], processes: readonly string[]): App => ({
  name,
  kind: 'terminal',
  ids: bundle ? [bundle, ...ids] : ids,
  ...(bundle && { bundle }),
  processes,
});

const editor = (
  name: string,
  scheme: string,
  bundle: string,
  processes: readonly string[],
  ids: readonly string[] = [],
): App => ({
  name,
  kind: 'vscode',
  ids: [bundle, scheme, ...ids],
  bundle,
  processes,
  scheme,
});

const jetbrains = (name: string, bundle: string, processes: readonly string[]): App => ({
  name,
  kind: 'jetbrains',
  ids: [bundle, `jetbrains-${processes[0] ?? ''}`],
  bundle,
  processes,
});

export const apps: readonly App[] = [
  terminal('kitty', 'net.kovidgoyal.kitty', ['kitty'], ['kitty']),
  terminal(
    'WezTerm',
    'com.github.wez.wezterm',
    ['WezTerm', 'org.wezfurlong.wezterm', 'wezterm-gui.exe'],
    ['wezterm-gui', 'wezterm-mux-ser*'],
  ),
  terminal('iTerm2', 'com.googlecode.iterm2', ['iTerm.app'], ['iterm2', 'itermserver*']),
  terminal('Terminal', 'com.apple.Terminal', ['Apple_Terminal'], ['terminal']),
  terminal('Ghostty', 'com.mitchellh.ghostty', ['ghostty'], ['ghostty']),
  terminal('Alacritty', 'org.alacritty', ['Alacritty', 'alacritty.exe'], ['alacritty']),
  terminal('Warp', 'dev.warp.Warp-Stable', ['WarpTerminal', 'dev.warp.Warp'], ['stable', 'warp', 'warp-terminal']),
  terminal('Hyper', 'co.zeit.hyper', ['Hyper'], ['hyper']),
  terminal('Tabby', 'org.tabby', ['Tabby'], ['tabby']),
  terminal('GNOME Terminal', undefined, ['org.gnome.Terminal'], ['gnome-terminal*']),
  terminal('GNOME Console', undefined, ['org.gnome.Console'], ['kgx']),
  terminal('Ptyxis', undefined, ['org.gnome.Ptyxis'], ['ptyxis', 'ptyxis-agent']),
  terminal('Konsole', undefined, ['org.kde.konsole', 'konsole'], ['konsole', 'yakuake']),
  terminal('Xfce Terminal', undefined, ['xfce4-terminal'], ['xfce4-terminal']),
  terminal('Tilix', undefined, ['com.gexperts.Tilix'], ['tilix']),
  terminal('Terminator', undefined, ['terminator'], ['terminator']),
  terminal('foot', undefined, ['foot', 'org.codeberg.dnkl.foot'], ['foot', 'footclient']),
  terminal('xterm', undefined, ['xterm'], ['xterm']),
  terminal('urxvt', undefined, ['urxvt', 'rxvt-unicode'], ['urxvt', 'urxvtd', 'rxvt']),
  terminal('st', undefined, ['st'], ['st']),
  terminal('Windows Terminal', undefined, ['WindowsTerminal.exe', 'Microsoft.WindowsTerminal'], ['windowsterminal.exe']),
  terminal('Windows console', undefined, ['conhost.exe'], ['conhost.exe', 'openconsole.exe']),

  // Forks of VS Code all say TERM_PROGRAM=vscode: only the process or the bundle id tells them apart, so none is found by that name.
  editor('VS Code', 'vscode', 'com.microsoft.VSCode', ['code', 'code helper*', 'code.exe']),
  editor('VS Code Insiders', 'vscode-insiders', 'com.microsoft.VSCodeInsiders', ['code-insiders', 'code - insiders*']),
  editor('VSCodium', 'vscodium', 'com.vscodium', ['codium', 'vscodium', 'vscodium.exe']),
  editor('Cursor', 'cursor', 'com.todesktop.230313mzl4w4u92', ['cursor', 'cursor helper*', 'cursor.exe']),
  editor('Windsurf', 'windsurf', 'com.exafunction.windsurf', ['windsurf', 'windsurf helper*', 'windsurf.exe']),
  editor('Kiro', 'kiro', 'dev.kiro.desktop', ['kiro', 'kiro helper*', 'kiro.exe']),
  editor('Antigravity', 'antigravity', 'com.google.antigravity', ['antigravity', 'antigravity helper*', 'antigravity.exe']),
  editor('Trae', 'trae', 'com.trae.app', ['trae', 'trae helper*', 'trae.exe']),

  jetbrains('IntelliJ IDEA', 'com.jetbrains.intellij', ['idea', 'idea64.exe']),
  jetbrains('PyCharm', 'com.jetbrains.pycharm', ['pycharm', 'pycharm64.exe']),
  jetbrains('WebStorm', 'com.jetbrains.WebStorm', ['webstorm', 'webstorm64.exe']),
  jetbrains('PhpStorm', 'com.jetbrains.PhpStorm', ['phpstorm', 'phpstorm64.exe']),
  jetbrains('GoLand', 'com.jetbrains.goland', ['goland', 'goland64.exe']),
  jetbrains('CLion', 'com.jetbrains.CLion', ['clion', 'clion64.exe']),
  jetbrains('RubyMine', 'com.jetbrains.rubymine', ['rubymine', 'rubymine64.exe']),
  jetbrains('Rider', 'com.jetbrains.rider', ['rider', 'rider64.exe']),
  jetbrains('RustRover', 'com.jetbrains.rustrover', ['rustrover', 'rustrover64.exe']),
  jetbrains('DataGrip', 'com.jetbrains.datagrip', ['datagrip', 'datagrip64.exe']),
];

const byProcess = new Map<string, App>();
const byPrefix: [prefix: string, app: App][] = [];
const byId = new Map<string, App>();
for (const app of apps) {
  for (const name of app.processes) {
    if (name.endsWith('*')) byPrefix.push([name.slice(0, -1), app]);
    else byProcess.set(name, app);
  }
  // A fork is never taken for VS Code on the word of TERM_PROGRAM alone.
  for (const id of app.ids) if (id !== 'vscode') byId.set(id.toLowerCase(), app);
}

/** The app that a process belongs to, by the name of its program. */
export const appOfProcess = ({ name }: Pick<Process, 'name'>): App | undefined => {
  const lower = name.toLowerCase();
  return byProcess.get(lower) ?? byPrefix.find(([prefix]) => lower.startsWith(prefix))?.[1];
};

/** The app that goes by this id, in any case, with or without `.desktop`. */
export const appById = (id: string): App | undefined =>
  byId.get(id.toLowerCase()) ?? byId.get(id.toLowerCase().replace(/\.desktop$/u, ''));
