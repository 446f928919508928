// A real X11 desktop that nobody sees (Xvfb, openbox), with real xterm, tmux and kitty windows; xdotool and wmctrl are the witnesses.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../../src/domain/place.ts';
import { nowhere } from '../../src/domain/place.ts';
import { surroundings } from '../../src/host/folders.ts';
import { openDisplay } from '../../src/host/x11.ts';
import { findTarget } from '../../src/places/find.ts';
import type { JumpDeps } from '../../src/places/jump.ts';
import { jump } from '../../src/places/jump.ts';
import { askKitty } from '../../src/places/kitty-remote.ts';
import { thisMachine } from '../../src/places/world.ts';
import {
  agentLine,
  clearAway,
  clientsOf,
  folder,
  pidOf,
  shownBy,
  socketFolder,
  start,
  startServer,
  tmux,
  until,
} from '../places/stage.ts';

const display = `:${200 + (process.pid % 300)}`;
const cookies = join(folder, 'cookies');
const desktop = { ...process.env, DISPLAY: display, XAUTHORITY: cookies, LIBGL_ALWAYS_SOFTWARE: '1' };
const ask = (command: string, ...words: string[]) => {
  try {
    return execFileSync(command, words, { env: desktop, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};
const activeTitle = () => ask('xdotool', 'getactivewindow', 'getwindowname');
const activate = async (title: string): Promise<void> => {
  ask('wmctrl', '-a', title);
  await expect.poll(activeTitle, { timeout: 10_000 }).toBe(title);
};

// The hub knows of no display: the session's own process does.
const deps: JumpDeps = {
  ...thisMachine({ ...surroundings(), env: { ...process.env, DISPLAY: undefined } }),
  rulesFolder: join(folder, 'rules'),
};
const jumpTo = (place: Partial<Place>, more: Partial<JumpDeps> = {}) =>
  jump(
    { agent: 'ralph', session: 's', host: '', title: 'a & b', cwd: '/p/garden', place: { ...nowhere, ...place } },
    { ...deps, ...more },
  );

beforeAll(async () => {
  const field = (bytes: Uint8Array | string) => Buffer.concat([Buffer.from([0, bytes.length]), Buffer.from(bytes)]);
  const parts = [hostname(), display.slice(1), 'MIT-MAGIC-COOKIE-1', randomBytes(16)].map(field);
  writeFileSync(cookies, Buffer.concat([Buffer.from([1, 0]), ...parts]), { mode: 0o600 });
  start('Xvfb', [display, '-auth', cookies, '-screen', '0', '1024x768x24', '-nolisten', 'tcp']);
  await until(() => ask('xdotool', 'getdisplaygeometry') !== '');
  start('openbox', [], desktop);
  await until(() => ask('wmctrl', '-m').includes('Openbox'));
});
afterAll(clearAway);

it('lets nobody in without its cookie', async () => {
  await expect(openDisplay({ DISPLAY: display })).rejects.toThrow('the X server refused us');
});

describe('xterm', () => {
  beforeAll(async () => {
    for (const name of ['left', 'right']) start('xterm', ['-T', name, '-e', 'sh', '-c', agentLine(name)], desktop);
    await until(() => ['left', 'right'].every((name) => ask('wmctrl', '-l').includes(name)));
  });

  it('comes to the front with the agent in it', async () => {
    for (const [there, away] of [
      ['left', 'right'],
      ['right', 'left'],
    ] as const) {
      await activate(away);
      expect(await jumpTo({ pid: await pidOf(there) })).toEqual({
        ok: true,
        level: 'exact',
        certain: true,
        what: 'brought the xterm window to the front',
      });
      expect(activeTitle()).toBe(there);
    }
  });

  it('comes from another desktop, and from the task bar', async () => {
    ask('wmctrl', '-s', '2');
    await expect.poll(() => ask('xdotool', 'get_desktop')).toBe('2');
    expect(await jumpTo({ pid: await pidOf('left') })).toMatchObject({ ok: true, certain: true });
    expect([ask('xdotool', 'get_desktop'), activeTitle()]).toEqual(['0', 'left']);
    ask('xdotool', 'search', '--name', '^left$', 'windowminimize');
    await expect.poll(activeTitle).not.toBe('left');
    expect(await jumpTo({ pid: await pidOf('left') })).toMatchObject({ ok: true, certain: true });
    expect(activeTitle()).toBe('left');
  });

  it('comes after the pane was selected in the tmux that it shows', async () => {
    const socket = startServer(join(socketFolder, 'on-desktop'), 'front', 'front');
    tmux(socket, 'new-session', '-d', '-s', 'back', agentLine('behind'));
    tmux(socket, 'new-window', '-t', 'back', 'sleep 120');
    start('xterm', ['-T', 'with-tmux', '-e', 'tmux', '-S', socket, 'attach-session', '-t', 'front'], desktop);
    const [client = ''] = await clientsOf(socket, 1);
    await activate('right');
    expect(await jumpTo({ pid: await pidOf('behind') })).toEqual({
      ok: true,
      level: 'exact',
      certain: true,
      what: 'selected tmux pane %1 (back:0), brought the xterm window to the front',
    });
    expect(shownBy(socket, client)).toBe('back %1');
    // xterm's title follows the program; the window is known by its class of one.
    expect(ask('xdotool', 'getactivewindow', 'getwindowpid')).toBe(
      ask('xdotool', 'search', '--name', 'with-tmux', 'getwindowpid'),
    );
  });
});

describe('kitty', () => {
  const socket = join(folder, 'kitty.sock');
  const quick = ['--config', 'NONE', '-o', 'confirm_os_window_close=0', '-o', 'update_check_interval=0'];
  const tell = async (cmd: string, payload: Record<string, unknown>): Promise<string> => {
    const answer = await askKitty({ path: socket }, cmd, payload);
    if (!answer.ok) throw new Error(answer.why);
    return answer.data;
  };
  interface Shown {
    id: number;
    is_focused: boolean;
    tabs?: Shown[];
    windows?: Shown[];
  }
  /** What kitty itself says has the focus: window ids. */
  const focused = async (): Promise<number[]> => {
    const down = (shown: Shown): Shown[] =>
      shown.is_focused
        ? (shown.tabs ?? shown.windows ?? []).flatMap((inner) =>
            (inner.tabs ?? inner.windows) ? down(inner) : inner.is_focused ? inner : [],
          )
        : [];
    return (JSON.parse(await tell('ls', {})) as Shown[]).flatMap(down).map(({ id }) => id);
  };

  beforeAll(async () => {
    const remote = ['-o', 'allow_remote_control=socket-only', '--listen-on', `unix:${socket}`];
    start('kitty', [...quick, ...remote, '--title', 'kitty-one', 'sh', '-c', agentLine('k1')], desktop);
    await pidOf('k1');
    for (const [type, name] of [
      ['tab', 'k2'],
      ['window', 'k3'],
      ['os-window', 'k4'],
    ] as const)
      await tell('launch', { type, window_title: name, args: ['sh', '-c', agentLine(name)] });
    await pidOf('k4');
  });

  it('focuses the window, its tab and its OS window', async () => {
    for (const [name, id] of [
      ['k1', 1],
      ['k3', 3],
      ['k4', 4],
      ['k2', 2],
    ] as const) {
      await activate('right');
      expect(await jumpTo({ pid: await pidOf(name) })).toEqual({
        ok: true,
        level: 'exact',
        certain: true,
        what: `focused kitty window ${id}`,
      });
      await expect.poll(focused, { timeout: 10_000 }).toEqual([id]);
      expect(activeTitle()).not.toBe('right');
    }
  });

  it('goes by the process, whatever window the hook named', async () => {
    await jumpTo({ pid: await pidOf('k1'), ids: { KITTY_WINDOW_ID: '4', KITTY_LISTEN_ON: 'unix:/nowhere' }, app: 'iTerm.app' });
    await expect.poll(focused, { timeout: 10_000 }).toEqual([1]);
  });

  it('is found by a home-made tool that tells no process of its own', async () => {
    const tty = readlinkSync(`/proc/${await pidOf('k2')}/fd/0`);
    const ids = { KITTY_WINDOW_ID: '2', KITTY_LISTEN_ON: `unix:${socket}` };
    await activate('right');
    expect(await jumpTo({ tty, ids, app: 'kitty' })).toEqual({
      ok: true,
      level: 'exact',
      certain: true,
      what: 'focused kitty window 2',
    });
    await expect.poll(focused, { timeout: 10_000 }).toEqual([2]);
    expect(await jumpTo({ tty, app: 'kitty' })).toMatchObject({ ok: true, certain: false, what: 'focused kitty window 2' });
  });

  it('comes as a window where it takes no remote control', async () => {
    start('kitty', [...quick, '--title', 'kitty-alone', 'sh', '-c', agentLine('alone')], desktop);
    await pidOf('alone');
    await activate('right');
    expect(await jumpTo({ pid: await pidOf('alone') })).toEqual({
      ok: true,
      level: 'exact',
      certain: true,
      what: 'brought the kitty window to the front',
    });
    expect(activeTitle()).toBe('kitty-alone');
  });
});

describe('a jump rule', () => {
  it('opens its URL by the desktop, as one argument, when no window can be told', async () => {
    const log = join(folder, 'opened');
    const programs = join(folder, 'bin');
    mkdirSync(programs, { recursive: true });
    mkdirSync(deps.rulesFolder, { recursive: true });
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s %s %s' "$#" "$DISPLAY" "$1" > '${log}'\n`);
    chmodSync(join(programs, 'xdg-open'), 0o755);
    writeFileSync(join(deps.rulesFolder, 'xterm.json'), '{"url":"myterm://focus?dir={cwd}&t={title}&s={session}"}');
    const where = { ...surroundings(), env: { ...process.env, PATH: `${programs}:${process.env.PATH}` } };
    const pid = await pidOf('left');
    const { env } = await findTarget({ ...nowhere, pid }, null, deps);
    expect(env.DISPLAY).toBe(display);
    // Without a display no window can be told.
    const outcome = await jumpTo(
      { pid },
      { ...thisMachine(where), openDisplay: () => Promise.reject(new Error('no DISPLAY is set')) },
    );
    expect(outcome).toEqual({ ok: true, level: 'rule', certain: false, what: 'opened the jump rule of xterm' });
    expect(ask('cat', log)).toBe(`1 ${display} myterm://focus?dir=%2Fp%2Fgarden&t=a%20%26%20b&s=s`);
  });
});
