// Opens a URL in whatever the person has set for its scheme, without a shell.

import { join } from 'node:path';
import type { Ran } from '../host/command.ts';
import type { World } from './world.ts';

type Opened = { ok: true } | { ok: false; why: string };
/** Never rejects. @param url one that was checked: scheme allowed, values percent-encoded */
export type OpenUrl = (url: string) => Promise<Opened>;

/** An opener that still runs after this has handed the URL on: some stay until the app they started ends. */
const patienceMs = 3_000;

/** What RFC 3986 lets nowhere stand in a URL, and shells and Windows' own parsing make something of. */
const strange = /[^\x21-\x7e]|["<>\\^`{|}]/gu;

/** The program for a platform, and its arguments. `rundll32` takes the URL as it is; `start` would be a shell's. */
export const openerCommands = (
  url: string,
  { platform, env }: Pick<World['where'], 'platform' | 'env'>,
): [command: string, ...args: string[]][] => {
  const plain = url.toWellFormed().replace(strange, encodeURIComponent);
  if (platform === 'darwin') return [['open', plain]];
  if (platform === 'win32')
    return [[join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'rundll32.exe'), 'url.dll,FileProtocolHandler', plain]];
  return [
    ['xdg-open', plain],
    ['gio', 'open', plain],
  ];
};

/** @param env of the desktop, see `displayEnv` */
export const opener =
  ({ run, where }: Pick<World, 'run' | 'where'>, env: Readonly<Record<string, string | undefined>>): OpenUrl =>
  async (url) => {
    let ran: Ran | undefined;
    for (const [command, ...args] of openerCommands(url, where)) {
      ran = await run(command, args, { env, deadline_ms: patienceMs, leave: true });
      if (ran.ok || ran.why !== 'missing') break;
    }
    if (!ran) return { ok: false, why: 'there is no way to open a URL here' };
    if (!ran.ok) return ran.why === 'late' ? { ok: true } : { ok: false, why: ran.message };
    return ran.code === 0 ? { ok: true } : { ok: false, why: `nothing here opens such a URL (status ${ran.code})` };
  };
