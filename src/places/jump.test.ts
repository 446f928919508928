import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fake, FakeWorld } from '../../test/places/fake-world.ts';
import { fakeWorld, placeOf, proc } from '../../test/places/fake-world.ts';
import type { ClientRow } from '../host/tmux.ts';
import type { Jumpable, JumpDeps } from './jump.ts';
import { jump } from './jump.ts';
import { attachCommand, rightClient } from './tmux.ts';

const rulesFolder = join(process.env.VIGIE_TEST_FOLDER ?? '', 'rules');
const sessionOf = (session: Partial<Jumpable>): Jumpable => ({
  agent: 'ralph',
  session: 's1',
  host: '',
  title: null,
  cwd: '/home/dev/garden',
  place: placeOf({}),
  ...session,
});

interface Trial extends FakeWorld, JumpDeps {
  opened: string[];
}
const trial = (fake: Fake = {}, deps: Partial<JumpDeps> = {}): Trial => {
  const opened: string[] = [];
  const open = async (url: string) => {
    opened.push(url);
    return { ok: true as const };
  };
  return { ...fakeWorld(fake), rulesFolder, open, opened, ...deps };
};

/** One window per process, on X11. */
const displayOf = (windows: [id: number, pid: number, title?: string][]): NonNullable<Fake['display']> => {
  return async () => ({
    windows: async () => windows.map(([id, pid, title = '']) => ({ id, pid, title, class: '' })),
    managed: async (id) => (windows.some(([known]) => known === id) ? id : null),
    activate: async () => true,
    close: () => {},
  });
};
const inXterm = [
  proc(1, 0, 'systemd'),
  proc(10, 1, 'xterm'),
  proc(20, 10, 'zsh', { tty: '/dev/pts/2' }),
  proc(30, 20, 'ralph', { tty: '/dev/pts/2' }),
];
const inAlacrittys = [proc(1, 0, 'systemd'), proc(10, 1, 'alacritty'), proc(20, 10, 'zsh'), proc(30, 20, 'ralph')];

beforeAll(() => {
  mkdirSync(rulesFolder, { recursive: true });
  writeFileSync(join(rulesFolder, 'Alacritty.json'), '{"url":"alacritty://focus?dir={cwd}"}');
  writeFileSync(join(rulesFolder, 'foot.json'), '{"url":"foot://{cwd}"}');
});

describe('the order', () => {
  it('is the exact window first, although there are rules', async () => {
    const deps = trial({ processes: inXterm, display: displayOf([[7, 10]]) }, { agentRule: 'ralph://x' });
    expect(await jump(sessionOf({ place: placeOf({ pid: 30 }) }), deps)).toEqual({
      ok: true,
      level: 'exact',
      certain: true,
      what: 'brought the xterm window to the front',
    });
    expect(deps.opened).toEqual([]);
  });

  const two = {
    processes: inAlacrittys,
    display: displayOf([
      [7, 10],
      [8, 10],
    ]),
  };

  it('is the rule of the agent next', async () => {
    const deps = trial(two, { agentRule: 'ralph://open?s={session}' });
    expect(await jump(sessionOf({ place: placeOf({ pid: 30 }) }), deps)).toEqual({
      ok: true,
      level: 'rule',
      certain: false,
      what: 'opened the jump rule of ralph',
    });
    expect(deps.opened).toEqual(['ralph://open?s=s1']);
  });

  it('is the rule of the app then, also when that of the agent lacks a value', async () => {
    const deps = trial(two, { agentRule: 'ralph://open?t={title}' });
    expect(await jump(sessionOf({ place: placeOf({ pid: 30 }) }), deps)).toMatchObject({
      level: 'rule',
      what: 'opened the jump rule of Alacritty',
    });
    expect(deps.opened).toEqual(['alacritty://focus?dir=%2Fhome%2Fdev%2Fgarden']);
  });

  it('is the app at last', async () => {
    const deps = trial(two, { rulesFolder: '/nowhere' });
    expect(await jump(sessionOf({ place: placeOf({ pid: 30 }) }), deps)).toEqual({
      ok: true,
      level: 'app',
      certain: false,
      what: 'brought the Alacritty window to the front, one of several',
    });
  });
});

describe('a dead click', () => {
  it.each([
    ['nothing is known', {}, {}, 'no live process is known to find its window by'],
    [
      'the process is gone',
      { place: placeOf({ pid: 77 }) },
      {},
      'process 77 is gone; no live process is known to find its window by',
    ],
    ['it runs elsewhere', { host: 'tower' }, {}, 'it runs on tower; jump there from that machine'],
    [
      'it was reached over ssh',
      { place: placeOf({ pid: 3, ssh: '10.0.0.9' }) },
      { processes: [proc(1, 0, 'systemd'), proc(2, 1, 'sshd'), proc(3, 2, 'ralph')] },
      'its terminal is on another machine, at the other end of an ssh connection',
    ],
    [
      'a rule is broken',
      { place: placeOf({ pid: 3 }) },
      { processes: [proc(1, 0, 'systemd'), proc(2, 1, 'foot'), proc(3, 2, 'ralph')] },
      'no DISPLAY is set; jump rule foot.json "url" has a marker in its host',
    ],
    [
      'kitty takes no orders',
      { place: placeOf({ pid: 3 }) },
      { processes: [proc(1, 0, 'systemd'), proc(2, 1, 'kitty'), proc(3, 2, 'ralph')] },
      'kitty takes no remote control: set allow_remote_control and listen_on in kitty.conf, and start it again; no DISPLAY is set',
    ],
  ])('says why: %s', async (_, session, fake: Fake, why) => {
    expect(await jump(sessionOf(session), trial(fake))).toEqual({ ok: false, why });
  });
});

