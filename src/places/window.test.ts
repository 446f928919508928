import { expect, it } from 'vitest';
import { proc, targetOf } from '../../test/places/fake-world.ts';
import { chooseWindow } from './window.ts';

const ancestors = [proc(30, 20, 'claude'), proc(20, 10, 'zsh'), proc(10, 1, 'gnome-terminal-')];
const window = (id: string, pid: number | null, title = '') => ({ id, pid, title });

it('takes the only window of its process', () => {
  expect(chooseWindow([window('a', 10), window('b', 99)], targetOf({ ancestors }), null)).toMatchObject({
    window: { id: 'a' },
    by: 'own',
  });
});

it('takes the nearest process that has windows', () => {
  expect(chooseWindow([window('a', 10), window('b', 20)], targetOf({ ancestors }), null)?.window.id).toBe('b');
});

it('takes the window that its environment names, if it is of its process', () => {
  const windows = [window('a', 10), window('b', 10), window('c', 99)];
  expect(chooseWindow(windows, targetOf({ ancestors }), 'a')).toMatchObject({ window: { id: 'a' }, by: 'own' });
  expect(chooseWindow(windows, targetOf({ ancestors }), 'c')).toMatchObject({ window: { id: 'b' }, by: 'top' });
});

it('tells several by the folder in their titles', () => {
  const windows = [window('a', 10, 'app.ts - garden - Code'), window('b', 10, 'x - house - Code')];
  expect(chooseWindow(windows, targetOf({ ancestors, cwd: '/home/dev/garden' }), null)).toMatchObject({
    window: { id: 'a' },
    by: 'title',
  });
  const both = [window('a', 10, 'garden'), window('b', 10, 'garden'), window('c', 10)];
  expect(chooseWindow(both, targetOf({ ancestors, cwd: '/home/dev/garden' }), null)).toMatchObject({
    window: { id: 'b' },
    by: 'top',
  });
  expect(chooseWindow(both, targetOf({ ancestors, cwd: '/' }), null)).toMatchObject({ window: { id: 'c' }, by: 'top' });
});

it('believes the environment where no process is known, or the window tells none', () => {
  expect(chooseWindow([window('a', 99)], targetOf({}), 'a')).toMatchObject({ window: { id: 'a' }, by: 'title' });
  expect(chooseWindow([window('a', null)], targetOf({ ancestors }), 'a')).toMatchObject({ window: { id: 'a' } });
  expect(chooseWindow([window('a', 99)], targetOf({ ancestors }), 'a')).toBeUndefined();
  expect(chooseWindow([], targetOf({ ancestors }), 'a')).toBeUndefined();
});
