// The search in Chromium: the same keys and results on the site, on a phone, in the console and at the desk.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { type ContextOptions, heading, openSite, type Site } from './site.ts';

const PHONE: ContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The demo, which has providers. */
let demo: string;
/** A small store with people who are signed in. */
let site: Site;

before(async () => {
  ({ url: demo } = await startInProcess(wholeFile));
  site = await openSite();
});

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first();
const group = (page: Page, name: string) => page.getByRole('group', { name });
const headerField = (page: Page) => page.locator('.site-header [data-search]');
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** What a screen reader is told about the field and its list. */
async function chosen(page: Page, field: ReturnType<typeof headerField>): Promise<string | null> {
  const id = await field.getAttribute('aria-activedescendant');
  if (id === null) return null;
  const active = page.locator(`[id="${id}"]`);
  assert.equal(await active.getAttribute('role'), 'option');
  assert.equal(await active.getAttribute('aria-selected'), 'true');
  assert.equal(await page.locator('[role="option"][aria-selected="true"]').count(), 1);
  return active.locator('strong').innerText();
}

test('on the site, a list opens below the field of the header', async () => {
  const { context, page } = await site.open();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${demo}/`, { waitUntil: 'networkidle' });
  assert.deepEqual(
    loaded.filter((path) => /\/chunks\/start-|search\.json/.test(path)),
    [],
    'before its use',
  );
  await page.keyboard.press('/');
  const field = headerField(page);
  await page.keyboard.type('brindle');
  await option(page, /^Brindlewick Vaults/).waitFor();
  assert.equal(await field.getAttribute('role'), 'combobox');
  assert.equal(await field.getAttribute('aria-expanded'), 'true');
  assert.equal(await chosen(page, field), null, 'Enter opens all results');
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen(page, field), 'Brindlewick Vaults');
  await page.keyboard.press('ArrowUp');
  assert.equal(await chosen(page, field), null);
  await page.keyboard.press('ArrowUp');
  assert.equal(await chosen(page, field), 'All results for “brindle”');
  await page.keyboard.press('Escape');
  assert.equal(await field.getAttribute('aria-expanded'), 'false');
  assert.equal(await field.inputValue(), 'brindle');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('mirror');
  await option(page, /^Mirrormint Protocol Withdrawn on/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${demo}/providers/mirrormint-protocol`);
  await page.keyboard.press('/');
  await page.keyboard.type('rotate secret');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${demo}/search?q=rotate+secret`);
  await page.getByRole('heading', { name: 'Guides' }).waitFor();
  await context.close();
});

test('answers that come late or not at all confuse nobody', async () => {
  const { context, page } = await site.open();
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/search.json?q=mir', async (route) => {
    await late;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${demo}/`);
  const field = headerField(page);
  await field.fill('mir');
  await page.getByText('Searching…').waitFor();
  await field.fill('brindlewick');
  await option(page, /^Brindlewick Vaults/).waitFor();
  release();
  await page.route('**/search.json?q=nowhere', (route) => route.abort());
  assert.equal(await option(page, /^Mirrormint/).count(), 0);
  await field.fill('nowhere');
  await page.getByText('The search could not be reached. Press Enter to open the search page.').waitFor();
  await field.press('Enter');
  await page.waitForURL(`${demo}/search?q=nowhere`);
  await context.close();
});

test('on a phone, the search opens over the whole screen, and leaves nothing behind', async () => {
  const { context, page } = await site.open(null, PHONE);
  await page.goto(`${demo}/methodology`);
  const box = await headerField(page).boundingBox();
  assert.ok(box !== null && box.width >= 44 && box.height >= 44);
  await headerField(page).tap();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.waitFor();
  const screen = await dialog.boundingBox();
  assert.deepEqual([screen!.width, screen!.height], [390, 844]);
  const field = dialog.getByRole('combobox');
  await field.fill('brindle');
  const first = option(page, /^Brindlewick Vaults/);
  await first.waitFor();
  for (const one of await dialog.getByRole('option').all())
    assert.ok((await one.boundingBox())!.height >= 44, await one.innerText());
  await page.getByRole('button', { name: 'Close' }).tap();
  assert.equal(await dialog.count(), 0);
  await headerField(page).tap();
  await field.fill('brindle');
  await first.tap();
  await page.waitForURL(`${demo}/providers/brindlewick-vaults`);
  await context.close();
});

test('in the console, the same search opens as a palette with the pages of the workspace', async () => {
  const { context, page } = await site.open(site.served.members.Acorn.contract_admin);
  await page.goto(`${site.url}/console/acorn`);
  await heading(page, 'Overview').first().waitFor();
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  await group(page, 'Pages').getByRole('option', { name: 'Webhooks' }).waitFor();
  await field.pressSequentially('webh');
  await group(page, 'Guides').getByRole('option').first().waitFor();
  assert.equal(await chosen(page, field), 'Webhooks');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/console/acorn/webhooks`);
  await page.keyboard.press('Control+k');
  await group(page, 'Recent').getByRole('option', { name: 'Webhooks' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await dialog.count(), 0);
  // What is typed into the header goes there, too.
  await headerField(page).pressSequentially('mem');
  await option(page, 'Members').waitFor();
  assert.equal(await field.inputValue(), 'mem');
  await context.close();
});

test('at the desk, the palette finds what only staff may find, and goes there with Enter', async () => {
  const { analyst, operator } = site.served.staff;
  const { context, page } = await site.open(operator);
  await page.goto(`${site.url}/desk`);
  await heading(page, 'Home').waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  await field.pressSequentially(analyst.name.slice(0, 4).toUpperCase());
  await group(page, 'People').getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await dialog.count(), 0);

  // Enter waits for the answer.
  await page.getByRole('button', { name: 'Search' }).first().click();
  await field.pressSequentially('approvals');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/desk/approvals`);
  assert.equal(await dialog.count(), 0);

  await page.keyboard.press('Control+k');
  await group(page, 'Recent').getByRole('option', { name: 'Approvals' }).waitFor();
  await field.fill('slack');
  await group(page, 'Guides')
    .getByRole('option', { name: /^Webhooks/ })
    .waitFor();
  await field.fill('zzzz nowhere');
  await page.getByText('Nothing is called “zzzz nowhere”.').waitFor();
  await page.keyboard.press('Enter');
  assert.equal(pathOf(page), '/desk/approvals');
  // Not over a dialog.
  await page.keyboard.press('Control+k');
  assert.equal(await page.getByRole('dialog').count(), 1);
  await context.close();

  const other = await site.open(site.served.staff.reviewer, PHONE);
  await other.page.goto(`${site.url}/desk`);
  await heading(other.page, 'Home').waitFor();
  await other.page.getByRole('button', { name: /^More/ }).tap();
  await other.page.getByRole('button', { name: 'Search' }).tap();
  await other.page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('appro');
  await option(other.page, 'Approve proposals').tap();
  await other.page.waitForURL(`${site.url}/desk/approvals`);
  await other.context.close();
  assert.deepEqual(site.complaints, []);
});
