// One browser and one built page for a test file; for each test a fresh hub and a fresh window, in which nothing may be complained of.

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { buildPage } from './built-page.ts';
import { complaintsOf, openChromium } from './chromium.ts';
import { harbour } from './harbour.ts';
import type { LoopbackHub } from './loopback-hub.ts';
import { openLoopbackHub } from './loopback-hub.ts';

interface Scene {
  /** Where the built page is. */
  readonly folder: string;
  readonly hub: LoopbackHub;
  readonly context: BrowserContext;
  /** Opens a page with a fresh ticket. */
  open: () => Promise<Page>;
  /** The same, with the twelve sessions of the harbour shown. */
  openHarbour: () => Promise<Page>;
  /** A window of its own, which shares nothing with the others. */
  newContext: (options: BrowserContextOptions) => Promise<BrowserContext>;
  /** Takes what was complained of so far, which then counts no more. */
  takeComplaints: () => string[];
}

export const setScene = (options: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }): Scene => {
  let folder: string;
  let browser: Browser;
  let hub: LoopbackHub;
  let context: BrowserContext;
  let complaints: string[][] = [];

  const newContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const made = await browser.newContext(options);
    made.setDefaultTimeout(10_000);
    complaints.push(complaintsOf(made));
    return made;
  };
  beforeAll(async () => {
    [folder, browser] = await Promise.all([buildPage(), openChromium()]);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    complaints = [];
    [hub, context] = await Promise.all([openLoopbackHub(folder), newContext(options)]);
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((made) => made.close()));
    await hub.stop();
    expect(complaints.flat()).toEqual([]);
  });

  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(hub.address());
    return page;
  };
  return {
    get folder() {
      return folder;
    },
    get hub() {
      return hub;
    },
    get context() {
      return context;
    },
    open,
    openHarbour: async () => {
      hub.say(...harbour(Date.now()));
      const page = await open();
      await page.locator('.row').nth(11).waitFor();
      return page;
    },
    newContext,
    takeComplaints: () => complaints.flatMap((list) => list.splice(0)),
  };
};

/** Titles of the rows from top to bottom, without the words that only a screen reader says. */
export const titlesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('.row .title').allTextContents()).map((title) => title.replace(/^[^:]*: /u, ''));

export const rowOf = (page: Page, title: string): Locator => page.locator('.row').filter({ hasText: title });

/** For what comes about within five seconds on a busy machine: `await expect.poll(read, soon).toBe(value)`. */
export const soon = { timeout: 5000, interval: 20 };

/** One computed style of an element. */
export const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate(
    (element, property) => element.ownerDocument.defaultView.getComputedStyle(element).getPropertyValue(property),
    property,
  );
