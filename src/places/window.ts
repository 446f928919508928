// Which of a desktop's windows a target is in: by the process that owns it, by the window id its environment names, by its folder in the title.

import { basename } from 'node:path';
import type { Target } from './outcome.ts';

export interface DesktopWindow {
  /** As its window system writes it. */
  id: string;
  pid: number | null;
  title: string;
}

export interface WindowSystem {
  name: string;
  /** The lowest first, where the system tells. Rejects with the reason. */
  windows(): Promise<DesktopWindow[]>;
  /** The window that a claimed id lies in. */
  named?(id: string): Promise<string | null>;
  /** True once it is the active one; null where nothing tells. */
  activate(id: string): Promise<boolean | null>;
  close(): void;
}

export interface Choice {
  window: DesktopWindow;
  /** `own`: it holds the target. `title`: its title says so. `top`: one of several, the uppermost. */
  by: 'own' | 'title' | 'top';
}

/** @param named id of the window that the environment names, already looked up */
export const chooseWindow = (windows: readonly DesktopWindow[], target: Target, named: string | null): Choice | undefined => {
  const owner = target.ancestors.find(({ pid }) => windows.some((window) => window.pid === pid));
  const owned = owner ? windows.filter((window) => window.pid === owner.pid) : [];
  const claimed = windows.find((window) => window.id === named);
  if (owned.length === 0) {
    // A window that does not tell its process, or a target without a live one: the environment's word is all there is.
    const isBelieved = claimed && (claimed.pid === null || target.ancestors.length === 0);
    return isBelieved ? { window: claimed, by: 'title' } : undefined;
  }
  if (claimed && owned.includes(claimed)) return { window: claimed, by: 'own' };
  const [only, ...others] = owned;
  if (only && others.length === 0) return { window: only, by: 'own' };
  const folder = target.cwd ? basename(target.cwd) : '';
  const titled = folder ? owned.filter(({ title }) => title.includes(folder)) : [];
  const top = titled.at(-1) ?? owned.at(-1);
  return top && { window: top, by: titled.length === 1 ? 'title' : 'top' };
};
