// A word of a command line, shown for a person to paste into a POSIX shell. We ourselves never run one.

export const quoted = (word: string): string => (/^[\w@%+:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
