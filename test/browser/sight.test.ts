import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hookEvent } from './harbour.ts';
import { rowOf, setScene, soon } from './scene.ts';

const scene = setScene();
const told = (): string[] => scene.hub.told.map(({ event }) => `${event.kind} ${event.sessions.join(' ')}`);

/** A page whose timers run only when they are told to. */
const stillPage = async (): Promise<Page> => {
  scene.hub.say(
    hookEvent(Date.now(), 'claude', 'a', 'needs-you', 5000, { cwd: '/src/a', title: 'First', reason: 'question', message: '?' }),
    hookEvent(Date.now(), 'claude', 'b', 'needs-you', 4000, { cwd: '/src/a', title: 'Second', reason: 'question', message: '?' }),
  );
  const page = await scene.context.newPage();
  await page.clock.install({ time: Date.now() });
  await page.goto(scene.hub.address());
  await rowOf(page, 'Second').waitFor();
  await page.clock.pauseAt(Date.now() + 5000);
  return page;
};

describe('seen', () => {
  it('is a row that has had focus for a second, and not one that was passed by', async () => {
    const page = await stillPage();
    await rowOf(page, 'First').focus();
    await page.clock.runFor(900);
    await rowOf(page, 'Second').focus();
    await page.clock.runFor(900);
    expect(told()).toEqual([]);
    await page.clock.runFor(100);
    await expect.poll(told, soon).toEqual(['seen claude:b']);
    await page.clock.runFor(5000);
    expect(told()).toEqual(['seen claude:b']);
  });

  it('is not a row that a person just marked as unseen, until they come back to it', async () => {
    const page = await stillPage();
    await rowOf(page, 'First').focus();
    await page.clock.runFor(1000);
    await expect.poll(told, soon).toEqual(['seen claude:a']);
    await expect.poll(() => page.clock.runFor(50).then(() => page.locator('.row[data-attention]').count()), soon).toBe(1);
    await page.keyboard.press('u');
    await expect.poll(() => page.clock.runFor(50).then(() => page.locator('.row[data-attention]').count()), soon).toBe(2);
    await page.clock.runFor(5000);
    expect(told()).toEqual(['seen claude:a', 'unseen claude:a']);
    await rowOf(page, 'Second').focus();
    await rowOf(page, 'First').focus();
    await page.clock.runFor(1000);
    await expect.poll(told, soon).toEqual(['seen claude:a', 'unseen claude:a', 'seen claude:a']);
  });

  it('is nothing on a page that nobody can see', async () => {
    const page = await stillPage();
    await page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await rowOf(page, 'First').focus();
    await page.clock.runFor(5000);
    expect(told()).toEqual([]);
    await page.evaluate(`delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))`);
    await page.clock.runFor(1000);
    await expect.poll(told, soon).toEqual(['seen claude:a']);
  });

  it('is a session whose page at the side has focus, since that hides the list on a phone', async () => {
    const page = await stillPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await rowOf(page, 'Second').click();
    await page.getByRole('complementary').waitFor();
    await page.clock.runFor(1100);
    await expect.poll(told, soon).toEqual(['seen claude:b']);
  });
});
