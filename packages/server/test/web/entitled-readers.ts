// The demo with people who read its pages: members of a workspace of each tier, signed in.

import type { Tier } from '@rf-indicators/contract';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { writeSession } from '../console/served.ts';
import { customer, officeOf } from '../http/customers.ts';

export interface Readers {
  url: string;
  slugs: string[];
  /** What pages threw, and what the content security policy refused. */
  complaints: string[];
  /** A page of a new member of a workspace of this tier; of nobody for null. */
  open(tier: Tier | null, options?: Parameters<Browser['newPage']>[0]): Promise<Page>;
}

export async function openDemo(): Promise<Readers> {
  await import('../../../web/build/build.ts');
  const { url, dataDir } = await startInProcess(wholeFile);
  const office = await officeOf({ dataDir, databaseUrl: null }, wholeFile);
  const browser = await launchChromium();
  cleanUp(wholeFile, () => browser.close());
  const listed = (await (await fetch(`${url}/api/public/scores`)).json()) as { data: { slug: string }[] };
  const complaints: string[] = [];
  return {
    url,
    complaints,
    slugs: listed.data.map(({ slug }) => slug),
    async open(tier, options = {}) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
      page.setDefaultTimeout(PATIENCE_MS);
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => {
        if (/Content Security Policy|404/.test(message.text())) complaints.push(message.text());
      });
      if (tier !== null) {
        const { id, name } = await customer(office, tier);
        const member = { id, name, actingAs: `members/${id}` };
        const cookie = await writeSession(office.desk, office.masterKey, url, member);
        const [key = '', value = ''] = cookie.split('=');
        await page.context().addCookies([{ name: key, value, url }]);
      }
      return page;
    },
  };
}
