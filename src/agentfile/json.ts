// Reads one JSON object out of bytes that anyone may have sent: what is wrong comes back as words, never as an exception.

import { payloadBytesMax } from './limits.ts';

/** Deeper nesting is refused, so that whoever walks the value needs no guard of their own. */
const depthMax = 200;

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface JsonReading {
  /** The object; undefined when there is none to go by. */
  object: JsonObject | undefined;
  /** What was wrong, in words for a person, without any of the content. */
  faults: string[];
  /** What could be put right without loss, in the same words. */
  mended: string[];
}

/** Never throws. A byte order mark and CRLF are fine; invalid UTF-8 and a key that stands twice are faults, but still give the object. */
export const readJsonObject = (bytes: Uint8Array): JsonReading => {
  if (bytes.length > payloadBytesMax) return nothing(`is larger than ${payloadBytesMax / 1024 / 1024} MiB`);
  const faults: string[] = [];
  const text = decode(bytes, faults);
  if (text.trim() === '') return nothing('is empty');
  const shape = surveyJson(text);
  if (shape.depth > depthMax) return nothing(`is nested deeper than ${depthMax} levels`);
  const value = parse(text);
  if (value === undefined) return nothing(shape.values > 1 ? 'holds more than one object' : 'is not JSON');
  if (Array.isArray(value)) return nothing('is a list, not an object');
  if (!isJsonObject(value)) return nothing('is not an object');
  if (shape.twice) faults.push('has a key that stands twice; the last one counts');
  const mended = halfCharacter.test(text) ? ['holds half a character, which was replaced'] : [];
  return { object: value, faults, mended };
};

/** An escaped surrogate without its other half, where the backslash before it is not an escaped one itself. */
const halfCharacter = /(?<!\\)(?:\\\\)*(?:\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2})/iu;

const nothing = (reason: string): JsonReading => ({ object: undefined, faults: [reason], mended: [] });

const decode = (bytes: Uint8Array, faults: string[]): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    faults.push('is not valid UTF-8; the bytes in question were replaced');
    return new TextDecoder().decode(bytes);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export interface JsonShape {
  /** Not counted further once it is more than is read; nor is anything else then. */
  depth: number;
  /** Objects and lists at the top. */
  values: number;
  /** Whether a key stands twice in one object. */
  twice: boolean;
}

const code = { quote: 0x22, comma: 0x2c, openList: 0x5b, closeList: 0x5d, open: 0x7b, close: 0x7d } as const;

/** What `JSON.parse` does not tell, in one pass without recursion. Of text that is no JSON it says something, but never throws. */
export const surveyJson = (text: string): JsonShape => {
  const shape: JsonShape = { depth: 0, values: 0, twice: false };
  const open: (Set<string> | undefined)[] = [];
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === code.quote) {
      const end = endOfString(text, at);
      const keys = keyNext ? open.at(-1) : undefined;
      if (keys) {
        const key = unescaped(text.slice(at + 1, end));
        shape.twice ||= keys.has(key);
        keys.add(key);
      }
      keyNext = false;
      at = end;
    } else if (character === code.open || character === code.openList) {
      if (open.length === 0) shape.values++;
      open.push(character === code.open ? new Set() : undefined);
      shape.depth = Math.max(shape.depth, open.length);
      // Nobody reads further, and 16 MiB of open objects would take gigabytes to count.
      if (shape.depth > depthMax) return shape;
      keyNext = character === code.open;
    } else if (character === code.close || character === code.closeList) {
      open.pop();
      keyNext = false;
    } else if (character === code.comma) {
      keyNext = open.at(-1) !== undefined;
    }
  }
  return shape;
};

const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (end > 0) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
};

const unescaped = (raw: string): string => {
  if (!raw.includes('\\')) return raw;
  const key = parse(`"${raw}"`);
  return typeof key === 'string' ? key : raw;
};
