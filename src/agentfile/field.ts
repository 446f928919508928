// The fields that an agent's payload may fill, and what each of them takes.

import type { Event } from '../domain/event.ts';
import { isDetail, reasons } from '../domain/event.ts';
import { cutText } from '../domain/text.ts';

/** Fields of Gnista's object: what `hook custom` takes and a Gnista file may map. */
export const customFields = [
  'session',
  'event',
  'message',
  'cwd',
  'tool',
  'title',
  'prompt',
  'reply',
  'model',
  'input',
  'reason',
  'cost',
  'tokens',
  'context',
  'subagent',
] as const;

/** All fields that an agent file may map. */
export const fieldNames = [
  ...customFields,
  'detail',
  'tool_use_id',
  'subagent_type',
  'background',
  'subagents_alive',
  'turn',
  'trigger',
  'end_reason',
  'transcript',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** A value that fits, or what it must be (`a string, not a number`). `absent` is a value too: null and, but for the session, an empty text. */
type FieldReading<T> = { ok: true; value: T } | { ok: false; must: string } | 'absent';

type Reader<T> = (value: unknown) => FieldReading<T>;

const fits = <T>(value: T): FieldReading<T> => ({ ok: true, value });
const mustBe = (must: string): FieldReading<never> => ({ ok: false, must });
const wrongType = (must: string, value: unknown): FieldReading<never> => mustBe(`${must}, not ${kindOfValue(value)}`);

const text: Reader<string> = (value) => {
  if (typeof value !== 'string') return wrongType('a string', value);
  return value === '' ? 'absent' : fits(cutText(value));
};

const sessionMax = 256;

const session: Reader<string> = (value) => {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
      ? fits(String(value))
      : mustBe('a string (the number is too large to stay what it is)');
  if (typeof value !== 'string') return wrongType('a string', value);
  const fitting = value !== '' && value.length <= 2 * sessionMax && Array.from(value).length <= sessionMax;
  return fitting ? fits(value.toWellFormed()) : mustBe(`1 to ${sessionMax} characters long`);
};

const oneOf =
  <T extends string>(words: readonly T[]): Reader<T> =>
  (value) => {
    const word = words.find((known) => known === value);
    if (word !== undefined) return fits(word);
    if (value === '') return 'absent';
    const must = `one of ${words.join(', ')}`;
    return typeof value === 'string' ? mustBe(must) : wrongType(must, value);
  };

const number =
  (least: number, most: number, must: string): Reader<number> =>
  (value) => {
    if (typeof value !== 'number') return wrongType(must, value);
    return value >= least && value <= most ? fits(value) : mustBe(must);
  };

const detail: Reader<string> = (value) => {
  if (value === '') return 'absent';
  if (typeof value !== 'string') return wrongType('a word', value);
  return isDetail(value) ? fits(value) : mustBe('a word of a-z, 0-9, - and _');
};

/** How agents say that a background task is over. Any other word, or none, counts as alive. */
const finished = new Set(
  'aborted cancelled canceled complete completed done error errored failed finished killed stopped success succeeded'.split(' '),
);

const isLive = (task: unknown): boolean => {
  const status = typeof task === 'object' && task !== null && 'status' in task ? task.status : undefined;
  return typeof status !== 'string' || !finished.has(status.toLowerCase());
};

const background: Reader<number> = (value) => {
  if (Array.isArray(value)) return fits(value.filter(isLive).length);
  return typeof value === 'number' && value >= 0 ? fits(value) : wrongType('a list of tasks or their number', value);
};

const idsAlive: Reader<string[]> = (value) => {
  if (!Array.isArray(value)) return wrongType('a list of tasks or ids', value);
  return fits(
    value.filter(isLive).flatMap((task: unknown) => {
      const id = typeof task === 'object' && task !== null && 'id' in task ? task.id : task;
      return typeof id === 'string' ? [id] : [];
    }),
  );
};

/** `input` is not among them: it becomes two fields of the event, see tool-input.ts. */
export type EventField = Exclude<FieldName, 'event' | 'input'>;

export const eventFields: readonly EventField[] = fieldNames.filter((name) => name !== 'event' && name !== 'input');

/** Reader of each field. The value is what stands in the payload; it is never undefined or null. */
export const fieldReaders: { readonly [F in EventField]: Reader<NonNullable<Event[F]>> } = {
  session,
  message: text,
  cwd: text,
  tool: text,
  title: text,
  prompt: text,
  reply: text,
  model: text,
  reason: oneOf(reasons),
  cost: number(0, Number.MAX_VALUE, 'a number of 0 or more'),
  tokens: number(0, Number.MAX_VALUE, 'a number of 0 or more'),
  context: number(0, 100, 'a number from 0 to 100'),
  subagent: text,
  detail,
  tool_use_id: text,
  subagent_type: text,
  background,
  subagents_alive: idsAlive,
  turn: text,
  trigger: oneOf(['manual', 'auto']),
  end_reason: text,
  transcript: text,
};

/** What a value is, in words for a person. */
export const kindOfValue = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return (
    { string: 'a string', number: 'a number', boolean: 'true or false', object: 'an object' }[typeof value as string] ?? 'nothing'
  );
};
