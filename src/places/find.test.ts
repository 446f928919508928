import { describe, expect, it } from 'vitest';
import type { Fake } from '../../test/places/fake-world.ts';
import { fakeWorld, placeOf, proc, said } from '../../test/places/fake-world.ts';
import { findTarget, resolvePlace } from './find.ts';

const socket = '/run/tmux/default';
const pane = (id: string, pid: number, tty: string, { server = 50, start = 900, attached = 1 } = {}): string =>
  `${server} ${start} ${id} ${pid} $0 @0 0 1 ${attached} ${tty} main`;

/** An agent (102) in a shell (101) in a pane of a tmux server (50). */
const inTmux = [
  proc(1, 0, 'systemd'),
  proc(50, 1, 'tmux: server'),
  proc(101, 50, 'zsh', { tty: '/dev/pts/4' }),
  proc(102, 101, 'claude', { tty: '/dev/pts/4' }),
];
/** An agent (202) in a shell (201) in kitty (200). */
const inKitty = [
  proc(1, 0, 'systemd'),
  proc(200, 1, 'kitty'),
  proc(201, 200, 'zsh', { tty: '/dev/pts/9' }),
  proc(202, 201, 'claude', { tty: '/dev/pts/9' }),
];

const worldWith = (panes: string[], fake: Fake = {}) =>
  fakeWorld({
    answer: ([command, , , , verb]) => (command === 'tmux' && verb === 'list-panes' ? panes.join('\n') : undefined),
    ...fake,
  });
const claimOf = (id: string, rest: object = {}) => ({ socket, server_pid: 50, server_start_ms: 900_000, pane: id, ...rest });

describe('a session in tmux', () => {
  it('is in the pane that owns its terminal device', async () => {
    const world = worldWith([pane('%3', 99, '/dev/pts/3'), pane('%4', 101, '/dev/pts/4')], { processes: inTmux });
    expect(await resolvePlace(placeOf({ pid: 102, tmux: claimOf('%4') }), world)).toEqual({
      place: placeOf({ pid: 102, pid_start: 1020, tty: '/dev/pts/4', tmux: claimOf('%4') }),
      confidence: 'certain',
      notes: [],
    });
  });

  it('is found although its environment names another pane, as that of a shared daemon does', async () => {
    const world = worldWith([pane('%3', 99, '/dev/pts/3'), pane('%4', 101, '/dev/pts/4')], { processes: inTmux });
    const found = await resolvePlace(placeOf({ pid: 102, tmux: claimOf('%3') }), world);
    expect(found.place.tmux?.pane).toBe('%4');
    expect(found).toMatchObject({ confidence: 'certain', notes: ['its environment names pane %3, its process is in %4'] });
  });

  it('is where a linked window is looked at', async () => {
    const world = worldWith(['50 900 %4 101 $0 @0 0 1 0 /dev/pts/4 hidden', '50 900 %4 101 $1 @0 0 1 2 /dev/pts/4 seen'], {
      processes: inTmux,
    });
    expect((await findTarget(placeOf({ pid: 102, tmux: claimOf('%4') }), null, world)).pane?.session_name).toBe('seen');
  });

  it('is in no pane when its process is in none', async () => {
    const world = worldWith([pane('%3', 99, '/dev/pts/3')], { processes: inKitty });
    const found = await resolvePlace(placeOf({ pid: 202, tmux: claimOf('%3') }), world);
    expect(found.place).toMatchObject({ tmux: null, app: 'net.kovidgoyal.kitty' });
    expect(found.notes).toEqual(['its environment names tmux pane %3, but its process is in no pane']);
  });

  it('is not in the pane that started its terminal', async () => {
    const started = [...inTmux, proc(300, 101, 'kitty', { tty: '/dev/pts/4' }), proc(301, 300, 'claude', { tty: '/dev/pts/12' })];
    const found = await findTarget(
      placeOf({ pid: 301, tmux: claimOf('%4') }),
      null,
      worldWith([pane('%4', 101, '/dev/pts/4')], { processes: started }),
    );
    expect(found.pane).toBeNull();
    expect(found.app?.name).toBe('kitty');
    expect(found.ancestors.map(({ pid }) => pid)).toEqual([301, 300]);
  });

  it('is believed without a process only as far as the server is the same', async () => {
    const panes = [pane('%4', 101, '/dev/pts/4')];
    expect(await resolvePlace(placeOf({ tmux: claimOf('%4') }), worldWith(panes))).toMatchObject({
      confidence: 'likely',
      notes: [],
    });
    expect(
      await resolvePlace(placeOf({ tmux: claimOf('%4', { server_pid: null, server_start_ms: null }) }), worldWith(panes)),
    ).toMatchObject({
      confidence: 'claimed',
      place: { tmux: { server_pid: 50 } },
    });
  });

  it('is gone after a restart of the server, although a pane has its id', async () => {
    const found = await resolvePlace(
      placeOf({ tmux: claimOf('%4') }),
      worldWith([pane('%4', 101, '/dev/pts/4', { server: 60, start: 950 })]),
    );
    expect(found.place.tmux).toBeNull();
    expect(found.notes).toEqual(['the tmux server was started again since: pane %4 is another one by now']);
    const reused = await resolvePlace(
      placeOf({ tmux: claimOf('%4') }),
      worldWith([pane('%4', 101, '/dev/pts/4', { start: 950 })]),
    );
    expect(reused.place.tmux).toBeNull();
  });

  it('keeps its claim when the server does not answer', async () => {
    const world = fakeWorld({ processes: inTmux, answer: () => ({ ok: false, why: 'late', message: 'tmux gave no answer' }) });
    expect(await resolvePlace(placeOf({ pid: 102, tmux: claimOf('%4') }), world)).toMatchObject({
      place: { tmux: { pane: '%4' } },
      notes: [`the tmux server on ${socket} does not answer`],
    });
    expect(
      (await resolvePlace(placeOf({ tmux: claimOf('%9') }), fakeWorld({ answer: () => said('no server running on x', 1) })))
        .notes,
    ).toEqual(['tmux pane %9 is gone']);
  });
});

