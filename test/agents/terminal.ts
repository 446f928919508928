// A terminal that a test types into: one pane of a tmux server of its own, on a private socket.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';

const run = promisify(execFile);
const columns = 120;
const rows = 40;

export interface Terminal {
  /** The pane's text as a person sees it. */
  screen(): Promise<string>;
  /** Types literally, and waits until the end of it stands on the screen. */
  type(text: string): Promise<void>;
  /** Keys by tmux's names, as in `Enter`, `Escape`, `C-u`. */
  press(...keys: string[]): Promise<void>;
  /** Waits until the screen shows this. Throws with the last screen. */
  until(wanted: RegExp, within_ms?: number): Promise<RegExpExecArray>;
  /**
   * Presses the key that the first group of this names, until it has left the screen: a dialog that has just come up may pass over a key.
   * @returns the moment at which it was gone, in epoch milliseconds
   */
  choose(choice: RegExp): Promise<number>;
  /** Waits until the screen does not show this any more. @returns the moment, in epoch milliseconds */
  untilGone(unwanted: RegExp): Promise<number>;
  /** Pid of the program that was started. */
  pid(): Promise<number>;
  close(): Promise<void>;
}

export interface TerminalOptions {
  /** Where the socket goes: short, since a socket's path has room for about 100 characters. */
  folder: string;
  cwd: string;
  /** The program's whole environment; tmux adds its own. */
  env: Readonly<Record<string, string>>;
  command: readonly string[];
}

let serial = 0;
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
const squeezed = (text: string): string => text.replace(/\s+/gu, '');

export const openTerminal = async ({ folder, cwd, env, command }: TerminalOptions): Promise<Terminal> => {
  const socket = join(folder, `tmux-${++serial}.sock`);
  const tmux = async (...words: string[]): Promise<string> =>
    (await run('tmux', ['-S', socket, '-f', '/dev/null', ...words], { env: { ...env }, timeout: 10_000 })).stdout;

  const size = ['-x', String(columns), '-y', String(rows)];
  const program = `exec ${command.map(quoted).join(' ')}`;
  await tmux('new-session', '-d', '-s', 'main', ...size, '-c', cwd, program, ';', 'set-option', '-g', 'remain-on-exit', 'on');

  let isOpen = true;
  const screen = (): Promise<string> => tmux('capture-pane', '-p', '-t', 'main');
  const until: Terminal['until'] = (wanted, within_ms = 15_000) =>
    eventually(
      async () => wanted.exec(await screen()) ?? undefined,
      within_ms,
      async () => `${wanted} on this screen:\n${await screen()}`,
    );
  return {
    screen,
    until,
    async choose(choice) {
      const goneAt = async (): Promise<number | undefined> => (choice.test(await screen()) ? undefined : Date.now());
      for (let tries = 0; tries < 5; tries++) {
        const [, key = ''] = await until(choice);
        await tmux('send-keys', '-t', 'main', '-l', key);
        const gone_ms = await eventually(goneAt, 1_500, () => '').catch(() => undefined);
        if (gone_ms !== undefined) return gone_ms;
      }
      throw new Error(`${choice} still on this screen:\n${await screen()}`);
    },
    untilGone: (unwanted) =>
      eventually(
        async () => (unwanted.test(await screen()) ? undefined : Date.now()),
        15_000,
        async () => `${unwanted} still on this screen:\n${await screen()}`,
      ),
    async type(text) {
      await tmux('send-keys', '-t', 'main', '-l', text);
      const tail = squeezed(text).slice(-40);
      await eventually(
        async () => squeezed(await screen()).includes(tail) || undefined,
        10_000,
        async () => `${JSON.stringify(text)} on this screen:\n${await screen()}`,
      );
    },
    async press(...keys) {
      await tmux('send-keys', '-t', 'main', ...keys);
    },
    pid: async () => Number(await tmux('display-message', '-p', '-t', 'main', '#{pane_pid}')),
    async close() {
      if (isOpen) await tmux('kill-server');
      isOpen = false;
    },
  };
};
