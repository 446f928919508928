// One call of `hook custom` or `tell`, handed over: to the hub that runs, else checked here and left in the spool. It never starts a hub.

import { readFileSync } from 'node:fs';
import { carriedVariables } from '../agentfile/report.ts';
import { askHub } from '../api/custom-call.ts';
import { pathsFor } from '../host/folders.ts';

interface CustomReport {
  name: string;
  event: string | undefined;
  payload: Uint8Array;
}

/** Where the call comes from, as a spool file's header or the relay's request tells it. */
const callerFacts = (env: NodeJS.ProcessEnv): Record<string, string> => {
  const facts: Record<string, string> = { pid: String(process.pid), ppid: String(process.ppid) };
  const cwd = folderHere() ?? env.PWD;
  if (cwd) facts.cwd = cwd;
  const parent = statOf(process.ppid);
  if (parent !== undefined) facts.parent = parent;
  for (const name of carriedVariables) {
    const value = env[name];
    if (value) facts[name] = value;
  }
  return facts;
};

/** The folder that we run in; undefined when it was removed. */
export const folderHere = (): string | undefined => {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
};

const statOf = (pid: number): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').trimEnd();
  } catch {
    // Only Linux tells it for nothing.
    return undefined;
  }
};

/**
 * Never throws.
 * @param mayAsk false where a hub was asked already and did not answer
 * @returns what is wrong, in lines for a person; nothing was sent then, unless a line says so
 */
export const sendCustom = async (report: CustomReport, env: NodeJS.ProcessEnv, mayAsk = true): Promise<string[]> => {
  const { name, event, payload } = report;
  const { socket } = pathsFor();
  const facts = callerFacts(env);
  const answer = mayAsk ? await askHub(socket, { name, event, facts, body: payload }) : undefined;
  if (answer !== undefined) return answer === '' ? [] : [answer];
  const { leaveCustom } = await import('./custom-spool.ts');
  return leaveCustom(report, facts);
};
