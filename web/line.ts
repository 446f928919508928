// One harmless line of what an agent wrote.

import { oneLine } from '../src/domain/text.ts';

/** No line shows more characters than this. */
const shownMax = 240;

/** Without control and bidi marks, on one line, and cut to what a line can show; never inside a character. */
export const lineOf = (text: string): string => {
  const line = oneLine(text.slice(0, shownMax * 2));
  return line.length > shownMax ? `${line.slice(0, shownMax).toWellFormed()}…` : line;
};
