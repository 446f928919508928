// A picture of lines on the terminal's other screen: composed in memory, written at once, and only when it differs.

import type { Terminal } from './terminal.ts';

export interface Frame {
  /** Shows these lines from the top; what does not fit is cut at the bottom. Writes nothing when they are shown already. */
  show(lines: readonly string[]): void;
  /** Forgets what is shown, so that the next `show` paints it all. */
  forget(): void;
  /** Gives the terminal back as it was; the next `show` takes it again. */
  close(): void;
}

const enter = '\u001B[?1049h\u001B[?25l';
const leave = '\u001B[?25h\u001B[?1049l';
// Terminals that know synchronized output show the frame whole; others ignore the marks.
const begin = '\u001B[?2026h\u001B[H';
const end = '\u001B[J\u001B[?2026l';

export const openFrame = (terminal: Pick<Terminal, 'write' | 'rows'>): Frame => {
  let shown: string | undefined;
  let isOpen = false;
  return {
    show(lines) {
      const picture = lines
        .slice(0, terminal.rows())
        .map((line) => `${line}\u001B[K`)
        .join('\r\n');
      if (isOpen && picture === shown) return;
      terminal.write(`${isOpen ? '' : enter}${begin}${picture}${end}`);
      isOpen = true;
      shown = picture;
    },
    forget() {
      shown = undefined;
    },
    close() {
      if (isOpen) terminal.write(leave);
      isOpen = false;
    },
  };
};
