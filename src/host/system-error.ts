// What the system says when it refuses something.

/** Its own word, as in `ENOENT`; undefined for other errors. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
