import { expect, it } from 'vitest';
import { sampleView } from '../test/browser/sample-view.ts';
import type { Place } from '../src/domain/place.ts';
import { nowhere } from '../src/domain/place.ts';
import { pathOf, placeOf, projectOf, titleOf, whoOf } from './naming.ts';

it('is titled by its title, else by its prompt, else by its id', () => {
  expect(titleOf(sampleView({ title: 'Sort imports', prompt: 'sort' }))).toBe('Sort imports');
  expect(titleOf(sampleView({ title: '\u200f', prompt: 'sort\nthem' }))).toBe('sort them');
  expect(titleOf(sampleView({ session: 'd7-rates' }))).toBe('d7-rates');
});

it('names a project by the last part of its folder', () => {
  expect(['/home/dev/src/harbor-api', '/home/dev/src/harbor-api/', 'C:\\src\\ledger', '/', null].map(projectOf)).toEqual([
    'harbor-api',
    'harbor-api',
    'ledger',
    '/',
    'No folder',
  ]);
});

it('writes ~ for the home folder only where it is known and whole', () => {
  expect(pathOf('/home/dev/src', '/home/dev')).toBe('~/src');
  expect(pathOf('/home/dev', '/home/dev')).toBe('~');
  expect(pathOf('/home/developer', '/home/dev')).toBe('/home/developer');
  expect(pathOf('/home/dev/src', undefined)).toBe('/home/dev/src');
});

it.each<[Partial<Place>, string, string]>([
  [{ tmux: { socket: null, server_pid: 1, server_start_ms: null, pane: '%5' }, app: 'tmux', tty: '/dev/pts/3' }, '', 'tmux %5'],
  [{ app: 'iTerm.app', tty: '/dev/ttys001' }, '', 'iTerm'],
  [{ app: 'SomethingElse' }, '', 'SomethingElse'],
  [{ tty: '/dev/pts/4' }, '', 'tty pts/4'],
  [{ tty: '/dev/pts/4' }, 'buildbox', 'buildbox tty pts/4'],
  [{}, '', ''],
])('the place %j on %j is: %s', (place, host, words) => {
  expect(placeOf({ place: { ...nowhere, ...place }, host })).toBe(words);
});

it('says whom a sentence is about', () => {
  expect(whoOf(sampleView())).toBe('claude in harbor-api');
  expect(whoOf(sampleView({ cwd: null }))).toBe('claude');
});
