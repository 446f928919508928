// What connecting and disconnecting have in common: which agents are meant, the diff that is shown, the question, and the lock.

import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentOf } from '../agentfile/agent-list.ts';
import { nearest } from '../agentfile/nearest.ts';
import type { Agent, Registry } from '../agentfile/registry.ts';
import { hashOf, openBackups } from '../connect/backups.ts';
import { bytesOf, textOf } from '../connect/config-file.ts';
import type { Left, Plans, Workplace } from '../connect/connection.ts';
import { carryOut, planAll } from '../connect/connection.ts';
import { connections } from '../connect/health.ts';
import { readLedger } from '../connect/ledger.ts';
import type { Ground } from '../connect/placement.ts';
import type { Intent, Placement, Plan } from '../connect/plan.ts';
import { isChange } from '../connect/plan.ts';
import type { ConnectionView } from '../domain/connection-view.ts';
import { VigieError } from '../domain/error.ts';
import { manyLines, oneLine } from '../domain/text.ts';
import type { Paths } from '../host/folders.ts';
import { surroundings } from '../host/folders.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import { acquireLock } from '../hub/lock.ts';
import type { Terminal } from './terminal.ts';

export const groundOf = (paths: Paths, registry: Registry): Ground => {
  const { home, env } = surroundings();
  return { home, env, launcher: join(paths.bin, 'vigie-hook'), spool: paths.spool, idOf: (name) => registry.idOf(name) };
};

export const workplaceOf = ({ state }: Paths): Workplace => ({
  ledger: join(state, 'connect', 'ledger.json'),
  backups: openBackups(join(state, 'connect', 'backups')),
  now: Date.now,
});

/** How the hooks of the agents that are here stand. Throws VigieError for a damaged ledger. */
export const connectionsHere = (registry: Registry, paths: Paths): ConnectionView[] =>
  connections(registry, groundOf(paths, registry), readLedger(workplaceOf(paths).ledger));

/** The agents of these names, each of which takes hooks. Throws VigieError `not_found`. */
export const agentsNamed = (names: readonly string[], registry: Registry): Agent[] =>
  names.map((name) => {
    const agent = agentOf(registry, name);
    if (agent?.definition.hooks) return agent;
    const known = registry.list().flatMap(({ id }) => (agentOf(registry, id)?.definition.hooks ? [id] : []));
    const meant = nearest(name, known);
    throw new VigieError(
      'not_found',
      agent ? `${agent.name} takes no hooks` : `there is no agent ${name}`,
      meant && meant !== agent?.id ? `Did you mean ${meant}?` : `Agents are: ${known.join(', ')}`,
    );
  });

/** Names or `--all`, never both and never neither. */
export const checkNames = (names: readonly string[], all: boolean | undefined, verb: string): void => {
  if (names.length > 0 === (all === true))
    throw new VigieError('usage', `say which agents, or --all`, `vigie ${verb} claude, or vigie ${verb} --all`);
};

export const projectOf = (project: string | undefined): string | undefined =>
  project === undefined ? undefined : resolve(project);

/** One agent's files, all of which are edited or none. */
export interface Task {
  agent: Pick<Agent, 'id' | 'name'>;
  placements: readonly Placement[];
}

/** The task of each agent. One whose plugin is broken stops the others only where it was asked for by name; else it is told. */
export const tasksOf = async (
  agents: readonly Agent[],
  make: (agent: Agent) => Task | Promise<Task>,
  isAll: boolean,
  terminal: Terminal,
): Promise<{ tasks: Task[]; isWhole: boolean }> => {
  const made = await Promise.all(
    agents.map(async (agent) => {
      try {
        return await make(agent);
      } catch (error) {
        if (!isAll || !(error instanceof VigieError)) throw error;
        terminal.tell(`${error.message}.\n`);
        return undefined;
      }
    }),
  );
  const tasks = made.filter((task) => task !== undefined);
  return { tasks, isWhole: tasks.length === made.length };
};

export interface Choices {
  intent: Intent;
  /** Whoever is meant by no name needs no word when nothing is to do. */
  isAll: boolean;
  isDry: boolean;
  isSure: boolean;
}

interface Outcome {
  task: Task;
  result: Plans | { refused: Left };
}

/**
 * Shows what is to be done and asks, unless one is sure, and does it, each agent for itself: where one's files can't be edited, the others go on.
 * @returns the exit status, and those of whom something was changed
 */
