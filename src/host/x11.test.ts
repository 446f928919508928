import { describe, expect, it } from 'vitest';
import { findCookie, openDisplay } from './x11.ts';

const field = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};
const entry = (family: number, address: string, display: string, name: string, data: string): Buffer =>
  Buffer.concat([Buffer.from([family >> 8, family & 0xff]), field(address), field(display), field(name), field(data)]);
const magic = 'MIT-MAGIC-COOKIE-1';

describe('an Xauthority file', () => {
  const file = Buffer.concat([
    entry(256, 'elsewhere', '0', magic, 'wrong host'),
    entry(256, 'here', '1', magic, 'wrong display'),
    entry(256, 'here', '0', 'XDM-AUTHORIZATION-1', 'wrong kind'),
    entry(256, 'here', '0', magic, 'right'),
    entry(65_535, '', '', magic, 'any'),
  ]);

  it.each([
    ['of this host and display', 0, 'here', 'right'],
    ['of any', 7, 'here', 'any'],
    ['of another display', 1, 'here', 'wrong display'],
  ])('gives the cookie %s', (_, display, host, data) => {
    expect(findCookie(file, display, host)).toEqual({ name: magic, data: Buffer.from(data) });
  });

  it('gives none when it is cut short, empty or rubbish', () => {
    expect(findCookie(file.subarray(0, 20), 0, 'here')).toBeUndefined();
    expect(findCookie(Buffer.alloc(0), 0, 'here')).toBeUndefined();
    expect(findCookie(Buffer.alloc(99, 0xff), 0, 'here')).toBeUndefined();
  });
});

it.each([
  [{}, 'no DISPLAY is set'],
  [{ DISPLAY: 'far.example:10.0' }, 'the display far.example:10.0 is not on this machine'],
  [{ DISPLAY: 'localhost:10.0' }, 'the display localhost:10.0 is not on this machine'],
  [{ DISPLAY: ':59999' }, 'connect ENOENT /tmp/.X11-unix/X59999'],
])('says why there is no display with %o', async (env, why) => {
  await expect(openDisplay(env)).rejects.toThrow(why);
});
