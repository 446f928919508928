import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Process } from './process-table.ts';
import { alive, lookUp, nearestNamed, normalName, startedMs } from './processes.ts';

const made = (pid: number, ppid: number, name: string, start = 1): Process => ({ pid, ppid, name, start, tty: null, path: null });
const lookIn =
  (...processes: Process[]) =>
  (pid: number): Process | undefined =>
    processes.find((process) => process.pid === pid);

describe('a process', () => {
  it('is seen with its parent and its age', () => {
    const self = lookUp(process.pid);
    expect(self).toMatchObject({ pid: process.pid, ppid: process.ppid });
    const age = Date.now() - startedMs(self ?? made(0, 0, ''));
    expect(Math.abs(age - process.uptime() * 1_000)).toBeLessThan(2_000);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 31, 2 ** 53])('has no number %d', (pid) => {
    expect(lookUp(pid)).toBeUndefined();
    expect(alive(pid, null)).toBe(false);
  });

  it('lives as itself, not as another of the same number', () => {
    const start = lookUp(process.pid)?.start ?? 0;
    expect(alive(process.pid, start)).toBe(true);
    expect(alive(process.pid, null)).toBe(true);
    expect(alive(process.pid, start + 1)).toBe(false);
    expect(alive(process.pid, 0)).toBe(false);
  });

  it('is dead once it has ended, even before its parent notices', async () => {
    const shell = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 20'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const orphan = await new Promise<number>((resolve) => shell.stdout.once('data', (line: Buffer) => resolve(Number(line))));
    expect(alive(shell.pid ?? 0, null)).toBe(true);
    await expect.poll(() => alive(orphan, null)).toBe(false);
    shell.kill();
    await new Promise((resolve) => shell.once('exit', resolve));
    expect(lookUp(shell.pid ?? 0)).toBeUndefined();
  });
});

describe('names', () => {
  it.each([
    ['claude', 'claude'],
    ['/opt/x/codex --full-auto', 'codex'],
    ['.claude-wrapped', 'claude'],
    ['.opencode-wrapp', 'opencode'],
    ['.gemini-cli-w', 'gemini-cli'],
    ['claude-wrapped', 'claude-wrapped'],
    ['.hidden', '.hidden'],
    ['', ''],
  ])('%j counts as %j', (name, normal) => {
    expect(normalName(name)).toBe(normal);
  });

  it('are looked for upwards, from the process itself', () => {
    const look = lookIn(made(9, 8, 'sh'), made(8, 7, 'claude'), made(7, 6, 'codex'), made(6, 1, 'bash'));
    expect(nearestNamed(9, ['codex', 'claude'], look)?.pid).toBe(8);
    expect(nearestNamed(8, ['claude'], look)?.pid).toBe(8);
    expect(nearestNamed(9, ['codex'], look)?.pid).toBe(7);
    expect(nearestNamed(9, ['gemini'], look)).toBeUndefined();
    expect(nearestNamed(9, [], look)).toBeUndefined();
  });

  it('are found though parents go in a circle, or are missing', () => {
    expect(nearestNamed(3, ['x'], lookIn(made(3, 2, 'a'), made(2, 3, 'b')))).toBeUndefined();
    expect(nearestNamed(3, ['x'], lookIn(made(3, 3, 'a')))).toBeUndefined();
    expect(nearestNamed(3, ['x'], lookIn(made(3, 2, 'a')))).toBeUndefined();
  });
});
