import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hookEvent } from './harbour.ts';
import { rowOf, setScene, soon, titlesOf } from './scene.ts';

const scene = setScene();
const focusedTitle = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `document.activeElement.closest('.row')?.querySelector('.title').lastChild.textContent ?? document.activeElement.tagName`,
  );
const side = (page: Page) => page.getByRole('complementary', { name: 'Selected session' });

describe('keys', () => {
  it('moves by j, k and arrows, to the ends and no further', async () => {
    const page = await scene.openHarbour();
    expect(await focusedTitle(page)).toBe('BODY');
    await page.keyboard.press('j');
    expect(await focusedTitle(page)).toBe('Drop the legacy rates table');
    await page.keyboard.press('k');
    expect(await focusedTitle(page)).toBe('Drop the legacy rates table');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    expect(await focusedTitle(page)).toBe('Round checkout totals half to even');
    await page.keyboard.press('ArrowUp');
    expect(await focusedTitle(page)).toBe('Add idempotency keys to charges');
    await page.keyboard.press('End');
    expect(await focusedTitle(page)).toBe('Rename a module');
    await page.keyboard.press('j');
    expect(await focusedTitle(page)).toBe('Rename a module');
    await page.keyboard.press('Home');
    expect(await focusedTitle(page)).toBe('Drop the legacy rates table');
  });

  it('leaves the list alone while the agents stand in its place', async () => {
    const page = await scene.openHarbour();
    await page.keyboard.press('j');
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('location.hash')).toBe('#agents');
    await page.keyboard.press('Escape');
    expect(await titlesOf(page)).toContain('Drop the legacy rates table');
  });

  it('has one row in the way of Tab', async () => {
    const page = await scene.openHarbour();
    expect(await page.locator('.row[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await page.locator('.row[tabindex="0"] .title').allInnerTexts()).toEqual([expect.stringContaining('Add idempotency')]);
    expect(await page.locator('.row[aria-current="true"]').count()).toBe(1);
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('filter');
    await page.keyboard.press('Tab');
    expect(await focusedTitle(page)).toBe('Add idempotency keys to charges');
  });

  it('opens at the side, follows the selection there, and closes with focus where it was', async () => {
    const page = await scene.openHarbour();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await side(page).getByRole('heading', { name: 'Drop the legacy rates table' }).waitFor();
    expect(await focusedTitle(page)).toBe('Drop the legacy rates table');
    await page.keyboard.press('j');
    await side(page).getByRole('heading', { name: 'Add idempotency keys to charges' }).waitFor();
    await page.keyboard.press('Escape');
    await side(page).waitFor({ state: 'detached' });
    expect(await focusedTitle(page)).toBe('Add idempotency keys to charges');
  });

  it('goes to the filter by /, types single keys there as letters, and comes back', async () => {
    const page = await scene.openHarbour();
    await page.keyboard.press('j');
    await page.keyboard.press('/');
    await page.keyboard.type('jukebox?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jukebox?');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.keyboard.type('nightly');
    await page.keyboard.press('ArrowDown');
    expect(await focusedTitle(page)).toBe('Nightly reconciliation');
    expect(scene.hub.told).toEqual([]);
  });

  it('marks seen and unseen by u', async () => {
    const page = await scene.openHarbour();
    await rowOf(page, 'Sort imports').focus();
    await page.keyboard.press('u');
    await page.locator('.row[data-state=idle]').filter({ hasText: 'Sort imports' }).waitFor();
    await page.keyboard.press('u');
    await page.locator('.row[data-state=done]').filter({ hasText: 'Sort imports' }).waitFor();
    expect(scene.hub.told).toEqual([
      { event: { kind: 'seen', sessions: ['gemini:g1-sort'] }, origin: scene.hub.origin },
      { event: { kind: 'unseen', sessions: ['gemini:g1-sort'] }, origin: scene.hub.origin },
    ]);
  });

  it('shows all keys in a dialog that keeps the others to itself and gives focus back', async () => {
    const page = await scene.openHarbour();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByText('Next session').waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await focusedTitle(page)).toBe('Drop the legacy rates table');
    expect(scene.hub.told).toEqual([]);
  });

  it('leaves the browser its own keys', async () => {
    const page = await scene.openHarbour();
    await page.keyboard.press('Control+j');
    await page.keyboard.press('Alt+k');
    expect(await focusedTitle(page)).toBe('BODY');
  });
});

describe('rows that move', () => {
  const block = (): void =>
    scene.hub.say(hookEvent(Date.now(), 'ralph', 'r1-loop', 'needs-you', 0, { reason: 'question', message: 'Go on?' }));

  it('wait while the pointer is over them', async () => {
    const page = await scene.openHarbour();
    const before = await titlesOf(page);
    await rowOf(page, 'Bump the base').hover();
    block();
    await page.locator('.row[data-state=blocked]').filter({ hasText: 'Loop 14' }).waitFor();
    expect(await titlesOf(page)).toEqual(before);
    expect(await page.title()).toBe('(4) Vigie');
    await page.mouse.move(640, 20);
    await expect
      .poll(async () => (await titlesOf(page)).indexOf('Loop 14 of 40'), soon)
      .toBeLessThan(before.indexOf('Loop 14 of 40'));
  });

  it('take their focus with them', async () => {
    const page = await scene.openHarbour();
    await rowOf(page, 'Loop 14').focus();
    block();
    await expect.poll(() => titlesOf(page), soon).toContain('Loop 14 of 40');
    await expect.poll(async () => (await titlesOf(page)).indexOf('Loop 14 of 40'), soon).toBeLessThan(8);
    expect(await focusedTitle(page)).toBe('Loop 14 of 40');
  });
});
