// `vigie hook custom <name> [event]`: what a tool waits for, so nothing is loaded here that one call does not need.

import { writeSync } from 'node:fs';
import { readJsonObject } from '../agentfile/json.ts';
import { sendCustom } from './custom-report.ts';
import { readStdinUntil } from './stdin-until.ts';

/** From the start of the process: a tool that leaves stdin open is held for 0.6 s at most. */
const deadlineMs = 500;
/** What has come already is read in this time, however late it is. */
const graceMs = 30;

/** Never throws. @returns what is wrong, in lines for a person */
export const takeHookCall = async (name: string, event: string | undefined, env: NodeJS.ProcessEnv): Promise<string[]> => {
  // The launcher says what it heard from a hub: it has waited half a second, or the hub has read the object.
  const heard = env.VIGIE_HUB_SAID || undefined;
  const waitMs = heard === undefined ? Math.max(graceMs, deadlineMs - performance.now()) : graceMs;
  const { bytes, ended } = await readStdinUntil(waitMs);
  if (bytes.length === 0 && heard !== undefined && heard !== '000')
    return [`The hub could not take it (status ${heard}). See vigie doctor.`];
  if (!ended && !readJsonObject(bytes).object)
    return ['Standard input stayed open, and what had come after half a second is not one JSON object.'];
  return sendCustom({ name, event: event || undefined, payload: bytes }, env, heard === undefined);
};

/**
 * Runs a call that is one beyond doubt, and says on standard error what is wrong with it. Never throws.
 * @returns false for any other command line, which checks and help are for
 */
export const runHookCall = async (words: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> => {
  const [, custom, name, event, ...more] = words;
  if (custom !== 'custom' || name === undefined || more.length > 0 || words.some((word) => word.startsWith('-'))) return false;
  const said = await takeHookCall(name, event, env);
  try {
    if (said.length > 0) writeSync(2, `${said.join('\n')}\n`);
  } catch {
    // Nobody listens.
  }
  return true;
};
