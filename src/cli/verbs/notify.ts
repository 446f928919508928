import { VigieError } from '../../domain/error.ts';
import { pathsFor } from '../../host/folders.ts';
import { lookUp } from '../../host/processes.ts';
import { readConfig } from '../../hub/config.ts';
import type { Channel, Sent } from '../../notify/channel.ts';
import { channelsOf } from '../../notify/channels.ts';
import { trialNote } from '../../notify/note.ts';
import type { Verb } from '../verb.ts';
import { defineVerb } from '../verb.ts';

const test = defineVerb({
  description: [
    'Sends a note over each channel of your settings, and says how it went. The terminal channel writes to this terminal. Quiet hours and muting do not count here.',
    'The note is sent by this command, not by the hub: where the hub was started without your desktop (over ssh, say), vigie doctor shows what it can not reach.',
  ],
  args: {
    channel: { type: 'positional', required: false, description: 'Only these: desktop, terminal, command, webhook, ntfy.' },
  },
  repeats: 'channel',
  examples: [
    { command: 'vigie notify test', about: 'Over all channels in notifications.channels.' },
    { command: 'vigie notify test ntfy', about: 'Only to your phone.' },
  ],
  seeAlso: ['vigie doctor'],
  async run({ _: names }, terminal) {
    const { configFile } = pathsFor();
    const { notifications } = readConfig(configFile);
    const channels = channelsOf(notifications);
    const missing = names.find((name) => !channels.some((channel) => channel.name === name));
    if (missing !== undefined)
      throw new VigieError('not_found', `notifications.channels has no ${missing}`, `It stands in ${configFile}.`);
    const tty = lookUp(process.pid)?.tty;
    const note = trialNote(terminal.now(), notifications.sound, tty ? [{ tty, isPane: Boolean(terminal.env.TMUX) }] : []);
    const { signal } = new AbortController();
    const asked = channels.filter(({ name }) => names.length === 0 || names.includes(name));
    const send = async (channel: Channel): Promise<{ name: string; sent: Sent }> => {
      const why = channel.absent?.();
      return { name: channel.name, sent: why === undefined ? await channel.send(note, signal) : { ok: false, why } };
    };
    const results = await Promise.all(asked.map((channel) => send(channel)));
    for (const { name, sent } of results) terminal.write(`${name}: ${sent.ok ? 'sent' : `not sent: ${sent.why}`}\n`);
    if (asked.length === 0) terminal.tell(`notifications.channels is empty: nothing is told. It stands in ${configFile}.\n`);
    if (!notifications.enabled) terminal.tell('notifications.enabled is false: the hub tells nothing.\n');
    return results.every(({ sent }) => sent.ok) ? 0 : 1;
  },
});

export const verb: Verb = defineVerb({
  description: [
    'The hub tells you when a session needs you, is done or has failed; docs/notifications.md says how to set that up.',
  ],
  args: {},
  examples: [],
  verbs: [{ name: 'test', group: 'Notifications', summary: 'send a note over each channel', load: () => Promise.resolve(test) }],
  run: () => Promise.resolve(0),
});
