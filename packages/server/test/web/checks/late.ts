// A slow network: fonts, and answers of the console, come when the page has been drawn without them.

import type { Page } from '../../../../../test/support/chromium.ts';

export async function comesLate(page: Page): Promise<void> {
  await page.route(/\/assets\/[^/]+\.woff2$|^[^/]+\/\/[^/]+\/api\/console\//, async (route) => {
    await page.evaluate('checks.painted()');
    await route.continue();
  });
}
