import { describe, expect, it } from 'vitest';
import type { Process } from '../host/process-table.ts';
import { lookUp, startedMs } from '../host/processes.ts';
import type { Header } from './header.ts';
import { headerOf } from './header.ts';
import { placeClaim } from './place-claim.ts';

const self = lookUp(process.pid);
const now = Date.now();
/** Starts of made-up processes: as old as this one. */
const start = self?.start ?? 0;
const made = (pid: number, ppid: number, name: string, tty: string | null = null): Process => ({
  pid,
  ppid,
  name,
  tty,
  start,
  path: null,
});
const lookIn =
  (...processes: Process[]) =>
  (pid: number): Process | undefined =>
    processes.find((process) => process.pid === pid);

const header = (fields: Record<string, string>): Header => {
  const made = headerOf((key) => ({ agent: 'claude', ...fields })[key]);
  if (!made) throw new Error('no header');
  return made;
};
const stat = (pid: number, name: string, ppid: number, tty = 0): string =>
  `${pid} (${name}) S ${ppid} 1 1 ${tty} 1 1 1 1 1 1 1 1 1 1 20 0 1 0 777 1 1`;
const claude = { process_names: ['claude'], pid_env: 'CLAUDE_PID' };
const codex = { process_names: ['codex'] };

describe('the agent process', () => {
  it('is the parent of the relay, as the report itself says, alive or not', () => {
    const claim = placeClaim(() => claude, lookIn());
    expect(claim(header({ ppid: '50', parent: stat(50, 'claude', 40, 34_819) }), now)).toStrictEqual({
      pid: 50,
      pid_start: 777,
      tty: '/dev/pts/3',
    });
  });

  it('is above a throw-away shell', () => {
    const look = lookIn(made(40, 30, '.codex-wrapped', '/dev/pts/4'), made(30, 1, 'bash'));
    const claim = placeClaim(() => codex, look);
    expect(claim(header({ ppid: '50', parent: stat(50, 'sh', 40) }), now)).toStrictEqual({
      pid: 40,
      pid_start: start,
      tty: '/dev/pts/4',
    });
    expect(claim(header({ ppid: '40' }), now)).toMatchObject({ pid: 40 });
  });

  it('is the inner one when an outer agent has left its variables', () => {
    const look = lookIn(made(50, 40, 'codex'), made(40, 30, 'claude'));
    const inner = header({ ppid: '50', parent: stat(50, 'codex', 40), CLAUDE_PID: '40' });
    expect(placeClaim(() => codex, look)(inner, now)).toMatchObject({ pid: 50, pid_start: 777 });
  });

  it('is what its variable says where an agent has one', () => {
    const look = lookIn(made(60, 1, 'node', '/dev/pts/5'));
    const said = header({ ppid: '50', parent: stat(50, 'sh', 40), CLAUDE_PID: '60' });
    expect(placeClaim(() => claude, look)(said, now)).toStrictEqual({ pid: 60, pid_start: start, tty: '/dev/pts/5' });
  });

  it('is known to be gone when its number is free, or is that of a younger process', () => {
    const said = header({ CLAUDE_PID: '60' });
    expect(placeClaim(() => claude, lookIn())(said, now)).toStrictEqual({ pid: 60, pid_start: 0 });
    const before = startedMs(made(60, 1, 'x')) - 60_000;
    expect(placeClaim(() => claude, lookIn(made(60, 1, 'bash')))(said, before)).toStrictEqual({ pid: 60, pid_start: 0 });
  });

  it('is the plugin that writes', () => {
    const said = header({ source: 'plugin', pid: String(process.pid) });
    expect(placeClaim(() => undefined)(said, now)).toMatchObject({ pid: process.pid, pid_start: self?.start });
  });

  it('stays unknown for a tool without an agent file: whoever called for it is not the agent', () => {
    const claim = placeClaim(() => undefined, lookIn(made(50, 40, 'bash')));
    expect(claim(header({ agent: 'ralph', ppid: '50', parent: stat(50, 'bash', 40, 34_819) }), now)).toStrictEqual({
      tty: '/dev/pts/3',
    });
  });

  it('is not searched for in a circle', () => {
    const look = lookIn(made(50, 40, 'a'), made(40, 50, 'b'));
    expect(placeClaim(() => codex, look)(header({ ppid: '50' }), now)).toStrictEqual({});
  });
});

describe('the terminal', () => {
  const claim = (fields: Record<string, string>) => placeClaim(() => undefined, lookIn())(header(fields), now);

  it('is a tmux pane with its server', () => {
    expect(claim({ TMUX: '/tmp/a,b/default,812,3', TMUX_PANE: '%17', TERM_PROGRAM: 'tmux' })).toStrictEqual({
      tmux: { socket: '/tmp/a,b/default', server_pid: 812, server_start_ms: null, pane: '%17' },
    });
  });

  it.each<Record<string, string>>([
    { TMUX_PANE: '%1' },
    { TMUX: '/tmp/x,1,0' },
    { TMUX: 'x', TMUX_PANE: '%1' },
    { TMUX: '/tmp/x,1,0', TMUX_PANE: '1; rm' },
  ])('is no pane by %j', (fields) => {
    expect(claim(fields)).toStrictEqual({});
  });

  it('is what it calls itself, with the ids of its parts', () => {
    expect(
      claim({
        TERM_PROGRAM: 'iTerm.app',
        ITERM_SESSION_ID: 'w0t1p0:A',
        TERM_SESSION_ID: 'w0t1p0:A',
        __CFBundleIdentifier: 'com.x',
      }),
    ).toStrictEqual({
      app: 'iTerm.app',
      ids: { ITERM_SESSION_ID: 'w0t1p0:A', TERM_SESSION_ID: 'w0t1p0:A' },
    });
    expect(claim({ TERMINAL_EMULATOR: 'JetBrains-JediTerm' })).toStrictEqual({ app: 'JetBrains-JediTerm' });
    expect(claim({ TERM_PROGRAM: 'tmux', __CFBundleIdentifier: 'com.mitchellh.ghostty' })).toStrictEqual({
      app: 'com.mitchellh.ghostty',
    });
    expect(claim({ KITTY_WINDOW_ID: '4' })).toStrictEqual({ app: 'kitty', ids: { KITTY_WINDOW_ID: '4' } });
  });

  it('may be far away', () => {
    expect(claim({ SSH_CONNECTION: '192.0.2.7 50512 192.0.2.1 22' })).toStrictEqual({ ssh: '192.0.2.7 50512' });
  });
});
