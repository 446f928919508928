// Edits of other people's files are insertions into their text and deletions from it, nothing else: what is not named by one stays byte for byte.

/** Replaces `length` characters from `at`, offsets in the text before any edit, by `text`. */
export interface Edit {
  at: number;
  length: number;
  text: string;
}

/** Applies edits that do not overlap. Edits at one place keep the order in which they are given. */
export const splice = (text: string, edits: readonly Edit[]): string => {
  let result = '';
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.at - b.at)) {
    if (edit.at < from) throw new RangeError(`edits overlap at ${edit.at}`);
    result += text.slice(from, edit.at) + edit.text;
    from = edit.at + edit.length;
  }
  return result + text.slice(from);
};

/** The edits that lead from the spliced text back to the one before. */
export const inverse = (text: string, edits: readonly Edit[]): Edit[] => {
  let shift = 0;
  return edits
    .toSorted((a, b) => a.at - b.at)
    .map((edit) => {
      const back: Edit = { at: edit.at + shift, length: edit.text.length, text: text.slice(edit.at, edit.at + edit.length) };
      shift += edit.text.length - edit.length;
      return back;
    });
};

/** How a file is laid out, so that what is added looks as if its owner had written it. */
export interface Layout {
  eol: '\n' | '\r\n';
  /** One level of indentation. */
  unit: string;
}

export const layoutOf = (text: string): Layout => {
  const indent = /(?:^|\n)(\t+|[ ]+)(?=[^\s])/u.exec(text)?.[1];
  return {
    eol: /\r\n/u.test(text) ? '\r\n' : '\n',
    unit: indent === undefined ? '  ' : indent.startsWith('\t') ? '\t' : indent.slice(0, 8),
  };
};

/** The leading white space of the line in which an offset stands. */
export const indentAt = (text: string, offset: number): string => {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/u.exec(text.slice(lineStart, offset))?.[0] ?? '';
};
