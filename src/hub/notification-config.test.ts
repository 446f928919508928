import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { notificationConfig } from './notification-config.ts';

describe('[notifications]', () => {
  it('tells everything on the desktop by default, without a sound', () => {
    expect(notificationConfig.parse({})).toEqual({
      enabled: true,
      on: ['blocked', 'failed', 'done'],
      channels: ['desktop'],
      content: 'full',
      mute: [],
      ignore_folders: [],
      delay_ms: 2_000,
      sound: false,
      terminal: { signal: 'bell' },
    });
  });

  it('takes every channel with what it needs', () => {
    const settings = {
      channels: ['desktop', 'terminal', 'command', 'webhook', 'ntfy'],
      quiet_hours: '22:00-07:00',
      terminal: { signal: 'osc9' },
      command: { run: ['/bin/ping me', '--title', ''] },
      webhook: { url: 'http://127.0.0.1:8080/hook?x=1', headers: { 'X-Key': 'a b' } },
      ntfy: { url: 'https://ntfy.sh/my-topic', token: 'tk_1' },
    };
    expect(notificationConfig.parse(settings)).toMatchObject(settings);
  });

  it.each<[string, object, string, RegExp]>([
    ['an unknown key', { colour: 'red' }, '', /colour/u],
    ['an unknown channel', { channels: ['pager'] }, 'channels.0', /./u],
    ['an unknown reason', { on: ['idle'] }, 'on.0', /./u],
    ['a channel without its table', { channels: ['command'] }, 'channels', /needs \[notifications\.command\]/u],
    ['no time', { quiet_hours: '22-7' }, 'quiet_hours', /22:00-07:00/u],
    ['no such hour', { quiet_hours: '24:00-07:00' }, 'quiet_hours', /22:00-07:00/u],
    ['hours without length', { quiet_hours: '07:00-07:00' }, 'quiet_hours', /another end/u],
    ['a relative folder', { ignore_folders: ['scratch'] }, 'ignore_folders.0', /whole path/u],
    ['an empty mute', { mute: [''] }, 'mute.0', /./u],
    ['a negative wait', { delay: -1 }, 'delay', /./u],
    ['an endless wait', { delay: '11m' }, 'delay', /10m or less/u],
    ['a wait without a unit', { delay: '11' }, 'delay', /./u],
    ['a command in one string', { command: { run: 'ping me' } }, 'command.run', /./u],
    ['an empty command', { command: { run: [] } }, 'command.run.0', /./u],
    ['another scheme', { webhook: { url: 'file:///etc/passwd' } }, 'webhook.url', /https/u],
    ['no address', { webhook: { url: 'example' } }, 'webhook.url', /https/u],
    ['a password in an address', { webhook: { url: 'https://me:pw@example.org/' } }, 'webhook.url', /password/u],
    ['a broken header', { webhook: { url: 'https://example.org/', headers: { 'a b': 'c' } } }, 'webhook.headers.a b', /./u],
    [
      'a header of two lines',
      { webhook: { url: 'https://example.org/', headers: { a: 'b\r\nc: d' } } },
      'webhook.headers.a',
      /./u,
    ],
    ['no topic', { ntfy: { url: 'https://ntfy.sh/' } }, 'ntfy.url', /ends with the topic/u],
    ['a token of two lines', { ntfy: { url: 'https://ntfy.sh/a', token: 'a\nb' } }, 'ntfy.token', /./u],
  ])('refuses %s', (_, settings, path, message) => {
    const { success, error } = notificationConfig.safeParse(settings);
    expect(success).toBe(false);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
    expect(error?.issues[0]?.message).toMatch(message);
  });

  it('can be published as a JSON Schema', () => {
    const schema = z.toJSONSchema(notificationConfig, { io: 'input' });
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(['channels', 'delay', 'ntfy', 'quiet_hours']));
    expect(schema.required).toBeUndefined();
  });
});
