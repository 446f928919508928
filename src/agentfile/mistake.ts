// A mistake in an agent file, with its place: line, column and key path.

export interface Mistake {
  /** From 1; 0 when the file as a whole is meant. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** As in `events.Stop` or `hooks.events[2]`; empty at the top. */
  key: string;
  /** Reads on after the place: `"strat" is not an event. Did you mean "start"?` */
  message: string;
}

export type KeyPath = readonly (string | number)[];

/** Line and column from 1. */
export interface Position {
  line: number;
  column: number;
}

/** `["events", "my event", 2]` as `events["my event"][2]`. */
export const writeKeyPath = (path: KeyPath): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : /^[\w$-]+$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`))
    .join('')
    .replace(/^\./u, '');

/** `Line 3, column 5, events.stop: …` */
export const sayMistake = ({ line, column, key, message }: Mistake): string => {
  const place = [...(line > 0 ? [`Line ${line}, column ${column}`] : []), ...(key === '' ? [] : [key])].join(', ');
  return place === '' ? message : `${place}: ${message}`;
};

/** Where an offset into a text is. */
export const positionAt = (text: string, offset: number): Position => {
  const before = text.slice(0, offset).split(/\r\n?|\n/u);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
