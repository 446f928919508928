import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hookEvent } from './harbour.ts';
import { rowOf, setScene, soon, titlesOf } from './scene.ts';

const scene = setScene();
const token = (page: Page): Promise<string | null> => page.evaluate<string | null>(`sessionStorage.getItem('vigie.token')`);
const newcomer = (session: string, title: string): void =>
  scene.hub.say(hookEvent(Date.now(), 'claude', session, 'prompt', 0, { cwd: '/home/dev/src/ledger', title }));

describe('the key', () => {
  it('comes from a ticket that leaves the address at once and opens nothing twice', async () => {
    const page = await scene.context.newPage();
    const address = scene.hub.address();
    await page.goto(address);
    await page.getByText('Nothing on the horizon yet').waitFor();
    expect(page.url()).toBe(`${scene.hub.origin}/`);
    expect(await page.evaluate('history.length')).toBeLessThanOrEqual(2);
    expect(await token(page)).toMatch(/^[\w-]{22}$/u);
    const elsewhere = await (await scene.newContext({})).newPage();
    await elsewhere.goto(address);
    await elsewhere.getByText('This address was used before').waitFor();
    expect(elsewhere.url()).toBe(`${scene.hub.origin}/`);
    expect(await elsewhere.getByText('vigie url').isVisible()).toBe(true);
  });

  it('is lent to other tabs of this origin, and survives a reload', async () => {
    const page = await scene.openHarbour();
    const other = await scene.context.newPage();
    await other.goto(scene.hub.origin);
    await rowOf(other, 'Nightly').waitFor();
    expect(await token(other)).toBe(await token(page));
    await page.close();
    await other.reload();
    await rowOf(other, 'Nightly').waitFor();
  });

  it('is not lent to anybody else: such a page says what to run', async () => {
    await scene.openHarbour();
    const stranger = await (await scene.newContext({})).newPage();
    await stranger.goto(scene.hub.origin);
    await stranger.getByRole('heading', { name: 'This page needs a key' }).waitFor();
    expect(await stranger.locator('.command').textContent()).toBe('vigie url');
    expect(await token(stranger)).toBeNull();
  });

  it('opens a page that waits for one as soon as another tab has it', async () => {
    const page = await scene.context.newPage();
    await page.goto(scene.hub.origin);
    await page.getByText('This page needs a key').waitFor();
    await scene.openHarbour();
    await rowOf(page, 'Nightly').waitFor();
    expect((await titlesOf(page)).length).toBe(12);
  });

  it('is forgotten once the hub does not know it any more, in every tab', async () => {
    const page = await scene.openHarbour();
    const other = await scene.open();
    await rowOf(other, 'Nightly').waitFor();
    scene.hub.revoke();
    for (const tab of [page, other]) {
      await tab.getByText('This page needs a key').waitFor();
      expect(await token(tab)).toBeNull();
    }
    await scene.open();
    await rowOf(page, 'Nightly').waitFor();
  });
});

describe('the stream', () => {
  it('comes back by itself, and resumes where it was', async () => {
    const page = await scene.openHarbour();
    await expect.poll(() => scene.hub.openStreams(), soon).toBe(1);
    scene.hub.dropStreams();
    newcomer('n1', 'Said meanwhile');
    await rowOf(page, 'Said meanwhile').waitFor();
    expect(scene.hub.streamed[0]).toBeNull();
    expect(Number(scene.hub.streamed[1])).toBeGreaterThan(20);
    expect((await titlesOf(page)).length).toBe(13);
  });

  it('shows every state as unknown while the hub is away, says so, and says when it is back', async () => {
    const page = await scene.openHarbour();
    await scene.hub.stop();
    await page.locator('.live').getByText('The hub is away').waitFor();
    expect(await page.locator('.row[data-state=unknown]').count()).toBe(12);
    expect(await page.getByRole('link', { name: /^unknown, claude: Drop the legacy/u }).count()).toBe(1);
    expect(await page.title()).toBe('Vigie');
    const status = page.getByRole('status');
    await expect.poll(() => status.textContent(), soon).toBe('The hub is away.');
    await scene.hub.start();
    newcomer('n2', 'Said after');
    await rowOf(page, 'Said after').waitFor();
    expect(await page.locator('.row[data-state=blocked]').count()).toBe(3);
    expect(await page.locator('.live').textContent()).toBe('Live');
    await expect.poll(() => status.textContent(), soon).toBe('The hub is back.');
  });

  it('says that a hub which is away was not told', async () => {
    const page = await scene.openHarbour();
    await rowOf(page, 'Sort imports').focus();
    await scene.hub.stop();
    await page.keyboard.press('u');
    await expect.poll(() => page.getByRole('status').textContent(), soon).toContain('Not marked as seen: the hub is away.');
  });

  it('is one for eight tabs, and each of them can still act', async () => {
    await scene.openHarbour();
    const tabs = await Promise.all(Array.from({ length: 7 }, () => scene.open()));
    const all = [...scene.context.pages()];
    expect(all.length).toBe(8);
    for (const tab of tabs) await rowOf(tab, 'Nightly').waitFor();
    await expect.poll(() => scene.hub.openStreams(), soon).toBe(1);
    for (const [index, tab] of all.entries()) {
      await tab.bringToFront();
      await rowOf(tab, 'Nightly').focus();
      await tab.keyboard.press('u');
      await expect.poll(() => scene.hub.told.length, soon).toBeGreaterThan(index);
    }
    newcomer('n3', 'Heard by all');
    for (const tab of all) await rowOf(tab, 'Heard by all').waitFor();
    await tabs[0]?.close();
    newcomer('n4', 'Heard by who is left');
    await rowOf(all[0] as Page, 'Heard by who is left').waitFor();
  });

  it("is a tab's own where no worker can be shared, and a hidden tab closes its own", async () => {
    await scene.context.addInitScript('delete globalThis.SharedWorker');
    const page = await scene.openHarbour();
    const other = await scene.open();
    await rowOf(other, 'Nightly').waitFor();
    await expect.poll(() => scene.hub.openStreams(), soon).toBe(2);
    const hide = (isHidden: boolean): Promise<unknown> =>
      other.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      );
    await hide(true);
    await expect.poll(() => scene.hub.openStreams(), soon).toBe(1);
    newcomer('n5', 'Said in the dark');
    await rowOf(page, 'Said in the dark').waitFor();
    expect(await rowOf(other, 'Said in the dark').count()).toBe(0);
    await hide(false);
    await rowOf(other, 'Said in the dark').waitFor();
    expect(scene.hub.streamed.at(-1)).not.toBeNull();
  });
});
