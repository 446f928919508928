import { describe, expect, it } from 'vitest';
import { hookEvent } from './harbour.ts';
import { setScene, soon } from './scene.ts';

const scene = setScene();

const hostile = {
  html: '<img src=x onerror="globalThis.caught = 1"><script>globalThis.caught = 2</script><b>bold</b>',
  link: '<a href="javascript:globalThis.caught=3">press</a> javascript:globalThis.caught=4',
  bidi: 'rm \u202e\u2066gpj.exe\u2069\u202c \u200f\u061c\u0007\u001b[31mred\u0000',
  lines: 'one\u2028two\r\nthree\u0085four',
  entity: '&lt;b&gt; &amp; {{1+1}} ${1+1}',
  zalgo: `Z${'\u0301'.repeat(200)}algo`,
  emoji: '👩‍👩‍👧‍👦'.repeat(400),
  long: 'x'.repeat(1024 * 1024),
  half: 'broken \ud83d surrogate',
};

describe('what an agent writes', () => {
  it('is text in every place, and nothing else', async () => {
    const page = await scene.open();
    const now = Date.now();
    for (const [name, text] of Object.entries(hostile))
      scene.hub.say(
        hookEvent(now, text.slice(0, 200).toWellFormed(), `${name}"><i>`, 'needs-you', 1000, {
          cwd: `/home/dev/${text}`,
          title: `${name} ${text}`,
          prompt: text,
          message: text,
          model: text,
          tool: text,
          input: text,
          reason: 'permission',
          rule: text,
          place: { app: text, tty: text },
        }),
      );
    const rows = page.locator('.row');
    await expect.poll(() => rows.count(), soon).toBe(Object.keys(hostile).length);
    for (const row of await rows.all()) {
      await row.click();
      await page.getByRole('complementary').getByText('Why it needs you').waitFor();
      await page.keyboard.press('Escape');
    }
    expect(await page.evaluate('globalThis.caught')).toBeUndefined();
    expect(await page.locator('#page :is(img, script, i)').count()).toBe(0);
    expect(await page.locator('#page a:not(.row, .bar a)').count()).toBe(0);
    const text = await page.evaluate<string>('document.body.textContent');
    expect(text).toContain('html <img src=x onerror="globalThis.caught = 1"><script>globalThis.caught = 2</script><b>bold</b>');
    expect(text).toContain('&lt;b&gt; &amp; {{1+1}} ${1+1}');
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
  });

  it('is cut in a row, and shown whole at the side for who wants it', async () => {
    const page = await scene.open();
    const message = 'word '.repeat(1000);
    scene.hub.say(
      hookEvent(Date.now(), 'claude', 'long', 'needs-you', 0, { cwd: '/src', title: hostile.long, message, reason: 'question' }),
    );
    const row = page.locator('.row');
    await row.waitFor();
    expect((await row.innerText()).length).toBeLessThan(700);
    await row.click();
    const said = page.getByRole('complementary').locator('.long-text p');
    expect((await said.innerText()).length).toBeLessThan(1300);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect((await said.innerText()).trim().length).toBe(message.trim().length);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
