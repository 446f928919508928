// Where the hub listens: a private socket that is put back when somebody sweeps it away, and a port of the loopback addresses.

import { chmodSync, rmSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname } from 'node:path';
import { VigieError } from '../domain/error.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import type { Journal } from '../hub/journal.ts';

/** A system's address structure holds 104 (macOS) or 108 bytes with the closing zero. */
const socketBytesMax = 103;
const sweepMs = 10_000;

const listening = (server: Server, where: { path: string } | { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...where, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Binds the socket, 0600 in a 0700 folder; whoever calls this holds the hub's lock. A socket that was deleted (folders of temporary
 * files are swept) is bound anew within 10 s. Returns the end of that watch. Throws VigieError.
 */
export const listenOnSocket = async (open: () => Server, path: string): Promise<() => void> => {
  if (path.startsWith('\\\\')) {
    await listening(open(), { path });
    return () => {};
  }
  if (Buffer.byteLength(path) > socketBytesMax)
    throw new VigieError(
      'io',
      `The socket's path is longer than the system allows: ${path}`,
      'Set XDG_RUNTIME_DIR or VIGIE_HOME to a shorter folder.',
    );
  let server: Server | undefined;
  const bind = async (): Promise<void> => {
    makePrivateFolder(dirname(path));
    rmSync(path, { force: true });
    server = open();
    await listening(server, { path });
    chmodSync(path, 0o600);
  };
  try {
    await bind();
  } catch (error) {
    if (error instanceof VigieError) throw error;
    throw new VigieError('io', `The socket ${path} cannot be bound: ${wordsOf(error)}`, 'See vigie doctor.');
  }
  const watch = setInterval(() => {
    if (statSync(path, { throwIfNoEntry: false })) return;
    server?.close();
    bind().catch(() => {
      // The folder may come back later: the next look tries again.
    });
  }, sweepMs);
  watch.unref();
  return () => clearInterval(watch);
};

const remembered = 'page.port';
/** Free ports are tried this often: one that is free for IPv4 may be taken for IPv6. */
const freeTries = 5;

/**
 * Listens on the wanted port, else on the one it had to take last time, else on a free one, which it remembers.
 * `taken` is the wanted port when another program has it. Throws VigieError when there is none at all.
 */
export const listenOnLoopback = async (
  open: () => Server,
  wanted: number,
  memory: Pick<Journal, 'remember' | 'remembered'>,
): Promise<{ port: number; taken: number | undefined }> => {
  const last = Number(memory.remembered(remembered) ?? 0);
  let reason: unknown;
  const named = [wanted, last].filter((port) => port > 0);
  for (const port of [...named, ...Array.from({ length: freeTries }, () => 0)]) {
    try {
      const got = await listenOnBoth(open, port);
      if (got !== wanted) memory.remember(remembered, String(got));
      return { port: got, taken: wanted === 0 || got === wanted ? undefined : wanted };
    } catch (error) {
      reason = error;
    }
  }
  throw new VigieError('io', `No port of 127.0.0.1 can be had: ${wordsOf(reason)}`, 'See vigie doctor.');
};

/**
 * Both loopback addresses, where the machine has them: else another program could take the other one, and `localhost` in a browser
 * might be either of us.
 */
const listenOnBoth = async (open: () => Server, wanted: number): Promise<number> => {
  const first = open();
  await listening(first, { host: '127.0.0.1', port: wanted });
  const address = first.address();
  const port = typeof address === 'object' && address ? address.port : wanted;
  try {
    await listening(open(), { host: '::1', port });
  } catch (error) {
    const hasNone = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(String(codeOf(error)));
    if (!hasNone) {
      first.close();
      throw error;
    }
  }
  return port;
};
