import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { runCommand } from './command.ts';
import { environmentOf, openTtys, parsePs, parseStat, parseWindowsListing, readProcessTable, tableOf } from './process-table.ts';

it('reads a stat whose name holds brackets and blanks', () => {
  const rest = 'S 12 44 44 34819 44 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1000';
  expect(parseStat(`44 (a) b (c)) ${rest}`)).toEqual({ pid: 44, ppid: 12, start: 987_654, tty: '/dev/pts/3', name: 'a) b (c)' });
  expect(parseStat(`44 (tmux: server) ${rest.replace('34819', '0')}`)).toMatchObject({ tty: null, name: 'tmux: server' });
  expect(parseStat(`44 (login) ${rest.replace('34819', '1026')}`)).toMatchObject({ tty: '/dev/tty2' });
  expect(parseStat(`44 (dead) ${rest.replace('S', 'Z')}`)).toBeUndefined();
  expect(parseStat('')).toBeUndefined();
  expect(parseStat('44 (cut')).toBeUndefined();
});

it('knows this process and all that started it', async () => {
  const table = await readProcessTable(process.platform, runCommand);
  const own = table.get(process.pid);
  expect(own).toMatchObject({ pid: process.pid, ppid: process.ppid, path: process.execPath });
  const chain = table.ancestors(process.pid).map(({ pid }) => pid);
  expect(chain.slice(0, 2)).toEqual([process.pid, process.ppid]);
  expect([...table.all()].some(({ pid }) => pid === process.pid)).toBe(true);
  expect(table.ancestors(2 ** 22 + 1)).toEqual([]);
});

it('reads an environment as the process was started with', async () => {
  const child = spawn('sleep', ['20'], { env: { MARK: 'a=b\nc', PATH: process.env.PATH ?? '' }, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
    await expect.poll(() => environmentOf(child.pid ?? 0, 'linux').MARK).toBe('a=b\nc');
  } finally {
    child.kill();
  }
  expect(environmentOf(2 ** 22 + 1, 'linux')).toEqual({});
  expect(environmentOf(process.pid, 'darwin')).toEqual({});
  expect(openTtys(2 ** 22 + 1, 'linux')).toEqual([]);
});

it('reads what ps of macOS prints', () => {
  const output = [
    '    1     0 ??       Mon Nov 30 08:00:00 2026     /sbin/launchd',
    '  501     1 ??       Mon Nov 30 09:00:01 2026     /Applications/iTerm.app/Contents/MacOS/iTerm2',
    '  777   501 ttys003  Mon Nov  2 09:00:02 2026     -zsh',
    'rubbish',
  ].join('\n');
  const [, iterm, shell, ...others] = parsePs(output);
  expect(iterm).toMatchObject({ pid: 501, tty: null, name: 'iTerm2', path: '/Applications/iTerm.app/Contents/MacOS/iTerm2' });
  expect(shell).toMatchObject({ pid: 777, ppid: 501, tty: '/dev/ttys003', name: 'zsh', path: null });
  expect(new Date((shell?.start ?? 0) * 1000).getDate()).toBe(2);
  expect(others).toEqual([]);
});

it('reads our listing of Windows', () => {
  expect(
    parseWindowsListing('12\t4\t1796070195123\tWindowsTerminal.exe\tC:\\x\\WindowsTerminal.exe\r\n4\t0\t0\tSystem\t\r\n\r\n'),
  ).toEqual([
    { pid: 12, ppid: 4, start: 1_796_070_195_123, tty: null, name: 'WindowsTerminal.exe', path: 'C:\\x\\WindowsTerminal.exe' },
    { pid: 4, ppid: 0, start: 0, tty: null, name: 'System', path: null },
  ]);
});

it('does not follow a circle of parents for ever', () => {
  const row = { start: 1, tty: null, name: 'x', path: null };
  const table = tableOf([
    { ...row, pid: 2, ppid: 3 },
    { ...row, pid: 3, ppid: 2 },
  ]);
  expect(table.ancestors(2)).toHaveLength(64);
});
