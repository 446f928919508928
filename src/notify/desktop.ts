// The desktop's own notifications, by the program that each system has for them. Texts are data to it, never part of a script.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildEnd } from '../host/child.ts';
import { runChild } from '../host/child.ts';
import type { Surroundings } from '../host/folders.ts';
import { surroundings } from '../host/folders.ts';
import type { Channel } from './channel.ts';
import type { Note } from './note.ts';

const deadlineMs = 5_000;

export interface Invocation {
  file: string;
  args: string[];
  stdin?: string;
}

export const desktopChannel = ({ platform, env }: Pick<Surroundings, 'platform' | 'env'> = surroundings()): Channel => ({
  name: 'desktop',
  absent: () => (platform === 'win32' || platform === 'darwin' || hasDesktop(env) ? undefined : 'there is no desktop here'),
  send: async (note, signal): Promise<ChildEnd> => {
    const { file, args, stdin } = desktopInvocation(platform, note);
    const end = await runChild(file, args, { deadline_ms: deadlineMs, signal, ...(stdin === undefined ? {} : { stdin }) });
    if (end.ok || platform === 'win32' || platform === 'darwin' || !end.why.startsWith('there is no program')) return end;
    return { ok: false, why: `${end.why}: install libnotify (Debian: libnotify-bin)` };
  },
});

/** A hub that was started over ssh may still find the bus of a desktop beside it. */
const hasDesktop = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.DBUS_SESSION_BUS_ADDRESS) ||
  (Boolean(env.XDG_RUNTIME_DIR) && existsSync(join(env.XDG_RUNTIME_DIR ?? '', 'bus')));

/** How a system is asked to show a note; pure. */
export const desktopInvocation = (platform: NodeJS.Platform, note: Note): Invocation =>
  platform === 'darwin' ? osascript(note) : platform === 'win32' ? powershell(note) : notifySend(note);

/** Bodies are markup, and notify-send reads backslash escapes in them. */
const markup = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const notifySend = ({ kind, title, body, sound }: Note): Invocation => ({
  file: 'notify-send',
  args: [
    '--app-name=Vigie',
    `--urgency=${kind === 'blocked' ? 'critical' : 'normal'}`,
    `--hint=${sound ? 'string:sound-name:message-new-instant' : 'boolean:suppress-sound:true'}`,
    '--',
    title,
    markup(body),
  ],
});

const appleScript = (sound: boolean): string =>
  `on run argv
display notification (item 2 of argv) with title (item 1 of argv)${sound ? ' sound name "Ping"' : ''}
end run
`;

/** The script comes by stdin, so that an argument can't be taken for an option. */
const osascript = ({ title, body, sound }: Note): Invocation => ({
  file: 'osascript',
  args: ['-', title, body],
  stdin: appleScript(sound),
});

// Windows shows a toast only for a registered app; PowerShell itself is one.
const toastScript = `
$ErrorActionPreference = 'Stop'
[Console]::InputEncoding = [System.Text.UTF8Encoding]::new($false)
$note = [Console]::In.ReadToEnd() | ConvertFrom-Json
$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$null = [Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom, ContentType = WindowsRuntime]
$xml = [Windows.Data.Xml.Dom.XmlDocument]::new()
$xml.LoadXml('<toast><visual><binding template="ToastGeneric"><text/><text/></binding></visual><audio/></toast>')
$texts = $xml.GetElementsByTagName('text')
$null = $texts.Item(0).AppendChild($xml.CreateTextNode($note.title))
$null = $texts.Item(1).AppendChild($xml.CreateTextNode($note.body))
$xml.GetElementsByTagName('audio').Item(0).SetAttribute('silent', $note.silent)
$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($xml))
`;

const powershell = ({ title, body, sound }: Note): Invocation => ({
  file: 'powershell.exe',
  args: ['-NoProfile', '-NonInteractive', '-EncodedCommand', Buffer.from(toastScript, 'utf16le').toString('base64')],
  stdin: JSON.stringify({ title, body, silent: String(!sound) }),
});
