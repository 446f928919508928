// `vigie hook custom <name> [event]`: Gnista's contract, checked word for word before anything is sent.

import { sameEventName } from '../domain/event.ts';
import { oneLine } from '../domain/text.ts';
import { customEvents } from './event-target.ts';
import { kindOfValue } from './field.ts';
import { readJsonObject } from './json.ts';
import { customBytesMax } from './limits.ts';
import { eventNameIn, mapReport } from './mapping.ts';
import { simpleTable } from './mapping-table.ts';
import { agentName, takenNames } from './names.ts';
import { nearest } from './nearest.ts';
import type { Registry } from './registry.ts';
import type { Report } from './report.ts';

/** What the call knows besides its arguments and stdin. */
export type Caller = Pick<Report, 'at_ms' | 'cwd' | 'place' | 'env'>;

/** `said` goes to stderr in either case; `report` is absent when nothing may be sent. */
export interface CustomCall {
  report: Report | undefined;
  said: string[];
}

/**
 * Pure; never throws.
 * @param argument the event given on the command line
 */
export const readCustomCall = (
  name: string,
  argument: string | undefined,
  stdin: Uint8Array,
  caller: Caller,
  registry: Registry,
): CustomCall => {
  const refuse = (...said: string[]): CustomCall => ({ report: undefined, said });
  if (!agentName.test(name))
    return refuse(`${quoted(name)} is no name of an agent: 1 to 32 of a-z, 0-9, - and _, first a letter or digit.`);
  if (takenNames.includes(name)) return refuse(`The name ${name} is taken by a built-in agent.`);
  if (stdin.length > customBytesMax) return refuse(`The object is ${stdin.length} bytes long; it may be ${customBytesMax}.`);
  const { object, faults } = readJsonObject(stdin);
  if (!object || faults.length > 0)
    return refuse(...faults.map((fault) => `What came on stdin ${fault}; it must be one JSON object.`));
  const agent = registry.findCustom(name);
  const said = agent ? [] : brokenFiles(name, registry);
  const table = agent?.mapping ?? simpleTable;
  const written = eventNameIn(object, table);
  if (written !== undefined && typeof written !== 'string')
    return refuse(...said, `The event must be a string, not ${kindOfValue(written)}.`);
  const event = argument || written || '';
  if (event === '') return refuse(...said, 'The event is missing: give it in the object or after the name.');
  if (!table.casesFor(event)) return refuse(...said, `${quoted(event)} is not an event.${suggestion(event)}`);
  if (argument && written && !sameEventName(written, argument))
    said.push(
      `The event is ${quoted(argument)} on the command line but ${quoted(written)} in the object; the command line counts.`,
    );
  const report: Report = { agent: name, event: argument ?? '', payload: stdin, source: 'hook', custom: true, ...caller };
  const { events, faults: wrong } = mapReport(report, registry);
  if (wrong.length > 0) return refuse(...said, ...wrong.map(({ reason }) => `${reason}.`));
  if (events.some(({ session }) => session === undefined)) return refuse(...said, 'session is missing.');
  return { report, said };
};

/** A file of that name that is not in use is said, and the simple format goes on working. */
const brokenFiles = (name: string, registry: Registry): string[] =>
  registry
    .list()
    .filter(({ id, used, origin }) => id === name && !used && origin !== 'built-in')
    .flatMap(({ file, reasons }) => [`${file} is ignored:`, ...reasons.map((reason) => `  ${reason}`)]);

const quoted = (text: string): string => JSON.stringify(oneLine(text).slice(0, 64));

const suggestion = (event: string): string => {
  const near = nearest(event, customEvents);
  return near === undefined ? ` There are: ${customEvents.join(', ')}.` : ` Did you mean "${near}"?`;
};
