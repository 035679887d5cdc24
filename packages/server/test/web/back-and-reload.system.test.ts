// Reload, back and deep links on every page with filters and a panel; and pages that do not exist.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from '../../../../test/support/chromium.ts';
import { button, heading, openSite, receiver, type Site, until } from './site.ts';

let site: Site;
let page: Page;

before(async () => {
  site = await openSite({ RF_WEBHOOK_LOOPBACK: 'yes' });
  const { act, served } = site;
  const admin = served.members.Acorn.contract_admin;
  const { digest } = await act('terms.show', { kind: 'api' }, admin);
  await act('terms.accept', { kind: 'api', digest }, admin);
  for (let at = 1; at <= 40; at += 1)
    await act('keys.create', { name: `service ${at}`, tier: 'PROFESSIONAL' }, admin);
  // A call that is refused: a FREE key reads no scores.
  const { key } = await act('keys.create', { name: 'free', tier: 'FREE' }, admin);
  await (await fetch(`${site.url}/api/v1/scores`, { headers: { 'x-api-key': key } })).text();
  const { id } = await act('webhooks.add', { url: (await receiver()).url }, admin);
  await act('webhooks.test', { endpoint: id, type: 'webhook.test' }, admin);
  await until(async () => {
    const { data } = await act('failed_calls.list', {}, admin);
    return (data as unknown[]).length > 0;
  }, 'the refused call is listed');
  page = (await site.open(admin, { viewport: { width: 1440, height: 600 } })).page;
});

interface Case {
  /** Below the workspace, with filters. */
  path: string;
  title: string;
  /** A filter, and what it is set to. */
  filter: [label: string, value: string];
}

const CASES: readonly Case[] = [
  { path: 'keys?text=service+7', title: 'Keys', filter: ['Name or prefix', 'service 7'] },
  { path: 'members?role=viewer', title: 'Members', filter: ['Role', 'viewer'] },
  { path: 'requests?status=403', title: 'Requests', filter: ['Status', '403'] },
  { path: 'audit?about=key.', title: 'Audit', filter: ['About', 'key.'] },
  {
    path: 'webhooks?view=deliveries&type=webhook.test',
    title: 'Webhooks',
    filter: ['Event', 'webhook.test'],
  },
  // Without filters.
  { path: 'webhooks', title: 'Webhooks', filter: ['', ''] },
];

const rows = () => page.locator('main tbody th > button');
const panel = () => page.getByRole('complementary');

test('filters and what is open at the side survive a reload, a visit elsewhere and a deep link', async () => {
  for (const { path, title, filter } of CASES) {
    await page.goto(`${site.url}/console/acorn/${path}`);
    await heading(page, title).waitFor();
    await rows().first().waitFor();
    const label = await rows().first().getAttribute('aria-label');
    await rows().first().click();
    await panel().waitFor();
    const name = await panel().getAttribute('aria-label');
    const address = page.url();
    const shown = async (how: string) => {
      await page.locator(`aside[aria-label="${name}"]`).waitFor();
      assert.equal(page.url(), address, `${path}: ${how}`);
      assert.equal(await rows().first().getAttribute('aria-expanded'), 'true', `${path}: ${how}`);
      if (filter[0] !== '')
        assert.equal(
          await page.getByLabel(filter[0], { exact: true }).inputValue(),
          filter[1],
          `${path}: ${how}`,
        );
    };
    await shown('as it was opened');
    await page.reload();
    await shown('reload');
    await page.getByRole('link', { name: 'Notices' }).first().click();
    await heading(page, 'Notices').waitFor();
    await page.goBack();
    await shown('back');
    await page.goto('about:blank');
    await page.goto(address);
    await shown('deep link');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    const focused = await page.evaluate("document.activeElement.getAttribute('aria-label')");
    assert.equal(focused, label, `${path}: the focus returns to the row`);
  }
});

test('the list is where it was after a reload, and after a visit elsewhere', async () => {
  await page.goto(`${site.url}/console/acorn/keys`);
  await rows().nth(39).waitFor();
  await page.evaluate('scrollTo(0, 700)');
  const isThere = () => until(async () => (await page.evaluate('scrollY')) === 700, 'the place is kept');
  await isThere();
  await page.waitForTimeout(200);
  await page.reload();
  await rows().nth(39).waitFor();
  await isThere();
  await page.getByRole('link', { name: 'Notices' }).first().click();
  await heading(page, 'Notices').waitFor();
  assert.equal(await page.evaluate('scrollY'), 0);
  await page.goBack();
  await heading(page, 'Keys').waitFor();
  await isThere();
});

test('a view is a step back, and a filter is not', async () => {
  await page.goto(`${site.url}/console/acorn/webhooks`);
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByLabel('State').selectOption('delivered');
  await page.waitForURL(/status=delivered/);
  await page.goBack();
  await page.waitForURL(`${site.url}/console/acorn/webhooks`);
  await heading(page, 'Signing secret of the workspace').waitFor();
});

test('unknown pages and workspaces get a plain page', async () => {
  for (const [path, words] of [
    ['/console/acorn/nothing-here', 'Page not found'],
    ['/console/birch', 'You are not a member of birch'],
    ['/console/%3Cimg%20src=x%3E', 'You are not a member of <img src=x>'],
    ['/console/acorn/keys/more', 'Page not found'],
    ['/sign-in/nothing-here', 'Page not found'],
    ['/nothing-here', /not found|no such page/i],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    await heading(page, words).waitFor();
    assert.ok((await page.getByRole('link').count()) > 0, `${path}: a way on`);
    // Under the header of the site, and in the frame of the workspace where there is one.
    const isInside = path.startsWith('/console/acorn');
    assert.equal(await page.getByRole('navigation', { name: 'Console' }).isVisible(), isInside, path);
    assert.ok(await page.getByRole('navigation', { name: 'Site' }).isVisible(), path);
  }
  // What the address says is not trusted: a number where a text belongs, and a panel that is gone.
  await page.goto(`${site.url}/console/acorn/keys?text=5&key=7&state=nonsense&tier=%00`);
  await page.getByText('No key matches these filters.').waitFor();
  assert.equal(await panel().count(), 0);
});

test('after a sign-out in another tab, this one asks to sign in again, and shows nothing more by itself', async () => {
  const { context, page: first } = await site.open(site.served.members.Acorn.viewer);
  await first.goto(`${site.url}/console/acorn/keys`);
  await button(first, /^Show service 7,/).waitFor();
  const second = await context.newPage();
  await second.goto(`${site.url}/console/acorn`);
  await second.getByRole('button', { name: 'Sign out' }).first().click();
  await heading(second, 'Sign in').waitFor();
  await button(first, /^Show service 7,/).click();
  await heading(first, 'Your session has ended. Sign in again?').waitFor();
  await second.goBack();
  await heading(second, 'Sign in').waitFor();
  await context.close();
});

test('none of these pages failed', () => {
  assert.deepEqual(site.complaints, []);
});
