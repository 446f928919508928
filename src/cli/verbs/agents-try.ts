import { buffer } from 'node:stream/consumers';
import { readCustomCall } from '../../agentfile/custom.ts';
import { mapReport } from '../../agentfile/mapping.ts';
import { takenNames } from '../../agentfile/names.ts';
import type { Registry } from '../../agentfile/registry.ts';
import type { Report } from '../../agentfile/report.ts';
import type { Event } from '../../domain/event.ts';
import { createRoster } from '../../domain/roster.ts';
import { oneLine } from '../../domain/text.ts';
import type { SessionView } from '../../domain/view.ts';
import { viewOf } from '../../domain/view.ts';
import { readOwnRegistry } from '../own-registry.ts';
import { defineVerb } from '../verb.ts';

interface Trial {
  /** The events that it would become, each with the session as it would stand then, if it made one. */
  steps: { event: Event; session: SessionView | undefined }[];
  ignored: boolean;
  said: string[];
}

const tryReport = (name: string, event: string | undefined, payload: Uint8Array, registry: Registry, at_ms: number): Trial => {
  const caller = { at_ms, cwd: undefined, place: {}, env: {} };
  // What a built-in agent sends comes by its own hooks, never by `hook custom`.
  const isBuiltIn = takenNames.includes(registry.idOf(name));
  const own: Report = { agent: name, event: event ?? '', payload, source: 'hook', ...caller };
  const { report, said } = isBuiltIn ? { report: own, said: [] } : readCustomCall(name, event, payload, caller, registry);
  if (!report) return { steps: [], ignored: false, said };
  const { events, ignored, faults } = mapReport(report, registry);
  const roster = createRoster({ rulesFor: registry.rulesFor });
  const steps = events.map((one) => {
    const { after } = roster.apply(one);
    return { event: one, session: after && viewOf(after, registry.nameOf(after.agent)) };
  });
  return { steps, ignored, said: [...said, ...faults.map(({ where, reason }) => `${where}: ${reason}`)] };
};

/** What is told of the call itself, and would be the same for any. */
const unsaid = new Set(['kind', 'agent', 'session', 'source', 'at_ms', 'place', 'rule', 'input_hash']);

const stateLine = (session: SessionView | undefined): string => {
  if (!session) return 'no session: this event alone makes none';
  if (session.ended_ms !== null) return 'ended';
  const detail = session.detail === null ? '' : ` (${session.detail})`;
  return `${session.state}${detail}${session.attention ? ', and nobody has seen it' : ''}`;
};

const linesOf = ({ steps, ignored }: Trial): string[] => {
  if (ignored) return ['ignored: the agent file says so'];
  return steps.flatMap(({ event, session }) => [
    `${event.kind}: session ${oneLine(event.session ?? '(known by its place)')} of ${oneLine(session?.name ?? event.agent)}`,
    ...Object.entries(event)
      .filter(([name]) => !unsaid.has(name))
      .map(([name, value]) => `  ${name}: ${oneLine(typeof value === 'string' ? value : JSON.stringify(value))}`),
    `  state: ${stateLine(session)}`,
  ]);
};

export const verb = defineVerb({
  description: [
    'Reads what an agent would send from standard input, and says what it would become: the event, its fields, and the state that a new session would be in. Nothing is sent, and no hub is needed.',
  ],
  args: {
    name: { type: 'positional', required: true, description: 'The agent.' },
    event: { type: 'positional', required: false, description: 'The event, where the payload does not say it.' },
    json: { type: 'boolean', description: 'Prints the events and sessions as JSON.' },
  },
  examples: [{ command: 'vigie agents try ralph stop < payload.json', about: 'What does it mean that Ralph stops?' }],
  exits: [[1, 'It would be refused; standard error says why.']],
  seeAlso: ['vigie hook custom', 'vigie agents lint'],
  async run({ name, event, json }, terminal) {
    const payload = process.stdin.isTTY ? new Uint8Array() : await buffer(process.stdin);
    const { registry } = readOwnRegistry();
    const trial = tryReport(name, event || undefined, payload, registry, terminal.now());
    if (trial.said.length > 0) terminal.tell(`${trial.said.map(oneLine).join('\n')}\n`);
    const lines = json ? [JSON.stringify(trial, null, 2)] : linesOf(trial);
    if (lines.length > 0) terminal.write(`${lines.join('\n')}\n`);
    return trial.steps.length > 0 || trial.ignored ? 0 : 1;
  },
});
