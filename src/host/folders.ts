// Where Vigie keeps things (architecture, section 7). XDG on Linux and macOS, %LOCALAPPDATA% on Windows, all under VIGIE_HOME when that is set.

import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

interface Folders {
  config: string;
  state: string;
  share: string;
  run: string;
}

export interface Paths extends Folders {
  /** `config.toml` */
  configFile: string;
  /** The user's agent files in Vigie's dialect. */
  agents: string;
  /** Jump rules per app. */
  jump: string;
  spool: string;
  /** Spool files that could not be read, with their reasons. */
  quarantine: string;
  journal: string;
  lock: string;
  /** Unix socket, or the name of the pipe on Windows. */
  socket: string;
  /** Stable launchers: `vigie-hook`, `vigie`. */
  bin: string;
  hubLog: string;
}

export interface Surroundings {
  env: NodeJS.ProcessEnv;
  home: string;
  platform: NodeJS.Platform;
  user: string;
}

export const surroundings = (): Surroundings => ({
  env: process.env,
  home: process.env.HOME && process.platform !== 'win32' ? process.env.HOME : homedir(),
  platform: process.platform,
  user: userInfo().username,
});

const absolute = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined);

const foldersFor = ({ env, home, platform }: Surroundings): Folders => {
  if (env.VIGIE_HOME) {
    const root = resolve(env.VIGIE_HOME);
    return { config: join(root, 'config'), state: join(root, 'state'), share: join(root, 'share'), run: join(root, 'run') };
  }
  if (platform === 'win32') {
    const root = join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Vigie');
    return { config: join(root, 'config'), state: join(root, 'state'), share: join(root, 'share'), run: join(root, 'run') };
  }
  const state = join(absolute(env.XDG_STATE_HOME) ?? join(home, '.local', 'state'), 'vigie');
  const runtime = absolute(env.XDG_RUNTIME_DIR);
  return {
    config: join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'vigie'),
    state,
    share: join(absolute(env.XDG_DATA_HOME) ?? join(home, '.local', 'share'), 'vigie'),
    run: runtime ? join(runtime, 'vigie') : join(state, 'run'),
  };
};

export const pathsFor = (where: Surroundings = surroundings()): Paths => {
  const folders = foldersFor(where);
  const pipe = `\\\\.\\pipe\\vigie-${where.user}${where.env.VIGIE_HOME ? `-${folders.run.replace(/[^a-z0-9]+/giu, '-')}` : ''}`;
  return {
    ...folders,
    configFile: join(folders.config, 'config.toml'),
    agents: join(folders.config, 'agents'),
    jump: join(folders.config, 'jump'),
    spool: join(folders.state, 'spool'),
    quarantine: join(folders.state, 'quarantine'),
    journal: join(folders.state, 'journal.db'),
    lock: join(folders.state, 'hub.lock'),
    socket: where.platform === 'win32' ? pipe : join(folders.run, 'hub.sock'),
    bin: join(folders.share, 'bin'),
    hubLog: join(folders.state, 'hub.log'),
  };
};
