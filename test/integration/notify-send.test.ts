import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desktopChannel } from '../../src/notify/desktop.ts';
import { sampleNote } from '../notify/item.ts';

interface Shown {
  app: string;
  summary: string;
  body: string;
  hints: Record<string, unknown>;
}

const started: ChildProcess[] = [];
const nextLine = async (reader: Interface): Promise<string> => String((await once(reader, 'line'))[0]);

describe('notify-send, over a bus of its own', () => {
  const { signal } = new AbortController();
  const desktop = desktopChannel();
  let screen: Interface;

  beforeAll(async () => {
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], { stdio: ['ignore', 'pipe', 'ignore'] });
    started.push(bus);
    process.env.DBUS_SESSION_BUS_ADDRESS = await nextLine(createInterface(bus.stdout));
    const daemon = spawn('/usr/bin/python3', ['test/notify/notification-daemon.py'], { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(daemon);
    screen = createInterface(daemon.stdout);
    // Its first line says that it is there.
    await nextLine(screen);
  });
  afterAll(() => {
    for (const child of started.toReversed()) child.kill('SIGKILL');
  });

  it('shows the note as it is, whatever its texts hold', async () => {
    const note = sampleNote();
    const [line, sent] = await Promise.all([nextLine(screen), desktop.send(note, signal)]);
    expect(sent).toEqual({ ok: true });
    const shown = JSON.parse(line) as Shown;
    expect([shown.app, shown.summary, shown.body]).toEqual(['Vigie', note.title, '-- -e; rm -rf / &amp; &lt;i&gt;']);
    expect(shown.hints).toMatchObject({ urgency: 2, 'suppress-sound': true });
  });

  it('keeps backslashes and line breaks', async () => {
    const note = sampleNote({ title: '\\n -x', body: 'C:\\new\nsecond' });
    const [line] = await Promise.all([nextLine(screen), desktop.send(note, signal)]);
    const shown = JSON.parse(line) as Shown;
    expect([shown.summary, shown.body]).toEqual(['\\n -x', 'C:\\new\nsecond']);
  });

  it('says why when there is no desktop', async () => {
    const address = process.env.DBUS_SESSION_BUS_ADDRESS;
    process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nowhere/bus';
    const sent = await desktop.send(sampleNote(), signal);
    process.env.DBUS_SESSION_BUS_ADDRESS = address;
    expect(sent).toEqual({ ok: false, why: 'status 1: Could not connect: No such file or directory' });
  });
});
