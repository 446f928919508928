// Standard output and error. Node builds each when it is first asked for, which takes a tenth of the time of a short verb.

export interface Output {
  write(text: string): void;
  /** Resolves when everything is written; at once where nothing waits. */
  flushed(): Promise<void>;
}

/** @param onBroken what to do when whoever reads has gone, or the disk is full */
export const lazyOutput = (open: () => NodeJS.WriteStream, onBroken: (error: NodeJS.ErrnoException) => void): Output => {
  let stream: NodeJS.WriteStream | undefined;
  return {
    write(text) {
      stream ??= open().on('error', onBroken);
      stream.write(text);
    },
    flushed: () =>
      new Promise((resolve) => {
        // Where its reader has gone, even an empty write is an error.
        if (!stream || stream.writableLength === 0) resolve();
        else stream.write('', () => resolve());
      }),
  };
};
