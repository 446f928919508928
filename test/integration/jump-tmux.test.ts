// Real tmux servers and screen sessions, with people attached through pseudo terminals; no desktop around them.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Place } from '../../src/domain/place.ts';
import { nowhere } from '../../src/domain/place.ts';
import { tmuxClient } from '../../src/host/tmux.ts';
import { resolvePlace } from '../../src/places/find.ts';
import type { JumpDeps } from '../../src/places/jump.ts';
import { jump } from '../../src/places/jump.ts';
import { thisMachine } from '../../src/places/world.ts';
import {
  agentLine,
  clearAway,
  clientsOf,
  folder,
  pidOf,
  shownBy,
  socketFolder,
  startServer,
  tmux,
  typeLine,
} from '../places/stage.ts';

const deps: JumpDeps = { ...thisMachine(), rulesFolder: join(folder, 'no-rules') };
const jumpTo = (place: Partial<Place>) =>
  jump({ agent: 'ralph', session: 's', host: '', title: null, cwd: null, place: { ...nowhere, ...place } }, deps);
const claim = (socket: string | null, pane: string) => ({ socket, pane, server_pid: null, server_start_ms: null });
const paneOf = (socket: string, target: string) => tmux(socket, 'display-message', '-p', '-t', target, '#{pane_id}');

let count = 0;
const socketNamed = (name: string) => join(socketFolder, `${name}-${(count += 1)}`);

afterEach(clearAway);