describe('a session without a process of its own, as a home-made tool has', () => {
  const ids = { KITTY_WINDOW_ID: '1', KITTY_LISTEN_ON: 'unix:/k' };

  it('is in the pane that it names and that has its terminal device', async () => {
    const world = worldWith([pane('%4', 101, '/dev/pts/4')], { processes: inTmux });
    const claim = placeOf({ tty: '/dev/pts/4', tmux: claimOf('%4', { server_start_ms: null }) });
    expect(await resolvePlace(claim, world)).toMatchObject({
      confidence: 'certain',
      notes: [],
      place: { pid: null, tmux: claimOf('%4') },
    });
  });

  it('is where its terminal device is, when it names a pane that it inherited', async () => {
    const world = worldWith([pane('%4', 101, '/dev/pts/4')], { processes: [...inTmux, ...inKitty] });
    const found = await findTarget(placeOf({ tty: '/dev/pts/9', tmux: claimOf('%4') }), null, world);
    expect(found).toMatchObject({ pane: null, confidence: 'likely', place: { tmux: null } });
    expect(found.app?.name).toBe('kitty');
    const other = worldWith([pane('%3', 99, '/dev/pts/3'), pane('%4', 101, '/dev/pts/4')], { processes: inTmux });
    expect((await findTarget(placeOf({ tty: '/dev/pts/4', tmux: claimOf('%3') }), null, other)).pane?.pane).toBe('%4');
  });

  it('is nowhere when the server of its pane is no more, whoever has its device now', async () => {
    const world = worldWith([pane('%4', 101, '/dev/pts/4', { server: 50, start: 950 })], { processes: inTmux });
    expect(await findTarget(placeOf({ tty: '/dev/pts/4', tmux: claimOf('%4') }), null, world)).toMatchObject({
      pane: null,
      ancestors: [],
      confidence: 'claimed',
      place: { tmux: null },
    });
  });

  it('is in the terminal that holds its device, for certain when that has the same window ids', async () => {
    const same = fakeWorld({ processes: inKitty, environments: { 201: ids } });
    expect(await findTarget(placeOf({ tty: '/dev/pts/9', ids }), null, same)).toMatchObject({ confidence: 'certain', env: ids });
    const next = fakeWorld({ processes: inKitty, environments: { 201: { ...ids, KITTY_WINDOW_ID: '2' } } });
    expect(await findTarget(placeOf({ tty: '/dev/pts/9', ids }), null, next)).toMatchObject({ confidence: 'likely' });
    expect(await findTarget(placeOf({ tty: '/dev/pts/8', ids }), null, same)).toMatchObject({
      confidence: 'claimed',
      ancestors: [],
    });
  });
});

