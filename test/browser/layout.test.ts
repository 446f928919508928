import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { harbour, hookEvent } from './harbour.ts';
import { rowOf, setScene, soon, styleOf } from './scene.ts';

const scene = setScene();
const pictures = join(import.meta.dirname, '..', '..', 'test-results');
mkdirSync(pictures, { recursive: true });

/** What sticks out of the window sideways, apart from what scrolls inside of something else on purpose. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('#page *')]
      .filter((e) => !e.closest('.tabs, .only-read, .cut > *') && e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
      .map((e) => e.outerHTML.slice(0, 120))`);

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('looks as designed at 1280 and at 390: pictures in test-results', async () => {
    const page = await scene.openHarbour();
    await page.emulateMedia({ colorScheme });
    const shoot = (name: string): Promise<Buffer> => page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) });
    await shoot('sessions-1280');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('Why it needs you').waitFor();
    await shoot('detail-1280');
    expect(await overflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1728, height: 1080 });
    await shoot('detail-1728');
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot('detail-390');
    expect(await overflow(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await rowOf(page, 'Drop the legacy').waitFor();
    await shoot('sessions-390');
    expect(await overflow(page)).toEqual([]);
    const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(244, 244, 241)' : 'rgb(13, 15, 17)');
  });
});

describe('a small window', () => {
  it('has rows of two lines and room for a finger at 390', async () => {
    const page = await scene.openHarbour();
    await page.setViewportSize({ width: 390, height: 844 });
    const row = rowOf(page, 'Drop the legacy');
    const title = await row.locator('.title').boundingBox();
    const step = await row.locator('.step').boundingBox();
    expect(step?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
    expect((await row.boundingBox())?.height).toBe(60);
    for (const button of await page.locator('.tabs button').all()) expect((await button.boundingBox())?.height).toBe(44);
    await row.click();
    await page.getByRole('complementary').waitFor();
    expect(await page.locator('.list').isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.innerText')).toContain('Close');
    await page.getByRole('button', { name: 'Close' }).click();
    await row.waitFor();
    expect(await page.evaluate('document.activeElement.dataset.session')).toBe('claude:d7-rates');
  });

  it.each([
    ['320 px', { width: 320, height: 568 }],
    ['1280 px at 200 %', { width: 640, height: 400 }],
    ['1280 px at 400 %', { width: 320, height: 200 }],
  ])('loses nothing at %s', async (_name, viewport) => {
    const page = await scene.openHarbour();
    await page.setViewportSize(viewport);
    expect(await overflow(page)).toEqual([]);
    await page.keyboard.press('End');
    const last = await rowOf(page, 'Rename a module').boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await page.keyboard.press('Enter');
    await page.getByText('Why it is unknown').waitFor();
    expect(await overflow(page)).toEqual([]);
  });

  it('loses nothing of the first screen and of the locked one', async () => {
    const page = await scene.open();
    const stranger = await (await scene.newContext({ viewport: { width: 320, height: 568 } })).newPage();
    await stranger.goto(scene.hub.origin);
    await stranger.getByText('This page needs a key').waitFor();
    await page.setViewportSize({ width: 320, height: 568 });
    await page.getByText('Nothing on the horizon').waitFor();
    for (const shown of [page, stranger]) expect(await overflow(shown)).toEqual([]);
    await page.screenshot({ path: join(pictures, 'empty-320-light.png') });
  });
});

describe("a person's own settings", () => {
  it('are honoured: no motion where it is unwanted', async () => {
    const page = await scene.openHarbour();
    const duration = (): Promise<string> => styleOf(rowOf(page, 'Bump the base').locator('.state-mark'), 'transition-duration');
    expect(await duration()).toBe('0.24s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await duration()).toBe('0s');
  });

  it('are honoured: in forced colours what is chosen has an outline, and shapes stay', async () => {
    const page = await scene.openHarbour();
    await page.emulateMedia({ forcedColors: 'active' });
    await rowOf(page, 'Sort imports').click();
    const outline = await styleOf(page.getByRole('button', { name: 'All 12' }), 'outline-style');
    expect(outline).toBe('solid');
    await page.screenshot({ path: join(pictures, 'forced-1280.png') });
  });
});

describe('a thousand sessions', () => {
  it('are all reached, though only those near to what is in sight are laid out', async () => {
    const now = Date.now();
    scene.hub.say(...harbour(now));
    for (let index = 0; index < 988; index += 1) {
      const more = { cwd: `/home/dev/src/project-${index % 40}`, title: `Session ${index}` };
      scene.hub.say(hookEvent(now, 'claude', `n${index}`, 'prompt', 60_000 + index, more));
    }
    const page = await scene.open();
    await page.getByRole('button', { name: 'All 1000' }).waitFor();
    await rowOf(page, 'Drop the legacy').waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(120);
    expect(await page.locator('.list').evaluate((list) => list.scrollHeight)).toBeGreaterThan(1046 * 36);

    const focused = (what: string): Promise<unknown> => page.evaluate(`document.activeElement.${what}`);
    await page.keyboard.press('End');
    await expect.poll(() => focused('closest(".group")?.querySelector("h2").textContent'), soon).toContain('dotfiles');
    expect(await focused('getBoundingClientRect().bottom <= innerHeight')).toBe(true);
    await page.keyboard.press('Home');
    await expect.poll(() => focused('dataset.session'), soon).toBe('claude:d7-rates');
    expect(await focused('getBoundingClientRect().top >= 44')).toBe(true);

    await page.locator('.list').hover();
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => page.locator('.row:visible').count(), soon).toBeGreaterThan(10);
    // What has focus stays, so that the next key goes on from there.
    expect(await focused('dataset.session')).toBe('claude:d7-rates');
    expect(await page.locator('li:has([data-session="claude:d7-rates"])').getAttribute('aria-setsize')).toBe('2');
  });
});
