// The first page of the desk and the palette, in Chromium.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { heading, openSite, type Site } from './site.ts';

let site: Site;

before(async () => {
  site = await openSite();
});

test('the home page says what waits, and follows what others do', async () => {
  const { analyst, reviewer } = site.served.staff;
  const { page } = await site.open(reviewer);
  await page.goto(`${site.url}/desk`);
  await heading(page, 'Home').waitFor();
  for (const title of ['To do', 'Due soon', 'Since your last visit'])
    await page.getByRole('region', { name: title }).waitFor();
  const waits = page.getByRole('region', { name: 'To do' });
  await page.getByText('Your first visit: the last 7 days.').waitFor();
  const before = await waits.getByRole('listitem').count();
  const body = { provider_name: 'A Lender That Nobody Knows' };
  const response = await fetch(`${site.url}/api/public/score-request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 202);
  // A reviewer does not triage; what happened is told to everybody.
  await page.getByText('1 score request received').waitFor();
  assert.equal(await waits.getByRole('listitem').count(), before);

  const other = await site.open(analyst);
  await other.page.goto(`${site.url}/desk`);
  await other.page.getByRole('link', { name: 'Score requests to triage' }).waitFor();
  await other.context.close();
  await page.context().close();
  assert.deepEqual(site.complaints, []);
});

test('the palette opens with Ctrl K, finds by a part of a name, and goes there with Enter', async () => {
  const { analyst, operator } = site.served.staff;
  const { page } = await site.open(operator);
  await page.goto(`${site.url}/desk`);
  await heading(page, 'Home').waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.pressSequentially(analyst.name.slice(0, 4).toUpperCase());
  await page.getByRole('group', { name: 'People' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await field.count(), 0);

  await page.keyboard.press('Control+k');
  await field.pressSequentially('appro');
  const option = page.getByRole('option', { name: 'Approvals page' });
  await option.waitFor();
  while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/desk/approvals`);

  // What was opened last comes first.
  await page.keyboard.press('Control+k');
  await page
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: /^Approvals/ })
    .waitFor();
  // Guides and operations are found by their names, with words that mean the same.
  await field.fill('slack');
  await page
    .getByRole('group', { name: 'Guides' })
    .getByRole('option', { name: /^Webhooks/ })
    .waitFor();
  await field.fill('nothing is called like this');
  await page.getByText('Nothing is called “nothing is called like this”.').waitFor();
  await page.keyboard.press('Enter');
  assert.equal(new URL(page.url()).pathname, '/desk/approvals');
  await page.context().close();
});
