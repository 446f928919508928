// This machine, as focusers use it. Tests hand in another.

import type { Surroundings } from '../host/folders.ts';
import { surroundings } from '../host/folders.ts';
import type { RunCommand } from '../host/command.ts';
import { runCommand } from '../host/command.ts';
import type { ProcessTable } from '../host/process-table.ts';
import { environmentOf, openTtys, readProcessTable } from '../host/process-table.ts';
import type { Tmux } from '../host/tmux.ts';
import { tmuxClient } from '../host/tmux.ts';
import type { XDisplay } from '../host/x11.ts';
import { openDisplay } from '../host/x11.ts';

export interface World {
  run: RunCommand;
  where: Pick<Surroundings, 'env' | 'home' | 'platform'>;
  tmux: Tmux;
  /** A fresh look at the processes. */
  processes(): Promise<ProcessTable>;
  /** The environment that a process was started with; empty where that can't be read. */
  environmentOf(pid: number): Readonly<Record<string, string>>;
  /** Terminal devices that a process holds open. */
  openTtys(pid: number): readonly string[];
  /** Rejects with the reason when there is no X11 display. */
  openDisplay(env: Readonly<Record<string, string | undefined>>): Promise<XDisplay>;
  /** The tmux client to move, by name, where the caller sits in one. */
  client?: string;
}

export const thisMachine = (where: Surroundings = surroundings(), run: RunCommand = runCommand): World => ({
  run,
  where,
  tmux: tmuxClient({ run, env: where.env, uid: process.getuid?.() }),
  processes: () => readProcessTable(where.platform, run),
  environmentOf: (pid) => environmentOf(pid, where.platform),
  openTtys: (pid) => openTtys(pid, where.platform),
  openDisplay,
});
