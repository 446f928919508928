// `[notifications]` of config.toml: what is told, how and when. It stands here because the hub reads the file and the notifier obeys it.

import * as z from 'zod';
import { duration } from './duration.ts';

/** What a note can be about, the most urgent first. */
export const concerns = ['blocked', 'failed', 'done'] as const;
export type Concern = (typeof concerns)[number];

const channelNames = ['desktop', 'terminal', 'command', 'webhook', 'ntfy'] as const;
export type ChannelName = (typeof channelNames)[number];

const clock = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';

const quietHours = z
  .string()
  .regex(new RegExp(`^${clock}-${clock}$`, 'u'), 'write quiet hours as "22:00-07:00"')
  .refine((hours) => hours.slice(0, 5) !== hours.slice(6), 'quiet hours need a beginning and another end');

const address = z
  .url({ protocol: /^https?$/u, error: 'write an address that begins with https:// or http://' })
  .refine((url) => !URL.canParse(url) || new URL(url).username === '', 'keep user and password out of the address');

const delayMsMax = 600_000;

/** As RFC 9110 has it; a value may not break out of its line. */
const headers = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u, 'this is no name of a header'),
  z.string().regex(/^[\t\x20-\x7e]*$/u, 'a header holds printable ASCII only'),
);

export const notificationConfig = z
  .strictObject({
    enabled: z.boolean().default(true),
    /** What is told. */
    on: z.array(z.enum(concerns)).default([...concerns]),
    channels: z.array(z.enum(channelNames)).default(['desktop']),
    /** `none` tells only which agent and why, nothing that it said or does. */
    content: z.enum(['full', 'none']).default('full'),
    /** Local time; nothing is told then, nor afterwards. */
    quiet_hours: quietHours.optional(),
    /** Agent ids, and session ids or their beginnings (`claude:5b7c`). */
    mute: z.array(z.string().min(1)).default([]),
    /** Nothing is told of sessions in these folders or below. `~` is the home folder. */
    ignore_folders: z.array(z.string().regex(/^(?:~|\/|[a-z]:[\\/])/iu, 'write a whole path, or one from ~')).default([]),
    /** How long a note waits: what is answered meanwhile is not told, and what comes together is told as one. */
    delay: duration.refine((ms) => ms <= delayMsMax, 'must be 10m or less').prefault('2s'),
    sound: z.boolean().default(false),
    /** What is written to the session's terminal. */
    terminal: z.strictObject({ signal: z.enum(['bell', 'osc9', 'osc777']).default('bell') }).prefault({}),
    /** Program and arguments; no shell reads them. */
    command: z.strictObject({ run: z.tuple([z.string().min(1)], z.string()) }).optional(),
    webhook: z.strictObject({ url: address, headers: headers.default({}) }).optional(),
    /** The topic's address, as in `https://ntfy.sh/my-topic`. */
    ntfy: z
      .strictObject({
        url: address,
        token: z
          .string()
          .regex(/^[\x21-\x7e]+$/u)
          .optional(),
      })
      .optional(),
  })
  .check((checked) => {
    for (const name of checked.value.channels) {
      if ((name === 'command' || name === 'webhook' || name === 'ntfy') && checked.value[name] === undefined)
        checked.issues.push({
          code: 'custom',
          input: checked.value,
          path: ['channels'],
          message: `the channel ${name} needs [notifications.${name}]`,
        });
    }
    const topic = checked.value.ntfy?.url;
    if (topic !== undefined && URL.canParse(topic) && !/\/[-_A-Za-z0-9]{1,64}$/u.test(new URL(topic).pathname))
      checked.issues.push({
        code: 'custom',
        input: topic,
        path: ['ntfy', 'url'],
        message: 'the address ends with the topic, as in https://ntfy.sh/my-topic',
      });
  })
  .transform(({ delay, ...others }) => ({ ...others, delay_ms: delay }));

export type NotificationConfig = z.infer<typeof notificationConfig>;
