// The pictures of the README, taken of the demo. `KEEP_PICTURES_IN=docs/pictures` keeps them; without it they are only looked over.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configure, vigie } from '../integration/vigie-program.ts';
import { complaintsOf, openChromium } from './chromium.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, process.env.KEEP_PICTURES_IN ?? 'test-results');
/** Far more than the pages of the repository should grow by. */
const bytesMax = 200_000;

beforeAll(async () => {
  configure();
  await vigie(['replay', join(root, 'docs/demo.jsonl'), '--speed', '200']);
});
afterAll(() => vigie(['down']));

describe('pictures of the demo', () => {
  it.each([
    { name: 'sessions-dark', width: 1280, height: 640, colorScheme: 'dark' as const, keys: ['j', 'Enter'] },
    { name: 'sessions-light', width: 1280, height: 640, colorScheme: 'light' as const, keys: ['j', 'Enter'] },
    { name: 'phone-light', width: 390, height: 640, colorScheme: 'light' as const, keys: [] },
  ])('$name', async ({ name, width, height, colorScheme, keys }) => {
    const chromium = await openChromium();
    try {
      const context = await chromium.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
      const complaints = complaintsOf(context);
      const page = await context.newPage();
      await page.goto((await vigie(['url'])).out.trim());
      await page.locator('.row').nth(4).waitFor();
      for (const key of keys) await page.keyboard.press(key);
      if (keys.length > 0) await page.locator('.events').waitFor();
      const picture = await page.screenshot({ path: join(folder, `${name}.png`) });
      expect(picture.length).toBeGreaterThan(10_000);
      expect(picture.length).toBeLessThan(bytesMax);
      expect(complaints).toEqual([]);
    } finally {
      await chromium.close();
    }
  });
});
