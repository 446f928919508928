import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleView } from '../../test/notify/item.ts';
import type { Fault } from '../domain/fault.ts';
import type { ListChange } from '../domain/list.ts';
import type { SessionView } from '../domain/view.ts';
import { notificationConfig } from '../hub/notification-config.ts';
import type { Channel } from './channel.ts';
import { openNotifier } from './notifier.ts';

/** A notifier whose clock, hub and channels are in the test's hands. */
const rig = (settings: object = {}, more: { channels?: Channel[]; sessions?: SessionView[]; home?: string } = {}) => {
  let config = notificationConfig.parse(settings);
  // Noon, local time.
  let now = new Date(2026, 4, 5, 12, 0).getTime();
  let timer: { run: () => void; at_ms: number } | undefined;
  let listener: ((changes: readonly ListChange[]) => void) | undefined;
  const told: string[] = [];
  const faults: Fault[] = [];
  const watched = new Set<string>();
  const recorder: Channel = { name: 'desktop', send: (note) => Promise.resolve((told.push(note.title), { ok: true as const })) };
  const stop = openNotifier({
    config: () => config,
    sessions: more.sessions ?? [],
    subscribe: (to) => {
      listener = to;
      return () => (listener = undefined);
    },
    fault: (fault) => faults.push(fault),
    watched: () => watched,
    channels: () => more.channels ?? [recorder],
    now: () => now,
    timer: (run, ms) => {
      timer = { run, at_ms: now + ms };
      return () => (timer = undefined);
    },
    home: more.home ?? '/home/me',
  });
  return {
    told,
    faults,
    watched,
    stop,
    isListening: () => listener !== undefined,
    timer: () => timer && timer.at_ms - now,
    set: (next: object) => (config = notificationConfig.parse(next)),
    setClock: (hour: number, minute: number) => (now = new Date(2026, 4, 5, hour, minute).getTime()),
    pass: (ms: number) => {
      const end = now + ms;
      while (timer && timer.at_ms <= end) {
        const { run, at_ms } = timer;
        now = at_ms;
        timer = undefined;
        run();
      }
      now = end;
    },
    show: (...views: Partial<SessionView>[]) =>
      listener?.(views.map((view) => ({ type: 'change', seq: 0, data: sampleView({ heard_ms: now, since_ms: now, ...view }) }))),
  };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));
const isDone = { done: true } as const;

describe('from a change to a note', () => {
  it('waits, tells once, and sets no timer while there is nothing to tell', () => {
    const { show, pass, told, timer } = rig();
    expect(timer()).toBeUndefined();
    show({ state: 'working', attention: false });
    expect(timer()).toBeUndefined();
    show(isDone);
    expect(timer()).toBe(2_000);
    pass(1_999);
    expect(told).toEqual([]);
    pass(1);
    expect(told).toEqual(['claude in api is done']);
    expect(timer()).toBeUndefined();
    show({ ...isDone, message: 'still' });
    pass(60_000);
    expect(told).toHaveLength(1);
  });

  it('makes one note of a burst', () => {
    const { show, pass, told } = rig();
    show({ session: 'a', ...isDone }, { session: 'b', state: 'blocked', detail: 'plan' });
    pass(1_000);
    show({ session: 'c', ...isDone });
    pass(60_000);
    expect(told).toEqual(['1 needs you, 2 done']);
  });

  it('takes back what was seen meanwhile', () => {
    const { show, pass, told, timer } = rig();
    show(isDone);
    show({ attention: false });
    expect(timer()).toBeUndefined();
    pass(60_000);
    expect(told).toEqual([]);
  });

  it('tells nothing of what stood in the list before', () => {
    const { show, pass, told } = rig({}, { sessions: [sampleView(isDone)] });
    show(isDone);
    pass(60_000);
    expect(told).toEqual([]);
  });

  it('tells what is in view only when it is a request', () => {
    const { show, pass, told, watched } = rig();
    watched.add('claude:a').add('claude:b');
    show({ session: 'a', ...isDone }, { session: 'b', state: 'blocked', detail: 'question' });
    pass(60_000);
    expect(told).toEqual(['claude in api asks a question']);
    watched.clear();
    pass(60_000);
    expect(told).toHaveLength(1);
  });

  it('keeps quiet in quiet hours, and does not make up for it', () => {
    const { show, pass, told, setClock } = rig({ quiet_hours: '22:00-07:00' });
    setClock(6, 59);
    show(isDone);
    pass(60_000 * 60);
    expect(told).toEqual([]);
    show({ session: 'b', ...isDone });
    pass(60_000);
    expect(told).toEqual(['claude in api is done']);
  });

  it('obeys settings that changed meanwhile', () => {
    const { show, pass, told, set, timer } = rig();
    show(isDone);
    set({ mute: ['claude'] });
    pass(60_000);
    expect(told).toEqual([]);
    set({ delay: 0 });
    show({ session: 'b', ...isDone });
    expect(timer()).toBe(0);
    pass(0);
    expect(told).toEqual(['claude in api is done']);
  });

  it('waits on when the clock was set back', () => {
    const { show, pass, told, setClock, timer } = rig();
    show(isDone);
    setClock(11, 0);
    expect(timer()).toBe(3_602_000);
    pass(3_602_000);
    expect(told).toHaveLength(1);
  });

  it('knows a folder on the ignore list by its name, from ~, and by way of a link', () => {
    const home = mkdtempSync(join(process.env.VIGIE_TEST_FOLDER ?? '', 'home-'));
    mkdirSync(join(home, 'scratch', 'deep'), { recursive: true });
    mkdirSync(join(home, 'scratch-2'));
    symlinkSync(join(home, 'scratch'), join(home, 'link'));
    const { show, pass, told, set } = rig({ ignore_folders: ['~/scratch'] }, { home });
    show({ session: 'a', ...isDone, cwd: join(home, 'scratch') }, { session: 'b', ...isDone, cwd: join(home, 'link', 'deep') });
    pass(10_000);
    expect(told).toEqual([]);
    show({ session: 'c', ...isDone, cwd: join(home, 'scratch-2') }, { session: 'd', ...isDone, cwd: join(home, 'gone') });
    pass(10_000);
    expect(told).toEqual(['2 done']);
    set({ ignore_folders: [join(home, 'link')] });
    show({ session: 'e', ...isDone, cwd: join(home, 'scratch', 'deep') });
    pass(10_000);
    expect(told).toHaveLength(1);
  });
});

