// Which channels a config opens.

import type { ChannelName, NotificationConfig } from '../hub/notification-config.ts';
import type { Channel } from './channel.ts';
import { commandChannel } from './command.ts';
import { desktopChannel } from './desktop.ts';
import { ntfyChannel } from './ntfy.ts';
import { terminalChannel } from './terminal.ts';
import { webhookChannel } from './webhook.ts';

const open: Record<ChannelName, (config: NotificationConfig) => Channel | undefined> = {
  desktop: () => desktopChannel(),
  terminal: ({ terminal }) => terminalChannel(terminal.signal),
  command: ({ command }) => command && commandChannel(command.run),
  webhook: ({ webhook }) => webhook && webhookChannel(webhook),
  ntfy: ({ ntfy }) => ntfy && ntfyChannel(ntfy),
};

/** Each named channel once, in the config's order. They hold nothing, so they may be opened anew for each note. */
export const channelsOf = (config: NotificationConfig): Channel[] =>
  [...new Set(config.channels)].flatMap((name) => open[name](config) ?? []);
