// kitty's remote control, spoken on its socket: its own client starts a Python before 0.27, takes a second for it, and is seldom on the PATH
// of macOS. Source: the kitty remote control protocol, https://sw.kovidgoyal.net/kitty/rc_protocol/.

import { connect } from 'node:net';
import type { NetConnectOpts } from 'node:net';

export type KittyAnswer = { ok: true; data: string } | { ok: false; why: string };

const deadlineMs = 2_000;
/** A listing of a hundred windows with their environments is far smaller. */
const answerBytesMax = 16 * 1024 * 1024;
/** The oldest protocol that has what we ask for: kitty refuses clients that are newer than itself. */
const version = [0, 14, 2];
const [start, end] = ['\u001bP@kitty-cmd', '\u001b\\'];

/** Where KITTY_LISTEN_ON points: undefined for what is not on this machine, since a hook's environment may name any address. */
export const kittyAddress = (listenOn: string | undefined): NetConnectOpts | undefined => {
  const [, path] = /^unix:(.+)$/u.exec(listenOn ?? '') ?? [];
  // An abstract socket of Linux begins with a NUL.
  if (path) return { path: path.startsWith('@') ? `\0${path.slice(1)}` : path };
  const [, port] = /^tcp:(?:localhost|127\.0\.0\.1|\[::1\]):(\d{1,5})$/u.exec(listenOn ?? '') ?? [];
  return port ? { host: 'localhost', port: Number(port) } : undefined;
};

/** Never rejects. */
export const askKitty = (
  address: NetConnectOpts,
  cmd: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<KittyAnswer> =>
  new Promise((resolve) => {
    const socket = connect(address);
    let held = '';
    const settle = (answer: KittyAnswer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('utf8').setTimeout(deadlineMs, () => settle({ ok: false, why: 'kitty does not answer on its socket' }));
    socket.on('error', () => settle({ ok: false, why: 'kitty does not listen where KITTY_LISTEN_ON says' }));
    socket.on('close', () => settle({ ok: false, why: 'kitty gave no answer' }));
    socket.on('data', (text: string) => {
      held += text;
      if (held.endsWith(end) || held.length > answerBytesMax) settle(parseAnswer(held));
    });
    socket.write(`${start}${JSON.stringify({ cmd, version, no_response: false, payload })}${end}`);
  });

const parseAnswer = (text: string): KittyAnswer => {
  try {
    const answer: unknown = JSON.parse(text.slice(text.indexOf(start) + start.length, -end.length));
    if (typeof answer === 'object' && answer !== null && 'ok' in answer) {
      if (answer.ok === true) return { ok: true, data: 'data' in answer && typeof answer.data === 'string' ? answer.data : '' };
      return { ok: false, why: `kitty: ${'error' in answer ? String(answer.error).slice(0, 200) : 'refused'}` };
    }
  } catch {
    // No JSON between the marks: said below.
  }
  return { ok: false, why: 'kitty gave an answer that can not be read' };
};
