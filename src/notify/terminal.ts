// A signal in the session's own terminal: a bell, or a terminal notification. It is written to the device as if the agent had.

import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { NotificationConfig } from '../hub/notification-config.ts';
import type { Channel, Sent } from './channel.ts';
import type { Note } from './note.ts';
import { brief } from './wording.ts';

type Signal = NotificationConfig['terminal']['signal'];

export const terminalChannel = (signal: Signal): Channel => ({
  name: 'terminal',
  send: (note) => {
    const text = terminalText(signal, note);
    const sent = note.terminals.map(({ tty, isPane }) => writeTo(tty, isPane && signal !== 'bell' ? throughTmux(text) : text));
    return Promise.resolve(sent.find(({ ok }) => !ok) ?? { ok: true });
  },
});

const bytesMax = 200;

/** What is written. OSC 9 is understood by iTerm2, kitty, Ghostty, WezTerm and Windows Terminal, OSC 777 by urxvt, foot and Ghostty. */
export const terminalText = (signal: Signal, { title, body }: Pick<Note, 'title' | 'body'>): string => {
  if (signal === 'bell') return '\u0007';
  if (signal === 'osc777') return `\u001B]777;notify;${field(title)};${field(body)}\u0007`;
  const text = brief(body === '' ? title : `${title}: ${body}`, bytesMax);
  // A number and a semicolon at the front would make it another command (4 is progress).
  return `\u001B]9;${/^\d+;/u.test(text) ? ' ' : ''}${text}\u0007`;
};

/** tmux hands this on to the terminal around it where its option `allow-passthrough` is on, and drops it elsewhere. */
const throughTmux = (text: string): string => `\u001BPtmux;${text.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;

const field = (text: string): string => brief(text, bytesMax).replaceAll(';', ',');

/** Only a terminal device that is there and ours; a stopped terminal (Ctrl-S) does not hold us up. */
const writeTo = (tty: string, text: string): Sent => {
  if (!/^\/dev\/(?:pts\/\d+|tty[A-Za-z0-9]+)$/u.test(tty)) return { ok: false, why: 'the session names no terminal device' };
  let file: number | undefined;
  try {
    if (lstatSync(tty).isSymbolicLink()) return { ok: false, why: `${tty} is a link` };
    file = openSync(tty, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const { uid } = fstatSync(file);
    if (!isatty(file)) return { ok: false, why: `${tty} is no terminal` };
    if (uid !== process.getuid?.()) return { ok: false, why: `${tty} belongs to another user` };
    writeSync(file, text);
    return { ok: true };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { ok: false, why: code === 'ENOENT' ? `${tty} is gone` : `${tty} could not be written (${code})` };
  } finally {
    if (file !== undefined) closeSync(file);
  }
};
