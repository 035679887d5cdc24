// Every person of the demo signs in at /sign-in, lands on the page they need, and is named in the header of every page.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { credentialsFile, type DemoCredentials } from '../../src/demo/credentials-file.ts';
import { button, heading, until } from './site.ts';

const READER = '/api/console/v1/reader';
const account = (page: Page) => page.locator('[data-account]');
const roleName = (role: string) => role.charAt(0).toUpperCase() + role.slice(1).replaceAll('_', ' ');

test('members land in their workspace, and staff at the desk', async (t) => {
  const built = new URL('../../../web/dist/index.html', import.meta.url);
  if (!existsSync(built)) await import('../../../web/build/build.ts');
  const { url, dataDir } = await startInProcess(t);
  const { people } = JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8')) as DemoCredentials;
  const browser = await launchChromium();
  t.after(() => browser.close());
  assert.equal(people.length, 10);
  // One of each kind; the full run signs in as all of them.
  const some = ({ roles }: (typeof people)[number]) => /viewer|reviewer/.test(roles.join());
  for (const { email, password, workspace, roles } of cases(people.filter(some), people)) {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(url);
    assert.equal(await account(page).innerText(), 'Sign in');
    assert.ok(!asked.includes(READER), 'a visitor is not asked for');
    await account(page).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign in').first().click();
    const wanted =
      workspace === undefined ? '/desk' : `/console/${workspace.toLowerCase().replaceAll(' ', '-')}`;
    await page.waitForURL(({ pathname }) => pathname === wanted);
    await heading(page, workspace === undefined ? 'Home' : 'Overview').waitFor();
    const named =
      workspace === undefined
        ? new RegExp(`^Demo \\w+.*\\nDesk: ${roleName(roles[0]!)}$`)
        : new RegExp(`^.+\\n${workspace}, (Professional|Enterprise)$`);
    for (const path of [wanted, '/', '/docs', '/providers/brindlewick-vaults', '/docs/api']) {
      if (path !== wanted) await page.goto(url + path);
      await until(async () => named.test(await account(page).innerText()), `${path} says who is signed in`);
    }
    // From the page that somebody reads, from the address of the form, and back to the scores.
    await account(page).click();
    await page.waitForURL(({ pathname }) => pathname === wanted);
    await page.goto(`${url}/sign-in`);
    await page.waitForURL(({ pathname }) => pathname === wanted);
    await page.goto(`${url}${wanted}/nothing-here`);
    await heading(page, 'Page not found').waitFor();
    const area = workspace === undefined ? 'Desk' : 'Console';
    await page.getByRole('navigation', { name: area }).waitFor();
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Scores' }).click();
    await page.waitForURL(`${url}/`);
    await page.goBack();
    await button(page, 'Sign out').click();
    await heading(page, 'Sign in').waitFor();
    await page.goto(url);
    assert.equal(await account(page).innerText(), 'Sign in');
    await page.context().close();
  }

  // Somebody who leaves the form before the next page has read the session.
  const page = await browser.newPage();
  const { email, password } = people[0]!;
  await page.goto(`${url}/sign-in`);
  await page.route('**/api/auth/session', () => undefined);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  // Awaited from before the press: the request may be gone by the time the press is answered.
  const asked = page.waitForRequest('**/api/auth/session');
  await button(page, 'Sign in').first().click();
  await asked;
  await page.goto(url);
  await until(
    async () => (await account(page).innerText()) !== 'Sign in',
    'the header says who is signed in',
  );
});
