// What a tool is about to do: one line for people, and a hash that tells two calls of one tool apart.

import { cutText, oneLine } from '../domain/text.ts';
import { isJsonObject } from './json.ts';

/** Where tools keep what matters most, the surest first. */
const telling = [
  'command',
  'cmd',
  'script',
  'file_path',
  'filePath',
  'notebook_path',
  'url',
  'query',
  'pattern',
  'path',
  'description',
  'question',
  'plan',
  'skill',
  'prompt',
];

/** One line; empty when the input says nothing. */
export const summariseInput = (input: unknown): string => cutText(oneLine(tellingText(input)));

const tellingText = (input: unknown): string => {
  if (typeof input === 'string') return input;
  if (!isJsonObject(input)) return '';
  for (const key of telling) {
    const found = wordsOf(Object.hasOwn(input, key) ? input[key] : undefined);
    if (found !== '') return found;
  }
  const questions = Object.hasOwn(input, 'questions') ? input.questions : undefined;
  if (Array.isArray(questions) && questions.length > 0) return tellingText(questions[0]);
  return (
    Object.values(input)
      .map(wordsOf)
      .find((words) => words !== '') ?? ''
  );
};

/** A text, or a command given as a list of words. */
const wordsOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value.join(' ') : '';
};

/** 53 bits in hexadecimal. Equal for equal inputs whatever the order of their keys; not for security. */
export const hashCall = (tool: string, input: unknown): string => hash53(`${tool}\n${canonical(input)}`).toString(16);

/** JSON with sorted keys. Nesting is bounded where payloads are read. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, of]) => `${JSON.stringify(key)}:${canonical(of)}`).join()}}`;
};

/** Two multiplicative hashes of 32 bits, mixed at the end; exact in a double. */
const hash53 = (text: string): number => {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
};
