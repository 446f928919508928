// One command line from its words to its exit status: what went wrong is told here, and nowhere else.

import { exitStatus, VigieError } from '../domain/error.ts';
import { neverFails, runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

const unexpected = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error);
  const where = process.env.VIGIE_DEBUG && error instanceof Error ? `\n${error.stack}` : '';
  return `vigie: ${reason}\n  This is a fault of vigie. Look at vigie doctor; VIGIE_DEBUG=1 shows where it happened.${where}\n`;
};

/** Whoever reads us may stop reading: that ends the program quietly. */
const quietPipe = new Promise<number>((resolve) => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EPIPE' ? 0 : exitStatus.io));
});

/** An output that waits for nothing is left alone: where its reader has gone, even an empty write is an error. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });

/** Never throws; resolves once everything is written. */
export const runCommandLine = async (words: readonly string[]): Promise<number> => {
  const whole = async (): Promise<number> => {
    let status: number;
    try {
      status = await runProgram(words, processTerminal());
    } catch (error) {
      const isForPeople = error instanceof VigieError;
      status = isForPeople ? exitStatus[error.code] : 1;
      process.stderr.write(
        isForPeople ? `vigie: ${error.message}\n${error.hint === '' ? '' : `  ${error.hint}\n`}` : unexpected(error),
      );
    }
    await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
    return neverFails(words) ? 0 : status;
  };
  return Promise.race([whole(), quietPipe]);
};
