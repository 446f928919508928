// The page against the hub as it is: spool, fold, journal, doors and headers.

import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HubHere } from '../integration/hub-here.ts';
import { freshPaths, openHubHere, tell } from '../integration/hub-here.ts';
import { rowOf, setScene, soon } from './scene.ts';

const scene = setScene();
let here: HubHere;
let other: Server | undefined;

beforeEach(async () => {
  here = await openHubHere(freshPaths(), { page: scene.folder });
});
afterEach(async () => {
  await here.stop();
  other?.close();
  other = undefined;
});

const cwd = '/home/dev/src/ledger';
const open = async (): Promise<Page> => {
  const page = await scene.context.newPage();
  await page.goto((await here.client.ticket()).url);
  return page;
};
const ask = (session: string, title: string): void => {
  tell(here.paths, 'prompt', session, { cwd, title, prompt: 'go' });
  tell(here.paths, 'needs-you', session, {
    reason: 'permission',
    tool: 'Bash',
    input: 'make release',
    rule: 'PermissionRequest',
  });
};

describe('the page of the real hub', () => {
  it('shows what a relay left in the spool, says why, and takes seen back to the hub', async () => {
    const page = await open();
    await page.getByText('Nothing on the horizon yet').waitFor();
    ask('s1', 'Release it');
    const row = page.getByRole('link', { name: /^needs you, claude: Release it Asks to run make release/u });
    await row.click();
    const side = page.getByRole('complementary', { name: 'Selected session' });
    await expect
      .poll(() => side.locator('.evidence').innerText(), soon)
      .toMatch(/hook\s+PermissionRequest[^]*decides: needs-you → blocked/u);
    expect(await side.locator('.events b').allTextContents()).toEqual(['needs-you', 'prompt']);
    await expect.poll(() => here.hub.session('claude:s1')?.attention, soon).toBe(false);
    await page.getByRole('button', { name: 'Mark as unseen' }).waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => here.hub.session('claude:s1')?.attention, soon).toBe(true);
  });

  it('is there again after the hub was away, with what came in meanwhile', async () => {
    ask('s1', 'Release it');
    const page = await open();
    await rowOf(page, 'Release it').waitFor();
    const { paths, served } = here;
    await here.stop();
    await page.locator('.live').getByText('The hub is away').waitFor();
    expect(await rowOf(page, 'Release it').getAttribute('data-state')).toBe('unknown');
    tell(paths, 'done', 's1', { reply: 'Released.' });
    here = await openHubHere(paths, { page: scene.folder });
    expect(here.served.url).toBe(served.url);
    await page.getByRole('link', { name: /^done, claude: Release it Released\./u }).waitFor();
    expect(await page.locator('.live').textContent()).toBe('Live');
  });

  it('takes one stream for eight tabs, and each of them can still act', async () => {
    ask('s1', 'Release it');
    await open();
    const tabs = await Promise.all(Array.from({ length: 8 }, open));
    /** Number of the latest event by which a person marked it as unseen. */
    const marked = (): number => here.hub.why('claude:s1')?.events.find(({ kind }) => kind === 'unseen')?.seq ?? 0;
    for (const tab of tabs) {
      const before = marked();
      // A row that has focus is seen after a second by itself, so every tab begins from seen.
      here.hub.user('seen', ['s1']);
      await tab.bringToFront();
      await rowOf(tab, 'Release it').click();
      await tab.getByRole('button', { name: 'Mark as unseen' }).click();
      await expect.poll(marked, soon).toBeGreaterThan(before);
    }
  });

  it('gives nothing to a page of another loopback port, not even to one that has stolen the token', async () => {
    ask('s1', 'Release it');
    const page = await open();
    await rowOf(page, 'Release it').waitFor();
    const token = await page.evaluate<string>(`sessionStorage.getItem('vigie.token')`);
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>other</title>'));
    other = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stranger = await scene.context.newPage();
    await stranger.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await stranger.evaluate(`sessionStorage.getItem('vigie.token')`)).toBeNull();
    const heard = await stranger.evaluate(`new Promise((resolve) => {
      const channel = new BroadcastChannel('vigie.token');
      channel.onmessage = () => resolve('heard');
      channel.postMessage({ type: 'ask' });
      setTimeout(resolve, 500, 'nothing');
    })`);
    expect(heard).toBe('nothing');
    const tried = await stranger.evaluate(
      `Promise.allSettled([
        fetch('${here.served.url}api/sessions', { headers: { authorization: 'Bearer ${token}' } }),
        fetch('${here.served.url}api/sessions', { mode: 'no-cors' }).then((response) => response.text()),
        fetch('${here.served.url}api/events', { method: 'POST', mode: 'no-cors', body: '{"kind":"seen","sessions":["claude:s1"]}' }).then((response) => response.text()),
      ]).then((all) => all.map(({ status, value }) => status + ' ' + value))`,
    );
    expect(tried).toEqual([
      expect.stringContaining('rejected'),
      expect.stringMatching(/^(?:rejected|fulfilled )/u),
      expect.anything(),
    ]);
    expect(String(tried)).not.toContain('Release');
    expect(here.hub.session('claude:s1')?.attention).toBe(true);
    expect(scene.takeComplaints().join('\n')).toContain('blocked by CORS policy');
  });
});
