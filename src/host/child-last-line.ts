// The last line that a command has written, for a message: what moves the cursor or colours is left out, and so is what is too long.

import { stripVTControlCharacters } from 'node:util';
import { oneLine } from '../domain/text.ts';

/** Of what a stream has carried, this much of the end is looked at; a longer line loses its beginning. */
const tailBytes = 4 * 1024;

export interface LastLine {
  /** One of these per stream. */
  reader(): (bytes: Uint8Array) => void;
  /** The last line with anything to see in it, whole or not, of the stream that spoke last; empty when there was none. */
  text(): string;
}

export const createLastLine = (): LastLine => {
  /** The end of each stream, the one that spoke last at the end. */
  let tails: { bytes: Uint8Array }[] = [];
  return {
    reader() {
      const tail = { bytes: new Uint8Array() };
      return (bytes) => {
        // A copy: the buffer that it comes in may be much larger.
        tail.bytes = Buffer.concat([tail.bytes, bytes.subarray(-tailBytes)]).subarray(-tailBytes);
        if (tails.at(-1) !== tail) tails = [...tails.filter((other) => other !== tail), tail];
      };
    },
    text: () => tails.reduceRight((found, { bytes }) => found || lastOf(bytes), ''),
  };
};

/** A lone carriage return starts a line anew, as progress bars do. */
const lastOf = (bytes: Uint8Array): string =>
  stripVTControlCharacters(Buffer.from(withoutPart(bytes)).toString('utf8'))
    .split(/[\r\n]+/u)
    .map((line) => oneLine(line))
    .findLast((line) => line !== '') ?? '';

/** Drops the rest of a character whose beginning is no longer there. */
const withoutPart = (bytes: Uint8Array): Uint8Array => {
  const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return start > 0 && start < 4 ? bytes.subarray(start) : bytes;
};
