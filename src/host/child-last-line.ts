// The last line that a command has written, for a message: what moves the cursor or colours is left out, and so is what is too long.

import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { oneLine } from '../domain/text.ts';

/** Of one line, this much of the end is kept. */
const charactersMax = 4 * 1024;

export interface LastLine {
  /** One of these per stream: a stream may stop in the middle of a character. */
  reader(): (bytes: Uint8Array) => void;
  /** The last line with anything to see in it, whole or not; empty when there was none. */
  text(): string;
}

export const createLastLine = (): LastLine => {
  let last = '';
  return {
    reader() {
      const decoder = new StringDecoder('utf8');
      let line = '';
      return (bytes) => {
        // A lone carriage return starts the line anew, as progress bars do.
        const pieces = decoder.write(Buffer.from(bytes)).split(/[\r\n]+/u);
        for (const [index, piece] of pieces.entries()) {
          line = ((index === 0 ? line : '') + piece).slice(-charactersMax);
          const seen = oneLine(stripVTControlCharacters(line));
          if (seen !== '') last = seen;
        }
      };
    },
    text: () => last,
  };
};
