// `vigie jump` from end to end: launcher, hub, and a person who looks at another tmux session.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient } from '../../src/api/client.ts';
import { pathsFor } from '../../src/host/folders.ts';
import { clearAway, clientsOf, folder, shownBy, socketFolder, startServer, tmux, typeLine, until } from '../places/stage.ts';
import { configure, vigie } from './vigie-program.ts';

const paths = pathsFor();
const client = openClient(paths);

beforeAll(async () => {
  configure();
  await vigie(['up', '--detach']);
});
afterAll(async () => {
  clearAway();
  await vigie(['down']);
});

/** The demo's first line, typed in a pane. */
const asksIn = (session: string): string =>
  `echo '{"session":"${session}","event":"needs-you","message":"Ralph wants to deploy"}' | '${join(paths.bin, 'vigie')}' hook custom ralph; touch '${join(folder, session)}'; exec sleep 120`;

it('goes back to the very pane that the demo was typed in, and counts as seen', async () => {
  const socket = startServer(join(socketFolder, 'demo'), 'front', 'front');
  tmux(socket, 'new-session', '-d', '-s', 'back', asksIn('demo'));
  tmux(socket, 'split-window', '-t', 'back', 'sleep 120');
  tmux(socket, 'new-window', '-t', 'back', 'sleep 120');
  typeLine(`tmux -S '${socket}' attach-session -t front`);
  const [person = ''] = await clientsOf(socket, 1);
  await until(() => existsSync(join(folder, 'demo')));
  const pane = tmux(socket, 'display-message', '-p', '-t', 'back:0.0', '#{pane_id}');
  expect(await client.session('ralph:demo')).toMatchObject({ state: 'blocked', attention: true, place: { tmux: { pane } } });
  expect(shownBy(socket, person)).not.toContain(pane);

  const ran = await vigie(['jump', 'ralph:demo']);
  expect(ran).toMatchObject({ status: 0, err: '' });
  expect(ran.out).toMatch(new RegExp(`^(?:Probably: s|S)elected tmux pane ${pane} \\(back:0\\)`, 'u'));
  expect(shownBy(socket, person)).toBe(`back ${pane}`);
  expect(await client.session('ralph:demo')).toMatchObject({ state: 'blocked', attention: false });

  tmux(socket, 'switch-client', '-c', person, '-t', 'front');
  expect(JSON.parse((await vigie(['jump', pane, '--json'])).out)).toMatchObject({ ok: true, level: 'exact' });
  expect(shownBy(socket, person)).toBe(`back ${pane}`);
});

it('says why it can not, and leaves the session unseen', async () => {
  expect((await vigie(['tell', 'ralph', 'needs-you', '--session', 'lost'])).status).toBe(0);
  const ran = await vigie(['jump', 'ralph:lost']);
  expect(ran).toMatchObject({ status: 1, out: '', err: expect.stringMatching(/^vigie: no way to ralph:lost: .+\n/u) });
  expect(await client.session('ralph:lost')).toMatchObject({ attention: true });
  expect(JSON.parse((await vigie(['jump', 'ralph:lost', '--json'])).out)).toEqual({ ok: false, why: expect.any(String) });
  expect(await vigie(['jump', 'nobody'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('No session is called "nobody"'),
  });
});

it('opens the URL of the agent’s file where its terminal is out of reach', async () => {
  const opened = join(folder, 'opened');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > '${opened}'\n`, { mode: 0o755 });
  writeFileSync(join(paths.agents, 'editor.json'), '{"jump":{"url":"myeditor://focus?folder={cwd}"}}');
  await vigie(['down']);
  expect((await vigie(['up', '--detach'], { PATH: `${bin}:${process.env.PATH}` })).status).toBe(0);
  await vigie(['tell', 'editor', 'done', '--session', 's']);
  const ran = await vigie(['jump', 'editor:s']);
  expect(ran.out).toMatch(/^Probably: /u);
  await until(() => existsSync(opened));
  expect(readFileSync(opened, 'utf8')).toBe(`myeditor://focus?folder=${encodeURIComponent(process.cwd())}`);
});