describe('a session outside tmux', () => {
  it('asks no tmux', async () => {
    const world = worldWith([], { processes: inKitty });
    expect(await resolvePlace(placeOf({ pid: 202 }), world)).toMatchObject({
      confidence: 'certain',
      place: { tty: '/dev/pts/9' },
    });
    expect(world.commands).toEqual([]);
  });

  it('is in the app among its ancestors, whatever its environment says', async () => {
    const world = fakeWorld({ processes: inKitty, environments: { 202: { TERM_PROGRAM: 'iTerm.app', KITTY_WINDOW_ID: '7' } } });
    const found = await findTarget(placeOf({ pid: 202, app: 'ghostty', ids: { KITTY_WINDOW_ID: '1' } }), '/p', world);
    expect(found.app?.name).toBe('kitty');
    expect(found.place.app).toBe('net.kovidgoyal.kitty');
    expect(found.env.KITTY_WINDOW_ID).toBe('7');
  });

  it('keeps the name it claims for the app it is in', async () => {
    expect((await resolvePlace(placeOf({ pid: 202, app: 'kitty' }), fakeWorld({ processes: inKitty }))).place.app).toBe('kitty');
  });

  it('does not go by a pid that another process has by now', async () => {
    const found = await resolvePlace(placeOf({ pid: 202, pid_start: 7, app: 'kitty' }), fakeWorld({ processes: inKitty }));
    expect(found).toEqual({
      place: placeOf({ app: 'kitty' }),
      confidence: 'claimed',
      notes: ['process 202 is another one by now'],
    });
    expect((await resolvePlace(placeOf({ pid: 9 }), fakeWorld())).notes).toEqual(['process 9 is gone']);
  });

  it('guesses no app', async () => {
    const unknown = [proc(1, 0, 'launchd'), proc(5, 1, 'zsh'), proc(6, 5, 'claude')];
    expect((await findTarget(placeOf({ pid: 6 }), null, fakeWorld({ processes: unknown }))).app).toBeNull();
    expect((await findTarget(placeOf({ pid: 6, app: 'vscode' }), null, fakeWorld({ processes: unknown }))).app).toBeNull();
    const fork = fakeWorld({ processes: unknown });
    const told = placeOf({ pid: 6, app: 'vscode', ids: { __CFBundleIdentifier: 'com.exafunction.windsurf' } });
    expect((await findTarget(told, null, fork)).app?.name).toBe('Windsurf');
  });

  it('is in the window of the outermost process of its editor', async () => {
    const editor = [
      proc(1, 0, 'systemd'),
      proc(10, 1, 'kitty'),
      proc(20, 10, 'code'),
      proc(21, 20, 'code'),
      proc(22, 21, 'zsh'),
      proc(23, 22, 'claude'),
    ];
    const found = await findTarget(placeOf({ pid: 23 }), null, fakeWorld({ processes: editor }));
    expect(found.ancestors.map(({ pid }) => pid)).toEqual([23, 22, 21, 20]);
    expect(found.app?.name).toBe('VS Code');
  });

  it('is in no window of the panel that started its terminal', async () => {
    const panel = [proc(1, 0, 'systemd'), proc(10, 1, 'plasmashell'), proc(20, 10, 'rio'), proc(30, 20, 'claude')];
    const found = await findTarget(placeOf({ pid: 30 }), null, fakeWorld({ processes: panel }));
    expect(found.ancestors.map(({ name }) => name)).toEqual(['claude', 'rio']);
    expect(found).toMatchObject({ confidence: 'certain', app: null });
  });

  it('forgets an ssh connection that only its environment remembers', async () => {
    const world = fakeWorld({ processes: inKitty });
    expect((await resolvePlace(placeOf({ pid: 202, ssh: '10.0.0.9' }), world)).place.ssh).toBeNull();
    const remote = [proc(1, 0, 'systemd'), proc(2, 1, 'sshd'), proc(3, 2, 'zsh', { tty: '/dev/pts/1' })];
    const found = await findTarget(
      placeOf({ pid: 3, ssh: '10.0.0.9', app: 'iTerm.app' }),
      null,
      fakeWorld({ processes: remote }),
    );
    expect(found.place.ssh).toBe('10.0.0.9');
    expect(found.app).toBeNull();
  });
});
