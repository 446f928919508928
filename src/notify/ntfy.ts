// ntfy: a push to a phone. The note goes as JSON to the server's root, so that no text has to fit into a header.

import type { Concern, NotificationConfig } from '../hub/notification-config.ts';
import type { Channel } from './channel.ts';
import type { Note } from './note.ts';
import type { PostOptions } from './post.ts';
import { postJson } from './post.ts';

/** Of ntfy's 1–5; 4 vibrates and stands out, 3 is the usual one. */
const priorities: Record<Concern, number> = { blocked: 4, failed: 3, done: 3 };
/** Names of emoji that ntfy puts before the title. */
const tags: Record<Concern, string> = { blocked: 'large_orange_diamond', failed: 'x', done: 'white_check_mark' };

export const ntfyChannel = (
  { url, token }: NonNullable<NotificationConfig['ntfy']>,
  options: Pick<PostOptions, 'deadline_ms' | 'wait'> = {},
): Channel => ({
  name: 'ntfy',
  send: (note, signal) => {
    const { server, topic } = splitTopic(url);
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return postJson(server, ntfyMessage(topic, note), { headers, signal, ...options });
  },
});

const ntfyMessage = (topic: string, { kind, title, body }: Note) => ({
  topic,
  title,
  message: body === '' ? title : body,
  priority: priorities[kind],
  tags: [tags[kind]],
});

const splitTopic = (url: string): { server: string; topic: string } => {
  const { origin, pathname } = new URL(url);
  const at = pathname.lastIndexOf('/') + 1;
  return { server: `${origin}${pathname.slice(0, at)}`, topic: pathname.slice(at) };
};
