// Colour for terminals, and nothing but the text anywhere else.

import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan' | 'magenta';
export type Paint = (style: Style | readonly Style[], text: string) => string;

export const plain: Paint = (_style, text) => text;

export const coloured: Paint = (style, text) =>
  text === '' ? '' : styleText(typeof style === 'string' ? style : [...style], text, { validateStream: false });