describe('tmux', () => {
  /** The agent (102) in a pane of server 50, whose client (61) runs in an xterm (60). */
  const processes = [
    proc(1, 0, 'systemd'),
    proc(50, 1, 'tmux: server'),
    proc(101, 50, 'zsh', { tty: '/dev/pts/4' }),
    proc(102, 101, 'ralph', { tty: '/dev/pts/4' }),
    proc(60, 1, 'xterm'),
    proc(61, 60, 'tmux: client', { tty: '/dev/pts/8' }),
  ];
  const socket = '/run/tmux/my server';
  const place = placeOf({ pid: 102, tmux: { socket, server_pid: 50, server_start_ms: 900_000, pane: '%4' } });
  const answers =
    (clients: string): Fake['answer'] =>
    ([command, , , , verb]) =>
      command !== 'tmux'
        ? undefined
        : verb === 'list-panes'
          ? '50 900 %4 101 $1 @3 2 0 1 /dev/pts/4 side work\n'
          : verb === 'list-clients'
            ? clients
            : '';

  it('selects the pane, moves the client, then raises the window of its terminal', async () => {
    const deps = trial({ processes, answer: answers('61 $0 10 0 /dev/pts/8 /dev/pts/8\n'), display: displayOf([[7, 60]]) });
    expect(await jump(sessionOf({ place }), deps)).toEqual({
      ok: true,
      level: 'exact',
      certain: true,
      what: 'selected tmux pane %4 (side work:2), brought the xterm window to the front',
    });
    expect(deps.commands.map((words) => words.slice(4))).toEqual([
      ['list-panes', '-a', '-F', expect.any(String)],
      ['select-window', '-t', '$1:@3', ';', 'select-pane', '-Z', '-t', '%4'],
      ['list-clients', '-F', expect.any(String)],
      ['switch-client', '-c', '/dev/pts/8', '-t', '$1'],
    ]);
    expect(deps.commands.every(([, utf8, flag, path]) => utf8 === '-u' && flag === '-S' && path === socket)).toBe(true);
  });

  it('says how to attach where nobody is', async () => {
    expect(await jump(sessionOf({ place }), trial({ processes, answer: answers('') }))).toEqual({
      ok: false,
      why: "nobody is attached to its tmux session; run: tmux -S '/run/tmux/my server' attach-session -t '=side work'",
    });
  });

  it('has shown the pane even where the window does not come', async () => {
    const deps = trial({ processes, answer: answers('61 $1 10 0 /dev/pts/8 /dev/pts/8\n') });
    expect(await jump(sessionOf({ place }), deps)).toEqual({
      ok: true,
      level: 'exact',
      certain: false,
      what: 'selected tmux pane %4 (side work:2); its window could not be brought to the front: no DISPLAY is set',
    });
    expect(deps.commands.some((words) => words.includes('switch-client'))).toBe(false);
  });

  it('follows a rule for the terminal around it', async () => {
    const deps = trial(
      { processes, answer: answers('61 $1 10 0 /dev/pts/8 /dev/pts/8\n') },
      { agentRule: 'ralph://x?pane={tmux_pane}&in={host}&tty={tty}&pid={pid}' },
    );
    expect(await jump(sessionOf({ place }), deps)).toMatchObject({
      level: 'rule',
      what: 'selected tmux pane %4 (side work:2), opened the jump rule of ralph',
    });
    expect(deps.opened).toEqual(['ralph://x?pane=%254&in=xterm&tty=%2Fdev%2Fpts%2F4&pid=102']);
  });

  it('moves the client of the caller', async () => {
    const clients = '61 $1 10 0 /dev/pts/8 /dev/pts/8\n62 $0 5 0 /dev/pts/9 /dev/pts/9\n';
    const deps = trial({ processes, answer: answers(clients), client: '/dev/pts/9' });
    await jump(sessionOf({ place }), deps);
    expect(deps.commands.at(-1)?.slice(4)).toEqual(['switch-client', '-c', '/dev/pts/9', '-t', '$1']);
  });

  it('takes the client that shows the session, then the one used last, and a program only when there is nobody', () => {
    const client = (name: string, session: string, control = false): ClientRow => ({
      name,
      session,
      control,
      pid: 1,
      tty: name,
      activity_ms: 0,
    });
    const clients = [client('program', '$1', true), client('recent', '$0'), client('there', '$1')];
    expect(rightClient(clients, '$1')?.name).toBe('there');
    expect(rightClient(clients, '$2')?.name).toBe('recent');
    expect(rightClient(clients, '$1', 'recent')?.name).toBe('recent');
    expect(rightClient([client('program', '$1', true)], '$1')?.name).toBe('program');
    expect(rightClient([client('program', '$1', true)], '$2')).toBeUndefined();
  });

  it('quotes what a person is to paste', () => {
    const row = { server: { socket: "/a'b", pid: 1, start_ms: 1 }, session_name: '$(id)' };
    expect(attachCommand(row as Parameters<typeof attachCommand>[0])).toBe(`tmux -S '/a'\\''b' attach-session -t '=$(id)'`);
  });
});
