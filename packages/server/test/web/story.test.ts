// The whole story of a customer in a real browser: from the operator's invitation to a revoked key. What staff do is done
// over HTTP.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Page } from '../../../../test/support/chromium.ts';
import {
  button,
  claim,
  dialog,
  heading,
  INERT,
  type Opened,
  openSite,
  receiver,
  type Site,
  signIn,
  stored,
  until,
} from './site.ts';

let site: Site;
let cleo: Opened;
/** The same person in a second tab, which stays at the Overview. */
let watching: Page;
let secret: string;
let key: string;

before(async () => {
  site = await openSite({ RF_WEBHOOK_LOOPBACK: 'yes' });
});

/** What a program of the customer gets with this key. */
async function statusWith(apiKey: string): Promise<number> {
  const answer = await fetch(`${site.url}/api/v1/scores`, { headers: { 'x-api-key': apiKey } });
  await answer.text();
  return answer.status;
}

test('the invited Contract Admin is confirmed by a second person, and arrives where they were going', async () => {
  const { act, served, url } = site;
  await act('workspaces.create', { name: 'Cedar', tier: 'ENTERPRISE' });
  const { invitation } = await act('sign_ins.invite_admin', {
    ...{ workspace: 'Cedar', name: 'Cleo', email: 'cleo@example.com' },
  });
  const { link } = await act('sign_ins.show_link', { invitation });
  cleo = await site.open();
  const { page } = cleo;
  const check = await claim(page, link, 'Cedar');
  await act('sign_ins.confirm', { invitation, check }, served.staff.reviewer);

  await page.goto(`${url}/console/cedar/webhooks?view=deliveries`);
  await signIn(page, 'cleo@example.com');
  await heading(page, 'Webhooks').waitFor();
  assert.equal(page.url(), `${url}/console/cedar/webhooks?view=deliveries`);
});

test('the signing secret is shown once and saved as rf.env', async () => {
  const { page } = cleo;
  await button(page, 'Show the signing secret').click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download as rf.env').click(),
  ]);
  secret = /^RF_WEBHOOK_SECRET=(whsec_\S+)\n$/.exec(readFileSync(await saved.path(), 'utf8'))![1]!;
  await stored(page);
  await page.reload();
  await heading(page, 'Webhooks').waitFor();
  assert.equal(await button(page, 'Show the signing secret').count(), 0);
});

test('the steps of the Overview lead to the first call, and tick themselves off', async () => {
  const { page, context } = cleo;
  watching = await context.newPage();
  await watching.goto(`${site.url}/console/cedar`);
  const done = (steps: number) => watching.getByText(`${steps} of 4 steps done.`).waitFor();
  await watching.getByText('Four steps to your first score.').waitFor();

  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('link', { name: 'Read and accept the terms' }).click();
  await button(page, /Read and accept the API terms/).click();
  await page.getByLabel('Your name, to accept').fill('Cleo');
  await button(page, /^Accept the API terms/).click();
  await page.getByRole('row').filter({ hasText: 'API terms 1.0' }).waitFor();
  await done(1);

  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('link', { name: 'Create the first key' }).click();
  await button(page, 'Create key').click();
  await page.getByLabel('Name', { exact: true }).fill('backend');
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await heading(page, 'Store the key backend now').waitFor();
  key = /rf_live_\w+/.exec(await dialog(page).innerText())![0];
  await done(2);

  assert.equal(await statusWith(key), 200);
  await done(3);

  await button(page, /^Try it/).click();
  await page.getByText(/^200 in \d+ ms$/).waitFor();
  await button(page, 'Done').click(INERT);
  await page.keyboard.press('Escape');
  assert.ok(await heading(page, 'Store the key backend now').isVisible(), 'not before it is stored');
  await stored(page);
  await button(page, /^Show backend/).waitFor();
  await page.reload();
  await button(page, /^Show backend/).waitFor();
  assert.ok(!(await page.content()).includes(key), 'the key is not shown again');
});

test('a test event arrives at the endpoint, signed with the secret that was shown', async () => {
  const { page } = cleo;
  const { url, received } = await receiver();
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await button(page, 'Add endpoint').click();
  await page.getByLabel('URL').fill(url);
  await dialog(page).getByRole('button', { name: 'Add endpoint' }).click();
  await button(page, 'Send test event').click();
  await page.getByRole('status').getByText('delivered').waitFor();
  const [{ headers, body }] = received as [(typeof received)[number]];
  // As the Standard Webhooks specification says it.
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', bytes).update(signed).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${signature}`);
  assert.equal(JSON.parse(body).type, 'webhook.test');
  // All four steps are done: the Overview shows the state instead.
  await heading(watching, 'Quota, this hour').waitFor();
  await watching.close();
});

test('a rotated key ends at once, and a revoked one too', async () => {
  const { page } = cleo;
  await page.getByRole('link', { name: 'Keys' }).first().click();
  await button(page, /^Show backend/).click();
  await button(page, 'Rotate backend…').click();
  await page.getByLabel('When the old key ends').selectOption('At once');
  await button(page, 'Rotate backend').last().click();
  await heading(page, 'Store the key backend now').waitFor();
  const rotated = /rf_live_\w+/.exec(await dialog(page).innerText())![0];
  await stored(page);
  assert.equal(await statusWith(rotated), 200);
  await until(async () => (await statusWith(key)) === 401, 'the old key is refused');

  await button(page, `Show backend, ${rotated.slice(0, 14)}`).click();
  await button(page, 'Revoke backend…').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke backend' }).click();
  await page.getByText('No key matches these filters.').waitFor();
  await until(async () => (await statusWith(rotated)) === 401, 'the key is refused');
});

test('none of these pages failed, and the policy refused nothing', () => {
  assert.deepEqual(site.complaints, []);
});
