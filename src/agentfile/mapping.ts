// Reads what an agent sends: a Report becomes Events, as its agent file says. Loose with what others send: whatever is wrong drops its
// own field and is told as a fault.

import type { Event, EventKind } from '../domain/event.ts';
import type { Fault } from '../domain/fault.ts';
import type { Place } from '../domain/place.ts';
import { oneLine } from '../domain/text.ts';
import type { FieldName } from './field.ts';
import { eventFields, fieldReaders, kindOfValue } from './field.ts';
import { readJsonObject } from './json.ts';
import type { Case, Condition, FieldPath, MappingTable } from './mapping-table.ts';
import { holds, simpleTable } from './mapping-table.ts';
import { readPath } from './path.ts';
import type { Agent, Registry } from './registry.ts';
import type { Mapped, Report } from './report.ts';
import { hashCall, summariseInput } from './tool-input.ts';

/** Events that one report may become. */
const eventsMax = 64;

/** Never throws, whatever the payload holds. */
export const mapReport = (report: Report, registry: Registry): Mapped => {
  const agent = report.custom ? registry.findCustom(report.agent) : registry.find(report.agent);
  const id = report.custom ? report.agent : (agent?.id ?? registry.idOf(report.agent));
  if (!agent && !report.custom) return faulty(oneLine(id).slice(0, 64), 'there is no agent file of that name');
  const { object, faults: wrong, mended } = readJsonObject(report.payload);
  const where = `${id}${report.event === '' ? '' : ` ${oneLine(report.event).slice(0, 64)}`}`;
  const faults: Fault[] = [...wrong, ...(report.custom ? [] : mended)].map((reason) => ({
    where,
    reason: `the payload ${reason}`,
  }));
  const silent = report.payload.length === 0 && agent?.definition.hooks?.stdin === 'none';
  const payload = object ?? (silent ? {} : undefined);
  if (!payload) return { events: [], faults, ignored: false };
  const mapped = mapPayload({ report, payload, id, agent, table: agent?.mapping ?? simpleTable }, registry);
  return { ...mapped, faults: [...(silent ? [] : faults), ...mapped.faults] };
};

const faulty = (where: string, reason: string): Mapped => ({ events: [], faults: [{ where, reason }], ignored: false });

interface Reading {
  report: Report;
  payload: Readonly<Record<string, unknown>>;
  id: string;
  agent: Agent | undefined;
  table: MappingTable;
}

const mapPayload = (reading: Reading, registry: Registry): Mapped => {
  const { report, payload, id, table } = reading;
  const read = ({ path, variable }: Condition): unknown => (path ? readPath(path, payload) : report.env[variable]);
  const caller = table.callers.find(({ conditions }) => holds(conditions, read));
  if (caller) {
    const other = registry.find(caller.agent);
    if (!other) return faulty(`${id}, run by ${caller.agent}`, `there is no agent file of the name ${caller.agent}`);
    return mapPayload({ ...reading, id: other.id, agent: other, table: { ...other.mapping, callers: [] } }, registry);
  }
  const name = report.event === '' ? eventNameIn(payload, table) : report.event;
  if (typeof name !== 'string' || name === '') return faulty(id, 'it does not say which event it is');
  const where = `${id} ${oneLine(name).slice(0, 64)}`;
  const cases = table.casesFor(name);
  if (!cases) return faulty(where, 'is no event that this agent is known to send');
  const found = cases.find(({ conditions }) => holds(conditions, read));
  if (!found) return faulty(where, 'none of the cases in the agent file fits');
  const { kind } = found;
  if (kind === 'ignore') return { events: [], faults: [], ignored: true };
  const elements = found.each ? readPath(found.each.path, payload) : [payload];
  if (!Array.isArray(elements)) return faulty(where, `${found.each?.text} must be a list, not ${kindOfValue(elements)}`);
  const faults: Fault[] = [];
  const fault = (reason: string): void => void faults.push({ where, reason });
  const events = elements.slice(0, eventsMax).map((element) => eventFrom(reading, found, name, kind, element, fault));
  return { events, faults, ignored: elements.length === 0 };
};

/** What stands where the event's name is to be read. */
export const eventNameIn = (payload: unknown, table: MappingTable): unknown =>
  firstAt(table.fields.get('event') ?? [], payload)?.value;

const firstAt = (paths: readonly FieldPath[], from: unknown): { value: unknown; text: string } | undefined => {
  for (const { path, text } of paths) {
    const value = readPath(path, from);
    if (value !== undefined && value !== null) return { value, text };
  }
  return undefined;
};

const eventFrom = (
  { report, payload, id, agent, table }: Reading,
  found: Case,
  name: string,
  kind: EventKind,
  element: unknown,
  fault: (reason: string) => void,
): Event => {
  const at = (field: FieldName): { value: unknown; text: string } | undefined => {
    const own = found.fields.get(field);
    return own ? firstAt(own, element) : firstAt(table.fields.get(field) ?? [], payload);
  };
  const event: Event = { kind, agent: id, source: report.source, at_ms: report.at_ms, rule: oneLine(name).slice(0, 128) };
  event.place = placeOf(report, agent);
  if (report.cwd !== undefined) event.cwd = report.cwd;
  for (const field of eventFields) {
    const there = at(field);
    const reading = there ? fieldReaders[field](there.value) : 'absent';
    if (reading === 'absent') continue;
    if (reading.ok) Object.assign(event, { [field]: reading.value });
    else fault(`${there?.text} must be ${reading.must}`);
  }
  if (found.reason !== undefined) event.reason = found.reason;
  if (found.detail !== undefined) event.detail = found.detail;
  takeInput(event, at('input'), fault);
  if (kind === 'tool-done' && event.tool !== undefined && table.doneAfterTools.has(event.tool)) event.kind = 'done';
  return event;
};

const takeInput = (event: Event, there: { value: unknown; text: string } | undefined, fault: (reason: string) => void): void => {
  if (!there) return;
  const { value, text } = there;
  if (typeof value !== 'string' && (typeof value !== 'object' || Array.isArray(value))) {
    fault(`${text} must be a string or an object, not ${kindOfValue(value)}`);
    return;
  }
  const summary = summariseInput(value);
  if (summary !== '') event.input = summary;
  event.input_hash = hashCall(event.tool ?? '', value);
};

/** The agent's own pid, where it tells its hooks, is surer than whatever ran them. */
const placeOf = (report: Report, agent: Agent | undefined): Partial<Place> => {
  const variable = agent?.definition.identity?.pid_env;
  const pid = variable === undefined ? Number.NaN : Number(report.env[variable]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === report.place.pid) return report.place;
  return { ...report.place, pid, pid_start: null };
};
