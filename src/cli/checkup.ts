// What `vigie doctor` looks at. Each check gives findings and throws nothing.

import { existsSync, statSync } from 'node:fs';
import type { Registry } from '../agentfile/registry.ts';
import type { Health } from '../api/contract.ts';
import type { ConnectionView } from '../domain/connection-view.ts';
import { VigieError } from '../domain/error.ts';
import { oneLine } from '../domain/text.ts';
import type { SessionView } from '../domain/view.ts';
import type { Paths } from '../host/folders.ts';
import type { LauncherPaths } from '../host/launchers.ts';
import { staleLaunchers } from '../host/launchers.ts';
import { ageInWords } from './age.ts';

export interface Finding {
  /** What was looked at. */
  about: string;
  /** `note`: works, but worth knowing. */
  verdict: 'ok' | 'note' | 'broken';
  says: string;
  /** What to do about it. */
  hint?: string;
}

export const failed = (about: string, error: unknown): Finding => {
  const says = error instanceof Error ? error.message : String(error);
  return { about, verdict: 'broken', says, ...(error instanceof VigieError && error.hint !== '' && { hint: error.hint }) };
};

export const checkHub = ({ version, pid, started_ms, url }: Health, own: string, now: number): Finding[] => [
  {
    about: 'Hub',
    verdict: version === own ? 'ok' : 'note',
    says: `up: version ${version}, process ${pid}, for ${ageInWords(now - started_ms)}${version === own ? '' : `; this is version ${own}`}`,
    ...(version !== own && { hint: 'vigie down && vigie up --detach' }),
  },
  { about: 'Page', verdict: 'ok', says: url, hint: 'to open it: vigie url' },
];

const floor = [22, 16] as const;

export const checkNode = (version: string, path: string): Finding => {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const isEnough = major > floor[0] || (major === floor[0] && minor >= floor[1]);
  return isEnough
    ? { about: 'Node', verdict: 'ok', says: `${version}, ${path}` }
    : { about: 'Node', verdict: 'broken', says: `${version} is older than ${floor.join('.')}`, hint: 'Install a newer Node.' };
};

const modeOf = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

/** Whether each folder, and the socket, is this user's alone. On systems without user ids the profile folder sees to that. */
export const checkFolders = (paths: Paths, user: number | undefined): Finding[] => {
  const folders = [paths.config, paths.state, paths.share, paths.run, paths.spool];
  const found: Finding[] = [];
  for (const path of [...folders, paths.socket]) {
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info || user === undefined) continue;
    const about = path === paths.socket ? 'Socket' : 'Folders';
    if (info.uid !== user)
      found.push({ about, verdict: 'broken', says: `${path} belongs to user ${info.uid}`, hint: 'Move it away.' });
    else if ((info.mode & 0o077) !== 0)
      found.push({
        about,
        verdict: 'broken',
        says: `${path} is open to others (${modeOf(info.mode)})`,
        hint: `chmod go= '${path}'`,
      });
  }
  if (!found.some(({ about }) => about === 'Folders'))
    found.push({
      about: 'Folders',
      verdict: 'ok',
      says: `private: ${[...new Set(folders)].filter((path) => existsSync(path)).join(' ')}`,
    });
  if (!found.some(({ about }) => about === 'Socket') && (user === undefined || existsSync(paths.socket)))
    found.push({ about: 'Socket', verdict: 'ok', says: paths.socket });
  return found;
};

export const checkSpool = ({ spool }: Health, paths: Paths): Finding => {
  const { waiting, quarantined, dropped, watching } = spool;
  const counts = `${waiting} waiting, ${quarantined} quarantined, ${dropped} dropped`;
  const how = watching === 'watch' ? 'watched' : 'looked at every 10 s, as notifications do not come here';
  return {
    about: 'Spool',
    verdict: quarantined > 0 || dropped > 0 || watching === 'poll' ? 'note' : 'ok',
    says: `${counts}; ${how}`,
    ...(quarantined > 0 && { hint: `What could not be read is in ${paths.quarantine}` }),
  };
};

export const checkLaunchers = (paths: Paths, launchers: LauncherPaths, isOnPath: boolean): Finding => {
  const { missing, other } = staleLaunchers(paths.bin, launchers);
  const about = 'Launchers';
  if (missing.length > 0)
    return {
      about,
      verdict: 'broken',
      says: `${missing.join(', ')} missing in ${paths.bin}`,
      hint: 'vigie down && vigie up --detach',
    };
  if (other.length > 0)
    return {
      about,
      verdict: 'note',
      says: `${other.join(', ')} in ${paths.bin} hold other paths`,
      hint: 'vigie down && vigie up --detach',
    };
  return {
    about,
    verdict: 'ok',
    says: `${paths.bin}, up to date${isOnPath ? ', on your PATH' : ''}`,
    ...(!isOnPath && { hint: 'to put them on your PATH: vigie setup' }),
  };
};

export const checkFaults = ({ faults }: Health, now: number): Finding[] =>
  faults.map(({ where, reason, count, last_ms }) => ({
    about: 'Fault',
    verdict: 'note',
    says: oneLine(`${count} × ${where}: ${reason} (last ${ageInWords(now - last_ms)} ago)`),
  }));

export const checkAgentFiles = (registry: Registry): Finding[] => {
  const files = registry.list();
  const used = files.filter(({ used }) => used);
  return [
    { about: 'Agent files', verdict: 'ok', says: `${used.length} in use: ${used.map(({ id }) => id).join(' ')}` },
    ...files.flatMap(({ file, used, reasons }) =>
      reasons.map((reason): Finding => ({
        about: 'Agent files',
        verdict: used ? 'note' : 'broken',
        says: oneLine(`${file} is ${used ? 'used in part' : 'ignored'}: ${reason}`),
      })),
    ),
  ];
};

/** How the hooks of the agents that are here stand, and when each was last heard. */
export const checkAgents = (
  connections: readonly ConnectionView[],
  registry: Registry,
  sessions: readonly SessionView[],
  now: number,
): Finding[] => {
  const connected = connections.map(({ agent, name, file, state, says, hint }): Finding => ({
    about: name,
    verdict: state === 'connected' ? 'ok' : 'note',
    says: oneLine(`${says} (${file})${lastHeard(agent, sessions, now)}`),
    ...(hint !== '' && { hint }),
  }));
  const others = [...new Set(sessions.map(({ agent }) => agent))].filter((id) => !connections.some(({ agent }) => agent === id));
  return [
    ...connected,
    ...others.map((id): Finding => ({
      about: registry.nameOf(id),
      verdict: 'ok',
      says: `reports${lastHeard(id, sessions, now)}`,
    })),
  ];
};

const lastHeard = (agent: string, sessions: readonly SessionView[], now: number): string => {
  const heard = Math.max(...sessions.filter((session) => session.agent === agent).map(({ heard_ms }) => heard_ms));
  return Number.isFinite(heard) ? `, last heard ${ageInWords(now - heard)} ago` : '';
};
