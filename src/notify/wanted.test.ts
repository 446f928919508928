import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notificationConfig } from '../hub/notification-config.ts';
import type { Item } from './episode.ts';
import { blocked, done } from '../../test/notify/item.ts';
import type { Moment } from './wanted.ts';
import { isInside, isQuiet, wanted } from './wanted.ts';

const moment: Moment = { minute: 12 * 60, watched: new Set(), ignored: () => false };
const told = (items: Item[], settings: object, more: Partial<Moment> = {}): string[] =>
  wanted(items, notificationConfig.parse(settings), { ...moment, ...more }).map(({ session }) => session.id);

describe('what a person wants to hear', () => {
  const both = [blocked({ session: 'a' }), done({ session: 'b', agent: 'codex' })];

  it.each<[string, object, Partial<Moment>, string[]]>([
    ['everything by default', {}, {}, ['claude:a', 'codex:b']],
    ['nothing when turned off', { enabled: false }, {}, []],
    ['only the reasons asked for', { on: ['blocked'] }, {}, ['claude:a']],
    ['no muted agent', { mute: ['claude'] }, {}, ['codex:b']],
    ['no muted session', { mute: ['codex:b'] }, {}, ['claude:a']],
    ['an agent is muted by its whole name', { mute: ['claud', 'code'] }, {}, ['claude:a', 'codex:b']],
    ['nothing in quiet hours', { quiet_hours: '11:00-13:00' }, {}, []],
    ['everything after them', { quiet_hours: '11:00-12:00' }, {}, ['claude:a', 'codex:b']],
    ['nothing but requests of the sessions in view', {}, { watched: new Set(['claude:a', 'codex:b']) }, ['claude:a']],
    ['nothing of ignored folders', {}, { ignored: (folder) => folder === '/code/api' }, []],
  ])('%s', (_, settings, more, ids) => {
    expect(told(both, settings, more)).toEqual(ids);
  });

  it('mutes a session by a beginning of its id, but an agent with a colon mutes nothing', () => {
    const one = [done({ session: '5b7c-11' })];
    expect(told(one, { mute: ['claude:5b7c'] })).toEqual([]);
    expect(told(one, { mute: ['claude:'] })).toEqual(['claude:5b7c-11']);
    expect(told(one, { mute: ['5b7c'] })).toEqual(['claude:5b7c-11']);
  });

  it('asks for no folder where the session has none', () => {
    expect(told([done({ cwd: null })], {}, { ignored: () => true })).toEqual(['claude:s1']);
  });
});

describe('quiet hours', () => {
  it.each<[string, string, boolean]>([
    ['22:00-07:00', '21:59', false],
    ['22:00-07:00', '22:00', true],
    ['22:00-07:00', '23:59', true],
    ['22:00-07:00', '00:00', true],
    ['22:00-07:00', '06:59', true],
    ['22:00-07:00', '07:00', false],
    ['12:30-13:15', '12:29', false],
    ['12:30-13:15', '12:30', true],
    ['12:30-13:15', '13:15', false],
    ['00:00-23:59', '23:59', false],
  ])('%s at %s: %s', (hours, time, quiet) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    expect(isQuiet(hours, hour * 60 + minute)).toBe(quiet);
  });

  it('are the minutes from the one time to the other, and the rest of the day is loud', () => {
    const time = fc.integer({ min: 0, max: 1439 });
    const written = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
    fc.assert(
      fc.property(time, time, time, (from, to, at) => {
        fc.pre(from !== to);
        const sinceFrom = (at - from + 1440) % 1440;
        expect(isQuiet(`${written(from)}-${written(to)}`, at)).toBe(sinceFrom < (to - from + 1440) % 1440);
        expect(isQuiet(`${written(to)}-${written(from)}`, at)).not.toBe(isQuiet(`${written(from)}-${written(to)}`, at));
      }),
    );
  });
});

describe('a folder on the ignore list', () => {
  it.each<[string, string, boolean]>([
    ['/code/scratch', '/code/scratch', true],
    ['/code/scratch', '/code/scratch/', true],
    ['/code/scratch/', '/code/scratch/deep/er', true],
    ['/code/scratch', '/code/scratch-2', false],
    ['/code/scratch', '/code', false],
    ['/code/scratch', '/code/scratch/../api', false],
    ['/code/scratch', '/code/api/../scratch/x', true],
    ['/code/scratch', '/code/scratch/..hidden', true],
    ['/', '/anything', true],
    ['/code/scratch', 'scratch', false],
    ['/code/scratch', '', false],
    ['/code/Scratch', '/code/scratch', false],
  ])('%s and %s: %s', (folder, inner, inside) => {
    expect(isInside(folder, inner, posix)).toBe(inside);
  });

  it.each<[string, string, boolean]>([
    ['C:\\code', 'c:\\CODE\\x', true],
    ['C:\\code', 'C:/code/x', true],
    ['C:\\code', 'C:\\codeshop', false],
    ['C:\\code', 'D:\\code', false],
  ])('on Windows: %s and %s: %s', (folder, inner, inside) => {
    expect(isInside(folder, inner, win32)).toBe(inside);
  });

  it('holds exactly what begins with its names', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'ab', '.x'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(path, path, (outer, inner) => {
        const begins = outer.every((name, index) => inner[index] === name);
        expect(isInside(`/${outer.join('/')}`, `/${inner.join('/')}`, posix)).toBe(begins);
      }),
    );
  });
});
