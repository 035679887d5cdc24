// Every person of the demo signs in at /sign-in and lands on the page they need.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { launchChromium } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { credentialsFile, type DemoCredentials } from '../../src/demo/credentials-file.ts';
import { button, heading } from './site.ts';

test('members land in their workspace, and staff at the desk', async (t) => {
  const built = new URL('../../../web/dist/index.html', import.meta.url);
  if (!existsSync(built)) await import('../../../web/build/build.ts');
  const { url, dataDir } = await startInProcess(t);
  const { people } = JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8')) as DemoCredentials;
  const browser = await launchChromium();
  t.after(() => browser.close());
  assert.equal(people.length, 7);
  // One of each kind; the full run signs in as all of them.
  const some = ({ roles }: (typeof people)[number]) => /viewer|reviewer/.test(roles.join());
  for (const { email, password, workspace } of cases(people.filter(some), people)) {
    const page = await browser.newPage();
    await page.goto(`${url}/sign-in`);
    const header = page.getByRole('navigation', { name: 'Site' });
    await header.getByRole('link', { name: 'Guides' }).waitFor();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign in').first().click();
    const wanted = workspace === undefined ? '/desk' : '/console/larkfield-demo';
    await page.waitForURL(({ pathname }) => pathname === wanted);
    await heading(page, workspace === undefined ? 'Home' : 'Overview').waitFor();
    assert.equal(await header.isVisible(), false);
    await page.goto(`${url}${wanted}/nothing-here`);
    await heading(page, 'Page not found').waitFor();
    const area = workspace === undefined ? 'Desk' : 'Console';
    await page.getByRole('navigation', { name: area }).waitFor();
    await page.context().close();
  }
});
