// A few words of the X11 protocol: enough to find a window by its process and to ask the window manager for it (EWMH).
// Own code since neither xdotool nor wmctrl is on most machines, and reading their output would be more of it than this.
// Source: X Window System Protocol, release 7.7; Extended Window Manager Hints 1.5.

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';

interface XWindow {
  id: number;
  /** `_NET_WM_PID`: what the program says of itself. */
  pid: number | null;
  title: string;
  /** The class part of `WM_CLASS`. */
  class: string;
}

export interface XDisplay {
  /** Windows that the window manager manages, the lowest first. */
  windows(): Promise<XWindow[]>;
  /** The managed window that a window lies in: xterm's WINDOWID names an inner one. Null when there is none. */
  managed(id: number): Promise<number | null>;
  /** Asks for its desktop and for the window. True once the window manager says that it is the active one. */
  activate(id: number): Promise<boolean>;
  close(): void;
}

/** A reply later than this ends the connection. */
const deadlineMs = 2_000;
/** How long a window manager may take to make a window the active one. */
const activationMs = 500;
const propertyWordsMax = 65_536;

const atomCardinal = 6;
const atomWindow = 33;
const anyType = 0;

interface Cookie {
  name: string;
  data: Buffer;
}

/** Finds the cookie for a display in the bytes of an Xauthority file. */
export const findCookie = (file: Buffer, display: number, host: string): Cookie | undefined => {
  let at = 0;
  const next = (): Buffer => {
    const length = file.readUInt16BE(at);
    const bytes = file.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    return bytes;
  };
  try {
    while (at < file.length) {
      const family = file.readUInt16BE(at);
      at += 2;
      const [address, number, name, data] = [next().toString(), next().toString(), next().toString(), next()];
      // Families: 256 is this host, 65535 any.
      const isOurs = family === 65_535 || (family === 256 && address === host);
      if (isOurs && name === 'MIT-MAGIC-COOKIE-1' && (number === '' || Number(number) === display)) return { name, data };
    }
  } catch {
    // Cut short: what was read so far held no cookie for us.
  }
  return undefined;
};

const cookieFor = (env: Readonly<Record<string, string | undefined>>, display: number): Cookie | undefined => {
  try {
    return findCookie(readFileSync(env.XAUTHORITY || join(env.HOME ?? '', '.Xauthority')), display, hostname());
  } catch {
    // No such file: the server may let us in without.
    return undefined;
  }
};

const padded = (length: number): number => (length + 3) & ~3;

