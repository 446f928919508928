// The note as JSON to an address of the person's own.

import type { NotificationConfig } from '../hub/notification-config.ts';
import type { Channel } from './channel.ts';
import { noteBody } from './note.ts';
import type { PostOptions } from './post.ts';
import { postJson } from './post.ts';

export const webhookChannel = (
  { url, headers }: NonNullable<NotificationConfig['webhook']>,
  options: Pick<PostOptions, 'deadline_ms' | 'wait'> = {},
): Channel => ({
  name: 'webhook',
  send: (note, signal) => postJson(url, noteBody(note), { headers, signal, ...options }),
});