export const perform = async (
  tasks: readonly Task[],
  { intent, isAll, isDry, isSure }: Choices,
  paths: Paths,
  terminal: Terminal,
): Promise<{ status: number; done: Task[] }> => {
  const workplace = workplaceOf(paths);
  let isRefused = false;
  let possible = tasks;
  if (isDry || !isSure) {
    const planned = tasks.map((task): Outcome => ({ task, result: planAll(task.placements, intent, workplace) }));
    const changes = planned.flatMap(({ result }) => ('refused' in result ? [] : result.plans.filter(isChange)));
    for (const plan of changes) terminal.write(`${(await diffOf(plan)).map((line) => painted(line, terminal)).join('\n')}\n\n`);
    isRefused = tellRefused(planned, terminal);
    possible = planned.filter(({ result }) => !('refused' in result)).map(({ task }) => task);
    if (isDry) return { status: isRefused ? 1 : 0, done: [] };
    if (changes.length > 0 && !(await terminal.confirm('Write it?'))) {
      terminal.tell('Nothing was written. To write it without a question: --yes\n');
      return { status: 1, done: [] };
    }
  }
  const done: Task[] = [];
  const lock = await takeLock(join(paths.state, 'connect'));
  try {
    for (const task of possible) {
      const outcome = { task, result: attempt(task, intent, workplace) };
      if (tellRefused([outcome], terminal)) isRefused = true;
      if ('refused' in outcome.result) continue;
      tellDone(task, outcome.result, { intent, isAll }, workplace, terminal);
      if (outcome.result.plans.some(isChange)) done.push(task);
    }
  } finally {
    lock.release();
  }
  return { status: isRefused ? 1 : 0, done };
};

const tellDone = (
  { agent }: Task,
  { plans, left }: Plans,
  { intent, isAll }: Pick<Choices, 'intent' | 'isAll'>,
  { backups }: Workplace,
  terminal: Terminal,
): void => {
  for (const { file, why } of left) terminal.tell(`${file}: ${why}.\n`);
  const changes = plans.filter(isChange);
  if (changes.length === 0) {
    if (intent.isWanted) terminal.write(`${agent.name}: connected already\n`);
    else if (!isAll) terminal.write(`${agent.name}: not connected\n`);
    return;
  }
  terminal.write(`${agent.name}: ${intent.isWanted ? 'connected' : 'disconnected'}\n`);
  for (const { file } of changes)
    if (file.bytes) terminal.write(`  ${file.path} as it was: ${backups.pathOf(hashOf(file.bytes))}\n`);
};

const attempt = (task: Task, intent: Intent, workplace: Workplace): Outcome['result'] => {
  try {
    return carryOut(task.placements, intent, workplace);
  } catch (error) {
    if (!(error instanceof VigieError)) throw error;
    return { refused: { file: task.agent.name, why: `${error.message}. ${error.hint}`.trim() } };
  }
};

const tellRefused = (outcomes: readonly Outcome[], terminal: Terminal): boolean => {
  let isRefused = false;
  for (const { result } of outcomes) {
    if (!('refused' in result)) continue;
    isRefused = true;
    terminal.tell(`${result.refused.file}: ${oneLine(result.refused.why)}. It stays as it is.\n`);
  }
  return isRefused;
};

const contextLines = 3;

/** A unified diff; only loaded where there is something to show. */
const diffOf = async ({ file, after }: Plan): Promise<string[]> => {
  const { structuredPatch } = await import('diff');
  const [before, now] = [file.text, textOf(after ?? bytesOf('', { hasMark: false }))];
  const { hunks } = structuredPatch('', '', before, now, '', '', { context: contextLines });
  return [
    `--- ${file.bytes ? file.path : 'no file yet'}`,
    `+++ ${after ? file.path : 'no file any more'}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines.map((line) => manyLines(line).replaceAll('\n', '')),
    ]),
  ];
};

const painted = (line: string, { paint }: Terminal): string => {
  if (/^(?:---|\+\+\+) /u.test(line)) return paint('bold', line);
  if (line.startsWith('@@')) return paint('dim', line);
  return line.startsWith('+') ? paint('green', line) : line.startsWith('-') ? paint('red', line) : line;
};

const lockMs = 10_000;
const pollMs = 20;

const takeLock = async (folder: string): Promise<{ release: () => void }> => {
  makePrivateFolder(folder);
  for (const until = Date.now() + lockMs; ; await sleep(pollMs)) {
    const lock = acquireLock(join(folder, 'lock.db'));
    if (lock) return lock;
    if (Date.now() > until) throw new VigieError('refused', 'another vigie is connecting agents at this moment', 'Try again.');
  }
};
