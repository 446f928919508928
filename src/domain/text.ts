// Text that came from an agent: bounded when it comes in, harmless when it goes to a terminal.

/** Text fields of an event are cut to this many bytes of UTF-8 on a character border (Gnista's contract). */
const textBytesMax = 8 * 1024;

const utf8Length = (codePoint: number): number => (codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4);

/** Cuts to at most `bytesMax` bytes of UTF-8, never inside a character; lone surrogates become U+FFFD. */
export const cutText = (text: string, bytesMax: number = textBytesMax): string => {
  if (text.length * 3 <= bytesMax) return text.toWellFormed();
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    if (bytes > bytesMax) return text.slice(0, end).toWellFormed();
    end += character.length;
  }
  return text.toWellFormed();
};

// C0 and C1 controls, and the marks that reorder or hide text. Line feed and tab are dealt with apart.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** For a terminal or a one-line row: control and bidi marks are dropped, line breaks and tabs become one space. */
export const oneLine = (text: string): string => text.replace(controls, '').replace(/\s+/gu, ' ').trim();

/** For text shown over several lines: control and bidi marks are dropped, line feeds and tabs stay. */
export const manyLines = (text: string): string => text.replace(/\r\n?/gu, '\n').replace(controls, '');
