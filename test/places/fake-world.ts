// A machine that is not there: what runs on it is a table, what programs answer is a function, and every command is kept.

import type { Ran } from '../../src/host/command.ts';
import type { Process } from '../../src/host/process-table.ts';
import { tableOf } from '../../src/host/process-table.ts';
import { tmuxClient } from '../../src/host/tmux.ts';
import type { Place } from '../../src/domain/place.ts';
import { nowhere } from '../../src/domain/place.ts';
import type { Target } from '../../src/places/outcome.ts';
import type { World } from '../../src/places/world.ts';

export const proc = (pid: number, ppid: number, name: string, rest: Partial<Process> = {}): Process => ({
  pid,
  ppid,
  name,
  start: pid * 10,
  tty: null,
  path: null,
  ...rest,
});

export const said = (stdout: string, code = 0): Ran => ({ ok: true, stdout, stderr: code === 0 ? '' : stdout, code });
export const missing = (command: string): Ran => ({ ok: false, why: 'missing', message: `${command} is not installed` });

export interface FakeWorld extends World {
  /** Every command that was run, as one list of words. */
  commands: string[][];
  /** What was added to the environment of each. */
  environments: Readonly<Record<string, string | undefined>>[];
}

export interface Fake {
  platform?: NodeJS.Platform;
  env?: Record<string, string>;
  processes?: Process[];
  environments?: Record<number, Record<string, string>>;
  ttys?: Record<number, string[]>;
  /** What a command answers; `undefined`: it is not installed. */
  answer?: (words: string[]) => Ran | string | undefined;
  display?: World['openDisplay'];
  client?: string;
}

export const fakeWorld = ({
  platform = 'linux',
  env = {},
  processes = [],
  environments = {},
  ttys = {},
  answer,
  display,
  client,
}: Fake = {}): FakeWorld => {
  const commands: string[][] = [];
  const given: FakeWorld['environments'] = [];
  const run: World['run'] = async (command, args, options) => {
    commands.push([command, ...args]);
    given.push(options?.env ?? {});
    const said = answer?.([command, ...args]);
    return said === undefined
      ? missing(command)
      : typeof said === 'string'
        ? { ok: true, stdout: said, stderr: '', code: 0 }
        : said;
  };
  return {
    commands,
    environments: given,
    run,
    where: { platform, env, home: '/home/dev' },
    tmux: tmuxClient({ run, env, uid: undefined }),
    processes: async () => tableOf(processes),
    environmentOf: (pid) => environments[pid] ?? {},
    openTtys: (pid) => ttys[pid] ?? [],
    openDisplay: display ?? (() => Promise.reject(new Error('no DISPLAY is set'))),
    ...(client && { client }),
  };
};

export const placeOf = (place: Partial<Place>): Place => ({ ...nowhere, ...place });

export const targetOf = (target: Partial<Target>): Target => ({
  place: nowhere,
  confidence: 'certain',
  notes: [],
  ancestors: [],
  isMultiplexed: false,
  app: null,
  pane: null,
  env: {},
  cwd: null,
  ...target,
});