describe('a pane', () => {
  it('is shown to the person who looks at another session', async () => {
    const socket = startServer(socketNamed('one'), 'front', 'front');
    tmux(socket, 'new-session', '-d', '-s', 'back', agentLine('back'));
    tmux(socket, 'split-window', '-t', 'back', 'sleep 120');
    tmux(socket, 'new-window', '-t', 'back', 'sleep 120');
    typeLine(`tmux -S '${socket}' attach-session -t front`);
    const [client = ''] = await clientsOf(socket, 1);
    const pane = paneOf(socket, 'back:0.0');
    expect(shownBy(socket, client)).not.toContain(pane);

    const outcome = await jumpTo({ pid: await pidOf('back') });
    expect(outcome).toMatchObject({
      ok: true,
      level: 'exact',
      what: expect.stringContaining(`selected tmux pane ${pane} (back:0)`),
    });
    expect(shownBy(socket, client)).toBe(`back ${pane}`);
  });

  it('is told from the one of the same id on another server', async () => {
    const first = startServer(socketNamed('first'), 'a', 'a');
    const second = startServer(socketNamed('second'), 'b', 'b');
    const place = { ...nowhere, pid: await pidOf('b'), tmux: claim(first, '%0') };
    const found = await resolvePlace(place, deps);
    expect(found.place.tmux).toMatchObject({
      socket: second,
      pane: '%0',
      server_pid: Number(tmux(second, 'display-message', '-p', '#{pid}')),
    });
    expect(found.confidence).toBe('certain');
  });

  it('is found by a home-made tool that tells no process of its own', async () => {
    const socket = startServer(socketNamed('own'), 'x', 'own');
    const [pid, tty] = tmux(socket, 'display-message', '-p', '-t', 'x', '#{pid} #{pane_tty}').split(' ');
    const place = { ...nowhere, tty: tty ?? null, tmux: { ...claim(socket, '%0'), server_pid: Number(pid) } };
    expect(await resolvePlace(place, deps)).toMatchObject({ confidence: 'certain', notes: [], place: { pid: null, tty } });
  });

  it('is found on a server whose socket is nowhere but in its place', async () => {
    mkdirSync(join(folder, 'a dir'), { recursive: true });
    const socket = startServer(join(folder, 'a dir', "s'1"), 'x', 'far');
    const found = await resolvePlace({ ...nowhere, pid: await pidOf('far'), tmux: claim(socket, '%0') }, deps);
    expect(found).toMatchObject({ confidence: 'certain', place: { tmux: { socket, pane: '%0' } } });
  });

  it('is not taken for the one that has its id after a restart', async () => {
    const socket = startServer(socketNamed('again'), 'x', 'before');
    const before = await resolvePlace({ ...nowhere, pid: await pidOf('before'), tmux: claim(socket, '%0') }, deps);
    tmux(socket, 'kill-server');
    await expect.poll(async () => (await deps.tmux.panes(socket)).ok).toBe(false);
    startServer(socket, 'x', 'after');
    await pidOf('after');
    expect(await jumpTo(before.place)).toEqual({
      ok: false,
      why: `process ${before.place.pid} is gone; the tmux server was started again since: pane %0 is another one by now; no live process is known to find its window by`,
    });
  });

  it('comes with the command to attach where nobody is, and that command works', async () => {
    const socket = startServer(socketNamed("odd 'name"), 'my $(id) "work"', 'odd');
    const outcome = await jumpTo({ pid: await pidOf('odd') });
    const [, command = ''] = /run: (.*)$/u.exec(outcome.ok ? '' : outcome.why) ?? [];
    expect(command).toMatch(/^tmux -S /u);
    typeLine(command);
    const [client = ''] = await clientsOf(socket, 1);
    expect(shownBy(socket, client)).toBe(`${tmux(socket, 'display-message', '-p', '#{session_name}')} %0`);
  });

  it('is found while another server is wedged', async () => {
    const well = startServer(socketNamed('well'), 'x', 'well');
    const wedged = startServer(socketNamed('wedged'), 'x', 'wedged');
    const pid = Number(tmux(wedged, 'display-message', '-p', '#{pid}'));
    const hurried = { ...deps, tmux: tmuxClient({ run: deps.run, env: process.env, uid: process.getuid?.(), deadline_ms: 300 }) };
    process.kill(pid, 'SIGSTOP');
    try {
      expect(await resolvePlace({ ...nowhere, pid: await pidOf('well') }, hurried)).toMatchObject({
        confidence: 'certain',
        place: { tmux: { socket: well } },
      });
      const stuck = await resolvePlace({ ...nowhere, pid: await pidOf('wedged'), tmux: claim(wedged, '%0') }, hurried);
      expect(stuck.notes).toEqual([`the tmux server on ${wedged} does not answer`]);
      expect(stuck.place.tmux?.pane).toBe('%0');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('is reached through the tmux around it', async () => {
    const inner = startServer(socketNamed('inner'), 'in', 'nested');
    const outer = startServer(socketNamed('outer'), 'out', 'outer');
    tmux(outer, 'new-window', '-t', 'out', `TMUX= exec tmux -S '${inner}' attach-session -t in`);
    tmux(outer, 'select-window', '-t', 'out:0');
    tmux(inner, 'new-window', '-t', 'in', 'sleep 120');
    await clientsOf(inner, 1);
    typeLine(`tmux -S '${outer}' attach-session -t out`);
    const [client = ''] = await clientsOf(outer, 1);
    expect(shownBy(outer, client)).toBe('out %0');

    const outcome = await jumpTo({ pid: await pidOf('nested') });
    expect(outcome).toMatchObject({
      ok: true,
      what: expect.stringMatching(/^selected tmux pane %0 \(in:0\), selected tmux pane %1 \(out:1\)/u),
    });
    expect(shownBy(outer, client)).toBe('out %1');
    expect(tmux(inner, 'display-message', '-p', '-t', 'in', '#{pane_id}')).toBe('%0');
  });
});

describe('a screen window', () => {
  it('is selected, and so is the tmux pane that shows it', async () => {
    const env = { ...process.env, SCREENDIR: join(folder, 'screens') };
    mkdirSync(env.SCREENDIR, { mode: 0o700, recursive: true });
    const screen = (...words: string[]) => execFileSync('screen', words, { env, encoding: 'utf8' });
    screen('-dmS', 'kept', 'sh', '-c', agentLine('in-screen'));
    const pid = await pidOf('in-screen');
    const world: JumpDeps = {
      ...deps,
      run: (command, args, options) => deps.run(command, args, { ...options, env: { ...env, ...options?.env } }),
    };
    const place = { ...nowhere, pid };
    const session = { agent: 'ralph', session: 's', host: '', title: null, cwd: null, place };
    try {
      expect(await jump(session, world)).toMatchObject({
        ok: false,
        why: expect.stringMatching(/^no terminal shows its screen session; run: screen -r \d+\.kept$/u),
      });

      const socket = startServer(socketNamed('around'), 'x', 'around');
      screen('-S', 'kept', '-X', 'screen', 'sleep', '120');
      tmux(socket, 'new-window', '-t', 'x', `SCREENDIR='${env.SCREENDIR}' exec screen -r kept`);
      tmux(socket, 'select-window', '-t', 'x:0');
      typeLine(`tmux -S '${socket}' attach-session -t x`);
      const [client = ''] = await clientsOf(socket, 1);
      await expect.poll(() => tmux(socket, 'display-message', '-p', '-t', 'x:1', '#{pane_current_command}')).toBe('screen');
      const jumped = async () => {
        const outcome = await jump(session, world);
        return outcome.ok ? outcome.what : outcome.why;
      };
      await expect
        .poll(jumped, { timeout: 5_000 })
        .toMatch(/^selected window 0 of screen \d+\.kept, selected tmux pane %1 \(x:1\)/u);
      expect(shownBy(socket, client)).toBe('x %1');
      expect(screen('-S', 'kept', '-Q', 'number')).toMatch(/^0 /u);
    } finally {
      screen('-S', 'kept', '-X', 'quit');
    }
  });
});
