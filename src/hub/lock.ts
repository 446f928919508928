// One hub per user.

export interface Lock {
  release(): void;
}

/** The lock, or undefined when another process holds it. Only its holder unlinks and binds sockets. Free again after kill -9. */
export const acquireLock = (_path: string): Lock | undefined => {
  throw new Error('not built yet');
};
