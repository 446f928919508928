// One command line from its words to its exit status: what went wrong is told here, and nowhere else.

import { exitStatus, VigieError } from '../domain/error.ts';
import { manyLines } from '../domain/text.ts';
import { lazyOutput } from './output.ts';
import { neverFails, runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

const unexpected = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error);
  const where = process.env.VIGIE_DEBUG && error instanceof Error ? `\n${error.stack}` : '';
  return `vigie: ${reason}\n  This is a fault of vigie. Look at vigie doctor; VIGIE_DEBUG=1 shows where it happened.${where}\n`;
};

/** Never throws; resolves once everything is written. Whoever reads us may stop reading: that ends the program quietly. */
export const runCommandLine = async (words: readonly string[]): Promise<number> => {
  const { promise: broken, resolve: onBroken } = Promise.withResolvers<NodeJS.ErrnoException>();
  const out = lazyOutput(() => process.stdout, onBroken);
  const err = lazyOutput(() => process.stderr, onBroken);
  const whole = async (): Promise<number> => {
    let status: number;
    try {
      status = await runProgram(words, processTerminal(out, err));
    } catch (error) {
      const isForPeople = error instanceof VigieError;
      status = isForPeople ? exitStatus[error.code] : 1;
      const said = isForPeople ? `vigie: ${error.message}\n${error.hint === '' ? '' : `  ${error.hint}\n`}` : unexpected(error);
      // What is wrong is often shown, and may have come from anywhere.
      err.write(manyLines(said));
    }
    await Promise.all([out.flushed(), err.flushed()]);
    return neverFails(words) ? 0 : status;
  };
  return Promise.race([whole(), broken.then(({ code }) => (code === 'EPIPE' ? 0 : exitStatus.io))]);
};
