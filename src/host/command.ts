// Running another program: never through a shell, always with a deadline, and every way it can go wrong is a value.

import { exec } from 'tinyexec';

export type Ran =
  | { ok: true; stdout: string; stderr: string; code: number }
  /** `missing`: no such program. `late`: the deadline passed; it was killed, unless it was to be left. */
  | { ok: false; why: 'missing' | 'late' | 'failed'; message: string };

interface RunOptions {
  /** Milliseconds. */
  deadline_ms?: number;
  /** After the deadline it runs on by itself: an opener that stays as long as what it opened. */
  leave?: boolean;
  /** The whole environment; without it, ours. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** Runs to the end and resolves with what came of it; a status other than 0 is an answer, not a failure. Never rejects. */
export type RunCommand = (command: string, args: readonly string[], options?: RunOptions) => Promise<Ran>;

const deadlineMsDefault = 3_000;
/** A child of a killed program may hold its output open: after this we no longer wait for the end of it. */
const graceMs = 200;

export const runCommand: RunCommand = async (
  command,
  args,
  { deadline_ms = deadlineMsDefault, leave = false, env = process.env } = {},
) => {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  try {
    const running = exec(command, args, {
      nodePath: false,
      inheritEnv: false,
      // A program to be left must outlive us, and our pipes too.
      nodeOptions: { stdio: leave ? 'ignore' : ['ignore', 'pipe', 'pipe'], detached: leave, env: { ...env } },
    });
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        if (leave) running.process?.unref();
        else running.kill('SIGKILL');
        timer = setTimeout(() => resolve(undefined), leave ? 0 : graceMs);
      }, deadline_ms);
    });
    const ended = Promise.resolve(running);
    // The race may be over before it fails.
    ended.catch(() => undefined);
    const output = await Promise.race([ended, tooLate]);
    running.process?.stdout?.destroy();
    running.process?.stderr?.destroy();
    if (isLate || !output) return { ok: false, why: 'late', message: `${command} gave no answer within ${deadline_ms} ms` };
    if (output.exitCode === undefined)
      return { ok: false, why: 'failed', message: `${command} was ended by ${running.signalCode ?? 'a signal'}` };
    return { ok: true, stdout: output.stdout, stderr: output.stderr, code: output.exitCode };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    if (isMissing) return { ok: false, why: 'missing', message: `${command} is not installed` };
    return { ok: false, why: 'failed', message: `${command}: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    clearTimeout(timer);
  }
};
