// Incidents, the log and the health of the service in a real browser, on a store with published indicators.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { writeSession } from '../console/served.ts';
import { type Office, officeOf } from '../http/customers.ts';

let url: string;
let office: Office;
let operator: Page;
let reader: Page;
const complaints: string[] = [];

before(async () => {
  const { url: address, dataDir } = await startInProcess(wholeFile);
  url = address;
  office = await officeOf({ dataDir, databaseUrl: null }, wholeFile);
  const browser = await launchChromium();
  cleanUp(wholeFile, () => browser.close());
  operator = await openAs(browser, office.operator);
  reader = await (await browser.newContext()).newPage();
});

async function openAs(browser: Browser, { id, name }: { id: string; name: string }): Promise<Page> {
  const context = await browser.newContext();
  const cookie = await writeSession(office.desk, office.masterKey, url, {
    id,
    name,
    actingAs: `staff/${id}`,
  });
  const [key = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name: key, value, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  return page;
}

/** The status page learns of changes within seconds. */
async function statusShows(text: RegExp): Promise<void> {
  await until(`the status page says ${text}`, async () => {
    await reader.goto(`${url}/status`);
    return text.test(await reader.getByRole('main').innerText());
  });
}

const press = (name: string | RegExp) => operator.getByRole('button', { name }).click();
const dialog = () => operator.getByRole('dialog');

test('an incident appears on the public status page, changes, and becomes past', async () => {
  await operator.goto(`${url}/desk/incidents`);
  await press('Open an incident');
  await dialog().getByLabel('What happened').fill('Webhook deliveries are late');
  await dialog().getByLabel('Details').fill('A receiver blocks the queue.');
  await dialog().getByRole('button', { name: 'Open the incident' }).click();
  await operator.getByRole('heading', { name: 'Webhook deliveries are late' }).waitFor();
  await statusShows(/Some parts do not work[\s\S]*ongoing\s*Webhook deliveries are late/);
  const { status, incidents } = (await (await fetch(`${url}/api/v1/status`)).json()) as {
    status: string;
    incidents: { title: string; detail?: string; ended_at: string | null }[];
  };
  assert.equal(status, 'degraded');
  assert.equal(incidents[0]!.detail, 'A receiver blocks the queue.');

  await press('Resolve…');
  await dialog().getByLabel('What it was').fill('The queue was emptied.');
  await dialog().getByRole('button', { name: 'Resolve' }).click();
  await operator.getByRole('row', { name: /resolved/ }).waitFor();
  await statusShows(/Everything works[\s\S]*Webhook deliveries are late\s*The queue was emptied/);
});

test('a verification shows its progress and result, also after a reload, and one runs at a time', async () => {
  await operator.goto(`${url}/desk/log`);
  await operator.getByText('Nothing was verified from here yet.').waitFor();
  await press('Verify everything');
  await operator.getByText('under way', { exact: true }).waitFor();
  const again = await operator.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/console/verifications/start', { method: 'POST', headers, body: '{}' });
    return { status: response.status, detail: ((await response.json()) as { detail: string }).detail };
  });
  assert.equal(again.status, 409);
  assert.match(again.detail, /A verification is under way/);
  await operator.reload();
  await operator
    .getByRole('status')
    .filter({ hasText: /replayed|Counting/ })
    .waitFor();
  await operator.getByRole('heading', { name: 'Verified: no problem was found' }).waitFor();
  await operator.getByRole('row', { name: /\d packages, .*no problem/ }).waitFor();
});

test('a verification finds a store that was tampered with', async () => {
  const { store } = office.desk;
  const { rows } = await tamper(store.db);
  assert.equal(rows, 1);
  await press('Verify everything');
  await operator.getByRole('heading', { name: /problems? found/ }).waitFor();
  await operator
    .getByRole('table', { name: 'Problems' })
    .getByText(/issuances/)
    .first()
    .waitFor();
});

/** As somebody with access to the database would, past the transactions that keep the record chain. */
async function tamper(db: Office['desk']['store']['db']): Promise<{ rows: number }> {
  const { id } = await db.selectFrom('issuances').select('id').limit(1).executeTakeFirstOrThrow();
  const { numUpdatedRows } = await db
    .updateTable('issuances')
    .set({ coupon_rate: '99' })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { rows: Number(numUpdatedRows) };
}

test('the page of the service tells what the process knows, and checks everything on demand', async () => {
  await operator.goto(`${url}/desk/service`);
  await operator.getByText(/SQLite, [\d.]+ [MG]B/).waitFor();
  await operator.getByRole('table', { name: 'Threads' }).getByText('reading').waitFor();
  await press('Check everything');
  await operator.getByRole('table', { name: 'Checks' }).getByText('master key').waitFor();
  assert.deepEqual(complaints, []);
});
