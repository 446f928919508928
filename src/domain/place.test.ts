import { describe, expect, it } from 'vitest';
import { mergePlace, nowhere, placeKeys } from './place.ts';

const tmux = { socket: '/tmp/s', server_pid: 5, server_start_ms: 70, pane: '%3' };

describe('mergePlace', () => {
  it('takes what a later claim says and keeps what it leaves out', () => {
    const known = mergePlace(nowhere, { pid: 9, pid_start: 1, tty: '/dev/pts/1', ids: { KITTY_WINDOW_ID: '4' } });
    expect(mergePlace(known, { tmux, ids: { WINDOWID: '8' } })).toEqual({
      tmux,
      pid: 9,
      pid_start: 1,
      tty: '/dev/pts/1',
      app: null,
      ssh: null,
      ids: { KITTY_WINDOW_ID: '4', WINDOWID: '8' },
    });
  });

  it('forgets the start of a process when another one takes its place', () => {
    expect(mergePlace({ ...nowhere, pid: 9, pid_start: 1 }, { pid: 10 }).pid_start).toBeNull();
    expect(mergePlace({ ...nowhere, pid: 9, pid_start: 1 }, { pid: 9 }).pid_start).toBe(1);
  });

  it('gives the same object back when nothing changed', () => {
    const known = mergePlace(nowhere, { pid: 9, tmux });
    expect(mergePlace(known, { pid: 9, tmux: { ...tmux } })).toBe(known);
    expect(mergePlace(known, undefined)).toBe(known);
  });
});

describe('placeKeys', () => {
  it('goes from the surest name to the weakest', () =>
    expect(placeKeys({ tmux, pid: 9, pid_start: 1, tty: '/dev/pts/1' }, '/p')).toEqual([
      'tmux:5.70.%3',
      'pid:9.1',
      'tty:/dev/pts/1',
      'cwd:/p',
    ]));

  it('tells panes of two servers apart', () =>
    expect(placeKeys({ tmux: { ...tmux, server_pid: 6 } }, undefined)).not.toEqual(placeKeys({ tmux }, undefined)));

  it('is empty where nothing is known', () => expect(placeKeys(undefined, undefined)).toEqual([]));
});
