// The list of agents, and the way to a session's terminal, on the page of the real hub.

import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Jumped } from '../../src/api/contract.ts';
import type { AgentView } from '../../src/domain/agent-view.ts';
import type { HubHere } from '../integration/hub-here.ts';
import { freshPaths, openHubHere, tell } from '../integration/hub-here.ts';
import { rowOf, setScene, soon } from './scene.ts';

const scene = setScene();
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" onload="parent.evil = 1"><script>top.evil = 1</script><rect width="16" height="16" fill="#0a0"/></svg>';
const agent: AgentView = {
  id: 'ralph',
  name: 'Ralph',
  origin: 'gnista',
  file: '/home/dev/Library/Ralph.json',
  used: true,
  reasons: [],
  colour: '#2EB872',
  icon: true,
  heard_ms: Date.now() - 5 * 60_000,
  connection: 'partly',
};
const agents: AgentView[] = [
  agent,
  {
    ...agent,
    id: 'loop',
    name: 'Loop',
    origin: 'vigie',
    used: false,
    icon: false,
    heard_ms: null,
    reasons: ['Line 1, column 2, nmae: there is no key "nmae" here'],
  },
  { ...agent, id: 'stray', name: '<b>Stray</b>', origin: null, file: null, used: false, icon: false, colour: null },
];

let here: HubHere;
let outcome: Jumped;
let jumps: string[];
beforeEach(async () => {
  jumps = [];
  here = await openHubHere(freshPaths(), {
    page: scene.folder,
    desk: {
      connections: () => [],
      agents: () => agents,
      icon: (id) => (id === 'ralph' ? Buffer.from(svg) : undefined),
      jump: ({ session }) => {
        jumps.push(session);
        return Promise.resolve(outcome);
      },
    },
  });
});
afterEach(() => here.stop());

const open = async (): Promise<Page> => {
  const page = await scene.context.newPage();
  await page.goto((await here.client.ticket()).url);
  return page;
};
const place = { tmux: { socket: '/tmp/s', server_pid: 1, server_start_ms: null, pane: '%5' } };
const ask = (session: string, title: string): void =>
  tell(here.paths, 'needs-you', session, { cwd: '/home/dev/src/ledger', title, reason: 'permission', place: { ...place } });

describe('a jump', () => {
  it.each<[Jumped, string]>([
    [{ ok: true, level: 'exact', certain: true, what: 'selected tmux pane %5 (work:2)' }, 'Selected tmux pane %5 (work:2).'],
    [{ ok: true, level: 'app', certain: false, what: 'brought kitty to the front' }, 'Probably: brought kitty to the front.'],
    [{ ok: false, why: 'process 7 is gone' }, 'No way there: process 7 is gone.'],
  ])('by a click on the place tells what came of it: %j', async (result, words) => {
    outcome = result;
    ask('s1', 'Release it');
    ask('s2', 'Something else');
    const page = await open();
    await page.locator('li').filter({ hasText: 'Release it' }).getByRole('button', { name: 'Go to tmux %5' }).click();
    await page.locator('.notice').filter({ hasText: words }).waitFor();
    await expect.poll(() => page.getByRole('status').textContent(), soon).toBe(words);
    expect(jumps).toEqual(['s1']);
    expect(await rowOf(page, 'Release it').getAttribute('aria-current')).toBe('true');
    await expect.poll(() => here.hub.session('claude:s1')?.attention, soon).toBe(!result.ok);
    expect(page.url()).not.toContain('#session');
  });

  it('goes by the key g, and by the button at the side', async () => {
    outcome = { ok: true, level: 'exact', certain: true, what: 'selected it' };
    ask('s1', 'Release it');
    const page = await open();
    await rowOf(page, 'Release it').click();
    await page.keyboard.press('g');
    await page.locator('.notice').waitFor();
    await page.getByRole('button', { name: 'Go to its terminal' }).click();
    await expect.poll(() => jumps, soon).toEqual(['s1', 's1']);
  });
});

describe('the agents', () => {
  it('are all there, with picture and colour, and with what is wrong', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    const row = (id: string) => page.locator(`[data-agent="${id}"].panel`);
    await row('ralph').waitFor();
    expect(await row('ralph').innerText()).toMatch(/Ralph[^]*ralph · Gnista’s file · connected in part[^]*heard 5m ago/u);
    expect(await row('loop').innerText()).toMatch(/Your file, ignored[^]*never heard[^]*nmae: there is no key/u);
    expect(await row('stray').innerText()).toMatch(/<b>Stray<\/b>[^]*Only heard of/u);
    const width = (): Promise<unknown> => page.evaluate(`document.querySelector('[data-agent="ralph"] img').naturalWidth`);
    await expect.poll(width, soon).toBe(16);
    expect(await page.evaluate("'evil' in window")).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByText('Nothing on the horizon yet').waitFor();
  });
});
