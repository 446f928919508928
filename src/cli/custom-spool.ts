// `hook custom` without a hub: checked here, by the same agent files, and left in the spool.

import { readCustomCall } from '../agentfile/custom.ts';
import { readOwnRegistry } from './own-registry.ts';
import { pathsFor } from '../host/folders.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import { deposit } from '../intake/deposit.ts';

/** @returns what is wrong, in lines for a person */
export const leaveCustom = (
  { name, event, payload }: { name: string; event: string | undefined; payload: Uint8Array },
  facts: Readonly<Record<string, string>>,
): string[] => {
  const paths = pathsFor();
  const { registry } = readOwnRegistry();
  const at_ms = Date.now();
  const { report, said } = readCustomCall(name, event, payload, { at_ms, cwd: facts.cwd, place: {}, env: {} }, registry);
  if (!report) return said;
  try {
    makePrivateFolder(paths.spool);
  } catch {
    // Then nothing can be left there, which is said below.
  }
  const isLeft = deposit(paths.spool, { agent: name, event: event ?? '', custom: '1', at_ms: String(at_ms), ...facts }, payload);
  return isLeft ? said : [...said, `Nothing was sent: no hub answers, and nothing can be left for it in ${paths.spool}.`];
};
