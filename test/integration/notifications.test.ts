// docs/notifications.md, every example in it: read as settings, compared with what is sent, and run against a real hub.

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathsFor } from '../../src/host/folders.ts';
import { readConfig } from '../../src/hub/config.ts';
import { notificationConfig } from '../../src/hub/notification-config.ts';
import { noteEnv } from '../../src/notify/command.ts';
import type { NoteBody } from '../../src/notify/note.ts';
import { makeNote, noteBody } from '../../src/notify/note.ts';
import { eventually } from '../agents/eventually.ts';
import type { FollowedHub } from '../agents/hub.ts';
import { startHub } from '../agents/hub.ts';
import { blocked, sampleNote } from '../notify/item.ts';

const doc = readFileSync(join(import.meta.dirname, '../../docs/notifications.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...doc.matchAll(/^```(\w+)\n(.*?)^```$/gmsu)].flatMap(([, of, text = '']) => (of === language ? [text] : []));

const { configFile, bin } = pathsFor();
const settle = (toml: string) => {
  mkdirSync(dirname(configFile), { recursive: true, mode: 0o700 });
  writeFileSync(configFile, toml);
  return readConfig(configFile).notifications;
};

describe('the settings', () => {
  it('that are called the defaults are', () => {
    expect(settle(blocks('toml')[0] ?? '')).toEqual(notificationConfig.parse({}));
  });

  it.each(blocks('toml'))('%#: are valid, and change something', (toml) => {
    expect(() => settle(toml)).not.toThrow();
  });

  it('show every key', () => {
    const shown = new Set(blocks('toml').flatMap((toml) => Object.keys(settle(toml))));
    expect([...shown].toSorted()).toEqual(
      [...Object.keys(notificationConfig.parse({})), 'command', 'ntfy', 'quiet_hours', 'webhook'].toSorted(),
    );
  });
});

describe('what is sent', () => {
  it('is the JSON of the page', () => {
    const session = { session: '5b7c', since_ms: 1_767_225_600_000, title: 'Fix the login', message: 'May I run the tests?' };
    const item = blocked({ ...session, tool: 'Bash', input: 'npm test', cwd: '/home/me/harbor-api' });
    const note = makeNote([item], { content: 'full', sound: false }, 1_767_225_602_000);
    expect(JSON.parse(blocks('json')[0] ?? '')).toEqual(noteBody(note));
  });

  it('has the variables of the page', () => {
    expect([...new Set(doc.match(/VIGIE_[A-Z_]+/gu))]).toEqual(Object.keys(noteEnv(sampleNote())));
  });
});

describe('a hub with the page’s command', () => {
  let hub: FollowedHub;
  beforeAll(async () => {
    settle(blocks('toml').find((toml) => toml.includes('notes.jsonl')) ?? '');
    hub = await startHub();
  });
  afterAll(() => hub.stop());

  const notes = (): NoteBody[] => {
    try {
      const lines = readFileSync(join(process.env.HOME ?? '', 'notes.jsonl'), 'utf8')
        .trim()
        .split('\n');
      return lines.map((line) => JSON.parse(line) as NoteBody);
    } catch {
      return [];
    }
  };

  it('tells what the page’s commands do', async () => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const outputs: string[] = [];
    for (const script of blocks('sh')) outputs.push((await promisify(execFile)('/bin/sh', ['-ec', script], { env })).stdout);
    expect(outputs).toEqual(['command: sent\n', 'Deployed\n']);
    const told = await eventually(
      () => (notes().reduce((count, note) => count + note.count, 0) < 2 ? undefined : notes()),
      15_000,
      () => JSON.stringify(notes()),
    );
    expect(told[0]).toMatchObject({ title: 'Vigie can reach you', count: 0 });
    const sessions = told.flatMap((note) => note.sessions);
    expect(sessions.map(({ agent, kind, title, message }) => [agent, kind, title, message])).toEqual([
      ['run', 'done', 'sleep 1', null],
      ['deploy', 'done', 'Staging', 'Deployed'],
    ]);
    expect(sessions[0]?.cwd).toBe(process.cwd());
  });

  it('says what is wrong with a channel, and leaves with 1', async () => {
    const toml = '[notifications]\nchannels = ["desktop", "command"]\n[notifications.command]\nrun = ["/nowhere/ping"]\n';
    settle(toml);
    const failed = await hub.vigie('notify', 'test').catch((error: unknown) => error as { code: number; stdout: string });
    expect(failed).toMatchObject({
      code: 1,
      stdout: 'desktop: not sent: there is no desktop here\ncommand: not sent: there is no program /nowhere/ping\n',
    });
    const unknown = await hub
      .vigie('notify', 'test', 'ntfy')
      .catch((error: unknown) => error as { code: number; stderr: string });
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('notifications.channels has no ntfy') as string });
  });
});