/** Bytes come in pieces: `take` waits until as many as wanted are there. */
const readerOf = (socket: Socket) => {
  let held = Buffer.alloc(0);
  let failure: Error | undefined;
  let wake = () => {};
  socket.on('data', (piece: Buffer) => {
    held = Buffer.concat([held, piece]);
    wake();
  });
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the X server closed the connection')));
  socket.setTimeout(deadlineMs, () => socket.destroy(new Error('the X server does not answer')));
  return async (count: number): Promise<Buffer> => {
    while (held.length < count) {
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const bytes = held.subarray(0, count);
    held = held.subarray(count);
    return bytes;
  };
};

/** Reads `:0`, `:1.0`, `unix:0`. Displays of other hosts are not ours to raise windows on. */
const displayNumber = (display: string | undefined): number | undefined => {
  const [, number] = /^(?:unix)?:(\d+)(?:\.\d+)?$/u.exec(display ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
};

/** Rejects with the reason when there is no display or it does not let us in; its methods reject when the connection breaks. */
export const openDisplay = async (env: Readonly<Record<string, string | undefined>>): Promise<XDisplay> => {
  const number = displayNumber(env.DISPLAY);
  if (number === undefined)
    throw new Error(env.DISPLAY ? `the display ${env.DISPLAY} is not on this machine` : 'no DISPLAY is set');
  const socket = connect(`/tmp/.X11-unix/X${number}`);
  const take = readerOf(socket);
  try {
    return await handshake(socket, take, cookieFor(env, number));
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

const handshake = async (
  socket: Socket,
  take: (count: number) => Promise<Buffer>,
  cookie: Cookie | undefined,
): Promise<XDisplay> => {
  const name = Buffer.from(cookie?.name ?? '');
  const data = cookie?.data ?? Buffer.alloc(0);
  const hello = Buffer.alloc(12 + padded(name.length) + padded(data.length));
  hello.write('l');
  hello.writeUInt16LE(11, 2);
  hello.writeUInt16LE(name.length, 6);
  hello.writeUInt16LE(data.length, 8);
  name.copy(hello, 12);
  data.copy(hello, 12 + padded(name.length));
  socket.write(hello);

  const head = await take(8);
  const setup = await take(head.readUInt16LE(6) * 4);
  if (head[0] !== 1) throw new Error(`the X server refused us: ${setup.subarray(0, head[1]).toString().trim()}`);
  const vendorLength = setup.readUInt16LE(16);
  const formats = setup[21] ?? 0;
  const root = setup.readUInt32LE(32 + padded(vendorLength) + formats * 8);

  /** `extra` is the byte beside the opcode; the body is padded. */
  const request = (opcode: number, extra: number, body: Buffer): void => {
    const whole = Buffer.alloc(4 + padded(body.length));
    whole[0] = opcode;
    whole[1] = extra;
    whole.writeUInt16LE(whole.length / 4, 2);
    body.copy(whole, 4);
    socket.write(whole);
  };
  const words = (...values: number[]): Buffer => {
    const buffer = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => buffer.writeUInt32LE(value >>> 0, index * 4));
    return buffer;
  };

  /** One request at a time: its reply is the next that is neither an event nor an error. */
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (opcode: number, extra: number, body: Buffer): Promise<Buffer | undefined> => {
    const answer = turn.then(async () => {
      request(opcode, extra, body);
      for (;;) {
        const reply = await take(32);
        if (reply[0] === 0) return undefined;
        if (reply[0] === 1) return Buffer.concat([reply, await take(reply.readUInt32LE(4) * 4)]);
      }
    });
    turn = answer.catch(() => undefined);
    return answer;
  };

  const atoms = new Map<string, number>();
  const atom = async (text: string): Promise<number> => {
    const known = atoms.get(text);
    if (known !== undefined) return known;
    const length = Buffer.alloc(4);
    length.writeUInt16LE(text.length);
    const id = (await ask(16, 0, Buffer.concat([length, Buffer.from(text)])))?.readUInt32LE(8) ?? 0;
    atoms.set(text, id);
    return id;
  };
  const property = async (window: number, text: string, type = anyType): Promise<Buffer> => {
    const reply = await ask(20, 0, words(window, await atom(text), type, 0, propertyWordsMax));
    if (!reply) return Buffer.alloc(0);
    return reply.subarray(32, 32 + reply.readUInt32LE(16) * ((reply[1] ?? 0) / 8));
  };
  const numbers = (bytes: Buffer): number[] =>
    Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
  const cardinal = async (window: number, text: string) => numbers(await property(window, text, atomCardinal))[0];

  const clientList = async () => {
    const stacking = numbers(await property(root, '_NET_CLIENT_LIST_STACKING', atomWindow));
    return stacking.length > 0 ? stacking : numbers(await property(root, '_NET_CLIENT_LIST', atomWindow));
  };
  const describe = async (id: number): Promise<XWindow> => {
    const utf8 = (await property(id, '_NET_WM_NAME')).toString();
    const [, name = ''] = (await property(id, 'WM_CLASS')).toString().split('\0');
    const pid = await cardinal(id, '_NET_WM_PID');
    return { id, pid: pid ?? null, title: utf8 || (await property(id, 'WM_NAME')).toString('latin1'), class: name };
  };
  /** A ClientMessage to the window manager, by way of the root window. */
  const tell = async (window: number, text: string, ...values: number[]): Promise<void> => {
    const event = Buffer.alloc(32);
    event[0] = 33;
    event[1] = 32;
    words(window, await atom(text), ...values).copy(event, 4);
    // SubstructureNotify and SubstructureRedirect.
    request(25, 0, Buffer.concat([words(root, 0x18_0000), event]));
  };

  return {
    async windows() {
      const found: XWindow[] = [];
      for (const id of await clientList()) found.push(await describe(id));
      return found;
    },

    async managed(id) {
      const list = new Set(await clientList());
      for (let window = id; window !== 0 && window !== root;) {
        if (list.has(window)) return window;
        const tree = await ask(15, 0, words(window));
        if (!tree) return null;
        window = tree.readUInt32LE(12);
      }
      return null;
    },

    async activate(id) {
      const desktop = await cardinal(id, '_NET_WM_DESKTOP');
      const isElsewhere =
        desktop !== undefined && desktop !== 0xffff_ffff && desktop !== (await cardinal(root, '_NET_CURRENT_DESKTOP'));
      if (isElsewhere) await tell(root, '_NET_CURRENT_DESKTOP', desktop, 0);
      // Source 2: a person asked for it, by way of a pager.
      await tell(id, '_NET_ACTIVE_WINDOW', 2, 0, 0);
      for (const end = performance.now() + activationMs; performance.now() < end;) {
        if (numbers(await property(root, '_NET_ACTIVE_WINDOW', atomWindow))[0] === id) return true;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return false;
    },

    close: () => socket.destroy(),
  };
};
