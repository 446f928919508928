// What a session, its project and its place are called.

import type { SessionView } from '../src/domain/view.ts';
import { lineOf } from './line.ts';

/** Its title, else what it was asked, else its id. */
export const titleOf = (view: SessionView): string =>
  lineOf(view.title ?? '') || lineOf(view.prompt ?? '') || lineOf(view.session);

/** The last part of a folder's path. */
export const projectOf = (cwd: string | null): string => {
  const parts = lineOf(cwd ?? '')
    .split(/[/\\]/u)
    .filter(Boolean);
  return parts.at(-1) ?? (cwd ? '/' : 'No folder');
};

/** A folder's path, with `~` for the home folder where that is known. */
export const pathOf = (path: string | null, home: string | undefined): string => {
  const line = lineOf(path ?? '');
  if (!home || (line !== home && !line.startsWith(`${home}/`) && !line.startsWith(`${home}\\`))) return line;
  return `~${line.slice(home.length)}`;
};

const apps: Readonly<Record<string, string>> = {
  vscode: 'VS Code',
  'iterm.app': 'iTerm',
  apple_terminal: 'Terminal',
  wezterm: 'WezTerm',
  ghostty: 'Ghostty',
  kitty: 'kitty',
  warpterminal: 'Warp',
  hyper: 'Hyper',
};

/** Where it runs, shortest first: `tmux %5`, `WezTerm`, `tty pts/4`; empty when nothing is known. */
export const placeOf = ({ place, host }: Pick<SessionView, 'place' | 'host'>): string => {
  const app = lineOf(place.app ?? '');
  const where = place.tmux
    ? `tmux ${lineOf(place.tmux.pane)}`
    : app !== '' && app.toLowerCase() !== 'tmux'
      ? (apps[app.toLowerCase()] ?? app)
      : place.tty
        ? `tty ${lineOf(place.tty).replace(/^\/dev\//u, '')}`
        : '';
  return [lineOf(host), where].filter(Boolean).join(' ');
};

/** Whom a sentence is about: `claude in harbor-api`. */
export const whoOf = (view: SessionView): string =>
  view.cwd ? `${lineOf(view.name)} in ${projectOf(view.cwd)}` : lineOf(view.name);
