// Debian's Chromium, without any of its own traffic.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** Everything that the pages of a context complain about: errors, and what the content security policy refused. */
export const complaintsOf = (context: BrowserContext): string[] => {
  const complaints: string[] = [];
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // A hub that is away is expected to be missed; the browser says so for each try.
      if (message.type() === 'error' && !/ERR_(?:CONNECTION|EMPTY_RESPONSE|INCOMPLETE)|\b40[134]\b/u.test(message.text()))
        complaints.push(message.text());
    });
  };
  context.on('page', watch);
  return complaints;
};
