// The first page of the desk, in Chromium.

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
