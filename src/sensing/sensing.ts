// Which sensor watches which session: the agent file says it by `details`.

import type { AgentDefinition } from '../agentfile/definition.ts';
import { openClaude } from './claude.ts';
import { codexRollout } from './codex-rollout.ts';
import { copilotEvents } from './copilot-events.ts';
import { geminiSession } from './gemini-session.ts';
import type { Sensor, SensorDeps } from './sensor.ts';
import { openTranscripts } from './transcripts.ts';

type Details = NonNullable<AgentDefinition['details']>;

export interface SensingOptions extends SensorDeps {
  /** What the agent's file says under `details`; undefined for an agent without a file. */
  detailsOf: (agent: string) => Details | undefined;
  /** Keys of the sessions that live already. */
  live: Iterable<string>;
}

const sensors: Partial<Record<Details, (deps: SensorDeps) => Sensor>> = {
  claude: openClaude,
  codex: openTranscripts(codexRollout),
  copilot: openTranscripts(copilotEvents),
  gemini: openTranscripts(geminiSession),
};

/** Watches what lives now and whatever is heard of later, until stopped. Emits nothing before it returns. */
export const openSensing = ({ detailsOf, live, ...deps }: SensingOptions): Sensor => {
  let isStopped = false;
  const open = new Map<Details, Sensor>();
  const sensorFor = (key: string): Sensor | undefined => {
    const details = detailsOf(key.slice(0, key.indexOf(':')));
    const known = details && open.get(details);
    if (known || !details) return known;
    const opened = sensors[details]?.(deps);
    if (opened) open.set(details, opened);
    return opened;
  };
  const heard = (key: string): void => {
    if (!isStopped) sensorFor(key)?.heard(key);
  };
  const cancel = deps.clock.after(0, () => {
    for (const key of live) heard(key);
  });
  return {
    heard,
    stop: () => {
      isStopped = true;
      cancel();
      for (const sensor of open.values()) sensor.stop();
    },
  };
};