describe('channels', () => {
  const failing = (name: Channel['name'], send: Channel['send']): Channel => ({ name, send });

  it('a failing one is counted and harms no other', async () => {
    const sent: string[] = [];
    const { show, pass, faults } = rig(
      {},
      {
        channels: [
          failing('desktop', () => Promise.resolve({ ok: false, why: 'there is no program notify-send' })),
          failing('command', () => Promise.reject(new Error('broken'))),
          failing('webhook', () => {
            throw new Error('worse');
          }),
          failing('ntfy', ({ title }) => Promise.resolve((sent.push(title), { ok: true as const }))),
        ],
      },
    );
    show(isDone);
    pass(10_000);
    await settled();
    expect(sent).toEqual(['claude in api is done']);
    expect(faults).toEqual([
      { where: 'notification by webhook', reason: 'worse' },
      { where: 'notification by desktop', reason: 'there is no program notify-send' },
      { where: 'notification by command', reason: 'broken' },
    ]);
  });

  it('one that can reach nobody here is left out, without a complaint', async () => {
    const absent: Channel = {
      name: 'desktop',
      absent: () => 'there is no desktop here',
      send: () => Promise.reject(new Error('called')),
    };
    const { show, pass, faults } = rig({}, { channels: [absent] });
    show(isDone);
    pass(10_000);
    await settled();
    expect(faults).toEqual([]);
  });

  it('a slow one gets no more than eight at a time; the rest is given up and counted', async () => {
    const ends: (() => void)[] = [];
    const slow = failing('webhook', () => new Promise((resolve) => ends.push(() => resolve({ ok: true }))));
    const { show, pass, faults } = rig({}, { channels: [slow] });
    const tell = (name: string) => {
      show({ session: name, ...isDone });
      pass(10_000);
    };
    for (let index = 0; index < 10; index += 1) tell(`s${index}`);
    expect(ends).toHaveLength(8);
    expect(faults).toHaveLength(2);
    expect(faults[0]?.reason).toBe('given up: earlier ones are still on their way');
    ends[0]?.();
    await settled();
    tell('late');
    expect(ends).toHaveLength(9);
    expect(faults).toHaveLength(2);
  });

  it('closing stops the timer, the listening and what is on its way, without a complaint', async () => {
    let signal: AbortSignal | undefined;
    const slow = failing('webhook', (_, given) => {
      signal = given;
      return new Promise((resolve) => given.addEventListener('abort', () => resolve({ ok: false, why: 'stopped' })));
    });
    const { show, pass, stop, faults, timer, isListening } = rig({}, { channels: [slow] });
    show(isDone);
    pass(10_000);
    show({ session: 'b', ...isDone });
    expect([signal?.aborted, timer(), isListening()]).toEqual([false, 2_000, true]);
    stop();
    await settled();
    expect([signal?.aborted, timer(), isListening(), faults]).toEqual([true, undefined, false, []]);
  });
});
