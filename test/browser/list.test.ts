import { describe, expect, it } from 'vitest';
import { hookEvent } from './harbour.ts';
import { rowOf, setScene, soon, styleOf, titlesOf } from './scene.ts';

const scene = setScene();
const cwd = '/home/dev/src/ledger';

describe('the list', () => {
  it('says what to do next while there is nothing, and shows the first session within a moment', async () => {
    const page = await scene.open();
    await page.getByRole('heading', { name: 'Nothing on the horizon yet' }).waitFor();
    expect(await page.getByText('vigie connect --all').isVisible()).toBe(true);
    scene.hub.say(hookEvent(Date.now(), 'claude', 's1', 'prompt', 0, { cwd, prompt: 'Move sessions out' }));
    await page.getByRole('link', { name: 'working, claude: Move sessions out' }).waitFor();
    expect(await page.locator('.bar .live').textContent()).toBe('Live');
  });

  it('puts attention first, in groups by project and inside of them', async () => {
    const page = await scene.openHarbour();
    expect(await page.locator('.group h2').allTextContents()).toEqual([
      'harbor-api ~/src/harbor-api',
      'tidewater-web ~/src/tidewater-web',
      'ledger ~/src/ledger',
      'atlas-docs ~/src/atlas-docs',
      'ci-images ~/src/ci-images',
      'dotfiles ~/dotfiles',
    ]);
    expect((await titlesOf(page)).slice(0, 6)).toEqual([
      'Drop the legacy rates table',
      'Add idempotency keys to charges',
      'Round checkout totals half to even',
      'Sort imports in packages/ui',
      'Move sessions out of the process',
      'Nightly reconciliation',
    ]);
    expect(await page.title()).toBe('(3) Vigie');
  });

  it('shows each state by its shape, its word and its step', async () => {
    const page = await scene.openHarbour();
    const line = async (title: string): Promise<(string | null)[]> => {
      const row = rowOf(page, title);
      return [
        await row.getAttribute('data-state'),
        await row.locator('.state-mark').getAttribute('data-state'),
        await row.locator('.step').textContent(),
      ];
    };
    expect(await line('Round checkout')).toEqual(['blocked', 'blocked', 'Asks to edit src/checkout/totals.ts']);
    expect(await line('Add idempotency')).toEqual(['working', 'working', 'Edits src/charges/create.ts']);
    expect(await line('Nightly')).toEqual(['background', 'background', 'In the background: npm run reconcile goes on.']);
    expect(await line('Sort imports')).toEqual(['done', 'done', 'Sorted 38 files. Lint passes.']);
    expect(await line('Fix broken')).toEqual(['failed', 'failed', 'Failed: the model is overloaded (529)']);
    expect(await line('Tidy')).toEqual(['idle', 'idle', 'Nothing left to do.']);
    expect(await line('Rename')).toEqual(['unknown', 'unknown', 'Not heard for 26 minutes']);
    expect(await rowOf(page, 'Round checkout').locator('.sign').count()).toBe(1);
    expect(await rowOf(page, 'Drop the legacy').locator('.age').textContent()).toBe('2m');
    expect(await rowOf(page, 'Drop the legacy').locator('.place').textContent()).toBe('tmux %5');
  });

  it('is bold exactly while a session has attention', async () => {
    const page = await scene.openHarbour();
    const weight = (title: string): Promise<string> => styleOf(rowOf(page, title).locator('.title'), 'font-weight');
    expect(await weight('Sort imports')).toBe('600');
    expect(await weight('Nightly')).toBe('400');
    scene.hub.say({ kind: 'seen', agent: 'gemini', session: 'g1-sort', source: 'user', at_ms: Date.now() });
    await page.locator('.row[data-state=idle]').filter({ hasText: 'Sort imports' }).waitFor();
    expect(await weight('Sort imports')).toBe('400');
  });

  it('turns the ring a quarter for each event, and stands still without one', async () => {
    const page = await scene.openHarbour();
    const ring = rowOf(page, 'Bump the base').locator('.state-mark');
    const degrees = async (): Promise<number> => Number.parseFloat(await styleOf(ring, 'rotate'));
    const before = await degrees();
    scene.hub.say(hookEvent(Date.now(), 'codex', 'c2-base', 'tool', 0, { tool: 'shell', input: 'docker images' }));
    await rowOf(page, 'docker images').waitFor();
    await expect.poll(degrees, soon).toBe(before + 90);
  });

  it('follows a session through a turn, and lets it go at its end', async () => {
    const page = await scene.openHarbour();
    const say = (kind: Parameters<typeof hookEvent>[3], more = {}): void =>
      scene.hub.say(hookEvent(Date.now(), 'qwen', 'q9', kind, 0, { cwd, ...more }));
    say('start', { title: 'A new one' });
    await page.getByRole('link', { name: /^idle, qwen: A new one/u }).waitFor();
    say('prompt', { prompt: 'go' });
    await page.getByRole('link', { name: /^working, qwen: A new one Thinks/u }).waitFor();
    say('needs-you', { reason: 'question', message: 'Which one?' });
    await page.getByRole('link', { name: /^needs you, qwen: A new one Asks: Which one\?/u }).waitFor();
    expect(await page.title()).toBe('(4) Vigie');
    say('failed', { message: 'out of tokens' });
    await page.getByRole('link', { name: /^failed, qwen: A new one Failed: out of tokens/u }).waitFor();
    say('end');
    await rowOf(page, 'A new one').waitFor({ state: 'detached' });
  });

  it('counts and shows by tab, and filters by words', async () => {
    const page = await scene.openHarbour();
    const tabs = page.getByRole('navigation', { name: 'Show' }).getByRole('button');
    expect(await tabs.allTextContents()).toEqual(['All 12', 'Needs you 3', 'Unseen 2', 'Working 5', 'Idle 2']);
    await page.getByRole('button', { name: 'Unseen 2' }).click();
    expect(await titlesOf(page)).toEqual(['Fix broken anchors', 'Sort imports in packages/ui']);
    expect(await page.getByRole('button', { name: 'Unseen 2' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('no such words');
    await page.getByText('No session matches.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    expect((await titlesOf(page)).length).toBe(12);
    await page.getByRole('searchbox').fill('LEDGER nightly');
    expect(await titlesOf(page)).toEqual(['Nightly reconciliation']);
  });

  it('tells ages by the minute, and by the second only for who has waited for less than one', async () => {
    scene.hub.say(
      hookEvent(Date.now(), 'claude', 'asks', 'needs-you', 5000, { cwd, title: 'Asks', reason: 'question', message: '?' }),
      hookEvent(Date.now(), 'claude', 'works', 'prompt', 5000, { cwd, title: 'Does' }),
    );
    const page = await scene.context.newPage();
    await page.clock.install({ time: Date.now() });
    await page.goto(scene.hub.address());
    const ages = async (): Promise<(string | null)[]> =>
      Promise.all(['Asks', 'Does'].map((title) => rowOf(page, title).locator('.age').textContent()));
    await rowOf(page, 'Asks').waitFor();
    expect(await ages()).toEqual([expect.stringMatching(/^(?:[4-9]|1\d)s$/u), 'now']);
    await page.clock.runFor(20_000);
    expect(await ages()).toEqual([expect.stringMatching(/^(?:2[4-9]|3\d)s$/u), 'now']);
    await page.clock.runFor(180_000);
    // They move once a minute, so they may be behind by one.
    expect(await ages()).toEqual([expect.stringMatching(/^[23]m$/u), expect.stringMatching(/^[23]m$/u)]);
  });
});

describe('names and roles', () => {
  it('has landmarks, one heading of the first rank, and links in lists that carry the state as a word', async () => {
    const page = await scene.openHarbour();
    expect(await page.getByRole('banner').count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Sessions']);
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(6);
    expect(await page.getByRole('list', { name: 'harbor-api ~/src/harbor-api' }).getByRole('listitem').count()).toBe(2);
    const row = page.getByRole('link', {
      name: 'needs you, codex: Round checkout totals half to even Asks to edit src/checkout/totals.ts',
    });
    await row.waitFor();
    await row.click();
    expect(await page.getByRole('complementary', { name: 'Selected session' }).count()).toBe(1);
    expect(await page.getByRole('status').count()).toBe(1);
  });

  it('gives each thing that can be pressed a name', async () => {
    const page = await scene.openHarbour();
    await rowOf(page, 'Drop the legacy').click();
    await page.getByText('Why it needs you').waitFor();
    const nameless: string[] = [];
    for (const control of await page.locator('a, button, input').all()) {
      const name = (await control.getAttribute('aria-label')) ?? (await control.innerText());
      if (name.trim() === '') nameless.push(await control.evaluate((element) => element.outerHTML));
    }
    expect(nameless).toEqual([]);
    for (const image of await page.locator('svg').all()) expect(await image.getAttribute('aria-hidden')).toBe('true');
  });

  it('says aloud who came to need a person, and bursts as one sentence', async () => {
    const page = await scene.openHarbour();
    const status = page.getByRole('status');
    expect(await status.textContent()).toBe('');
    scene.hub.say(
      hookEvent(Date.now(), 'codex', 'c2-base', 'needs-you', 0, { reason: 'permission', tool: 'shell', input: 'rm -rf /' }),
    );
    await expect.poll(() => status.textContent(), soon).toBe('codex in ci-images asks to run a command. 4 need you.');
    for (const session of ['x1', 'x2', 'x3'])
      scene.hub.say(hookEvent(Date.now(), 'claude', session, 'needs-you', 0, { cwd, reason: 'question', message: '?' }));
    await expect.poll(() => status.textContent(), soon).toBe('3 sessions need you.');
  });
});

describe('the detail', () => {
  it('shows why a session is as it is, what it asks, and what happened last', async () => {
    const page = await scene.openHarbour();
    await rowOf(page, 'Drop the legacy').click();
    const side = page.getByRole('complementary', { name: 'Selected session' });
    await side.getByText('Why it needs you').waitFor();
    expect(await side.locator('.evidence li').allInnerTexts()).toEqual([
      expect.stringMatching(/^hook\s+PermissionRequest\s+2m\s+decides: needs-you → blocked, permission$/u),
    ]);
    expect(await side.locator('.command').innerText()).toContain('&& rm -rf db/migrations/legacy');
    expect(await side.locator('.events b').allTextContents()).toEqual(['needs-you', 'tool', 'prompt', 'start']);
    expect(await side.locator('.facts').innerText()).toMatch(/pid 48213[^]*opus-4\.5[^]*59 %[^]*\$1\.83/u);
    scene.hub.say(hookEvent(Date.now(), 'claude', 'd7-rates', 'answered', 0));
    await side.getByText('Why it is working').waitFor();
    await expect.poll(() => side.locator('.events b').first().textContent(), soon).toBe('answered');
  });

  it('says so when its session ends', async () => {
    const page = await scene.openHarbour();
    await rowOf(page, 'Drop the legacy').click();
    scene.hub.say(hookEvent(Date.now(), 'claude', 'd7-rates', 'end', 0));
    const side = page.getByRole('complementary', { name: 'Selected session' });
    await expect.poll(() => side.innerText(), soon).toContain('This session ended, or left the list.');
  });

  it('has an address of its own, and the back button closes it', async () => {
    const page = await scene.openHarbour();
    await rowOf(page, 'Nightly').click();
    expect(new URL(page.url()).hash).toBe('#session=claude%3Ad8-night');
    const other = await scene.context.newPage();
    await other.goto(page.url());
    await other.getByRole('complementary').getByRole('heading', { name: 'Nightly reconciliation' }).waitFor();
    await page.goBack();
    await page.getByRole('complementary').waitFor({ state: 'detached' });
  });
});
