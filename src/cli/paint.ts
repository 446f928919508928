// Colour for terminals, and nothing but the text anywhere else.

/** Codes that begin and end each style (ECMA-48). `util.styleText` takes 3 ms to load, and a list is on screen after 30. */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof codes;
export type Paint = (style: Style | readonly Style[], text: string) => string;

export const plain: Paint = (_style, text) => text;

export const coloured: Paint = (style, text) =>
  text === '' ? '' : [style].flat().reduce((styled, name) => `\u001B[${codes[name][0]}m${styled}\u001B[${codes[name][1]}m`, text);
