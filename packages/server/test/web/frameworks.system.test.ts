// A framework in a real browser, from its file to its announcement: import, sign-off, impact, and activation by two people.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import type { MethodologyDocument } from '@rf-indicators/engine';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { keyOf, signed } from '../../../../test/support/desk-fixture.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { nextFramework } from '../../../../test/support/next-framework.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { writeSession } from '../console/served.ts';
import { type Office, officeOf } from '../http/customers.ts';
import { until } from './site.ts';

const DAY = 24 * 60 * 60 * 1000;

let url: string;
let office: Office;
let browser: Browser;
let operator: Page;
let document: MethodologyDocument;
const complaints: string[] = [];

before(async () => {
  const { url: address, dataDir } = await startInProcess(wholeFile);
  url = address;
  office = await officeOf({ dataDir, databaseUrl: null }, wholeFile);
  browser = await launchChromium();
  cleanUp(wholeFile, () => browser.close());
  operator = await openAs(office.operator);
  document = nextFramework('3.0', new Date(Date.now() + 60 * DAY).toISOString().slice(0, 10));
});

async function openAs({ id, name }: { id: string; name: string }): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
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

/** Approves the open request for this act; answers the status. */
function approveOpen(page: Page, act: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const list = await fetch('/api/console/requests/list?status=open');
    const { data } = (await list.json()) as { data: { id: string; act: string }[] };
    const request = data.find((one) => one.act === wanted)!.id;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ request });
    return (await fetch('/api/console/requests/approve', { method: 'POST', headers, body })).status;
  }, act);
}

const dialog = () => operator.getByRole('dialog');
const file = (name: string, value: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

test('a file with faults is refused in place, with every fault; a sound one is imported', async () => {
  await operator.goto(`${url}/desk/frameworks`);
  await operator.getByText(/In effect: /).waitFor();
  await operator.getByRole('button', { name: 'Import a framework' }).click();
  const chosen = dialog().getByLabel('File of the framework', { exact: true });
  await chosen.setInputFiles(file('broken.json', '{"methodology_version": '));
  await dialog()
    .getByText(/This file is not JSON/)
    .waitFor();
  const [first, ...others] = document.modules;
  await chosen.setInputFiles(
    file('wrong.json', { ...document, modules: [{ ...first, weight: 99 }, ...others] }),
  );
  await dialog().getByRole('button', { name: 'Import version 3.0' }).click();
  await dialog()
    .getByRole('list', { name: 'Faults' })
    .getByText(/weight/)
    .first()
    .waitFor();
  await chosen.setInputFiles(file('rf-framework-3.0.json', document));
  await dialog().getByRole('button', { name: 'Import version 3.0' }).click();
  await operator.getByRole('heading', { name: /v3\.0: not signed/ }).waitFor();
  await operator.getByRole('heading', { name: /differences? from RF Framework v1\.0/ }).waitFor();
  await operator.getByText('It cannot be activated yet: a chief risk officer must sign it first.').waitFor();
});

test('a sign-off of another text or key is refused, the one of the enrolled key is recorded', async () => {
  await operator.getByRole('button', { name: 'Record a sign-off…' }).click();
  const chosen = dialog().getByLabel('File of the sign-off', { exact: true });
  const officer = await keyOf('rf-demo-chief-risk-officer', 2);
  const other = await signed({ ...document, methodology_version: '4.0' }, officer);
  await chosen.setInputFiles(file('other.json', other));
  await dialog()
    .getByText(/not this text/)
    .waitFor();
  await chosen.setInputFiles(file('stranger.json', await signed(document, await keyOf('stranger', 9))));
  await dialog().getByRole('button', { name: 'Record the sign-off' }).click();
  await dialog().getByText('The sign-off was made with a key that is not enrolled.').waitFor();
  await chosen.setInputFiles(file('signoff.json', await signed(document, officer)));
  await dialog().getByRole('button', { name: 'Record the sign-off' }).click();
  await operator.getByRole('heading', { name: /v3\.0: signed/ }).waitFor();
});

test('an officer makes a key in the browser, two people enrol it, and it signs what the page shows', async () => {
  const staff = await listStaff(office.desk.store.db);
  const page = await openAs(staff.find(({ roles }) => roles.includes('chief_risk_officer'))!);
  await page.goto(`${url}/desk/frameworks`);
  await page.getByRole('button', { name: 'Make your key…' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByLabel('Passphrase', { exact: true }).fill('four words are many');
  await asked.getByLabel('Passphrase again').fill('four words are many');
  const download = page.waitForEvent('download');
  await asked.getByRole('button', { name: 'Make it and save the file' }).click();
  const saved = await (await download).path();
  const content = readFileSync(saved, 'utf8');
  assert.doesNotMatch(content, /PRIVATE/);
  await asked.getByLabel('The file that was saved').setInputFiles(saved);
  await asked.getByLabel('Its passphrase').fill('four words are few');
  await asked.getByRole('button', { name: 'Request its enrolment' }).click();
  await asked.getByText('The file does not open with this passphrase.').waitFor();
  await asked.getByLabel('Its passphrase').fill('four words are many');
  await asked.getByRole('button', { name: 'Request its enrolment' }).click();
  await page.getByText(/Enrolment of a key officer-.*: waits for a second person\./).waitFor();
  assert.equal(await approveOpen(page, 'officer_keys.enrol'), 409, 'one’s own request');
  assert.equal(await approveOpen(operator, 'officer_keys.enrol'), 200);

  const next = nextFramework('3.1', new Date(Date.now() + 70 * DAY).toISOString().slice(0, 10));
  await page.reload();
  await page.getByRole('button', { name: 'Import a framework' }).click();
  await asked.getByLabel('File of the framework', { exact: true }).setInputFiles(file('next.json', next));
  await asked.getByRole('button', { name: 'Import version 3.1' }).click();
  const panel = page.getByRole('form', { name: 'Sign RF Framework v3.1' });
  await panel.waitFor();
  await page.getByRole('heading', { name: 'The text of version 3.1' }).waitFor();
  await panel.getByLabel('File of your key').setInputFiles(saved);
  await panel.getByLabel('Its passphrase').fill('four words are many');
  await panel.getByLabel(/I have read the text/).check();
  await panel.getByRole('button', { name: 'Sign RF Framework v3.1' }).click();
  await page.getByRole('heading', { name: /v3\.1: signed/ }).waitFor();
  await page.close();
});

test('the impact shows who moves between bands, and a cell filters the providers', async () => {
  await operator.getByRole('button', { name: 'Show the impact' }).click();
  const matrix = operator.getByRole('table', { name: 'Providers by old and new band' });
  await matrix.waitFor();
  const scores = operator.getByRole('table', { name: 'Old and new scores' });
  const all = await scores.getByRole('row').count();
  const cell = matrix.getByRole('button').first();
  const words = await cell.getAttribute('aria-label');
  await cell.click();
  const found = Number(/: (\d+) provider/.exec(words!)![1]);
  assert.equal(await scores.getByRole('row').count(), found + 1);
  assert.ok(found + 1 < all);
  await operator.getByRole('button', { name: /: clear$/ }).click();
  assert.equal(await scores.getByRole('row').count(), all);
  await operator.getByRole('table', { name: 'What moves the scores' }).getByRole('row').nth(1).waitFor();
});

test('one person requests the activation, another approves it, and the public page announces it', async () => {
  await operator.getByRole('button', { name: 'Request activation…' }).click();
  await dialog().getByLabel('What changes with this version').fill('Reserves count more, liquidity less.');
  await dialog().getByRole('button', { name: 'Request activation' }).click();
  await operator.getByText(/Activate RF Framework v3\.0: waits for a second person\./).waitFor();
  const again = operator.getByRole('button', { name: /^Request activation…/ });
  assert.equal(await again.getAttribute('aria-disabled'), 'true');

  const reviewer = await openAs(office.reviewer);
  await reviewer.goto(operator.url());
  await reviewer.getByText('You can approve or refuse it on the page').waitFor();
  await reviewer.goto(`${url}/desk/requests`);
  await reviewer
    .getByText(/Activate RF Framework v3\.0, and publish/)
    .first()
    .waitFor();
  assert.equal(await approveOpen(operator, 'frameworks.activate'), 409, 'one’s own request');
  assert.equal(await approveOpen(reviewer, 'frameworks.activate'), 200);
  await operator.getByRole('heading', { name: /v3\.0: announced/ }).waitFor();
  await operator.goto(`${url}/methodology`);
  await until(async () => {
    await operator.reload();
    return (await operator.getByText(/v3\.0/).count()) > 0;
  }, 'the public page announces it');
  assert.deepEqual(complaints, []);
});

test('two people replace the entry checks, and their requester is told what would be impossible', async () => {
  await operator.goto(`${url}/desk/frameworks`);
  await operator.getByText('Version 1.0, as supplied.', { exact: false }).waitFor();
  const download = operator.waitForEvent('download');
  await operator.getByRole('button', { name: 'Save the document' }).click();
  const checks = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  checks.version = '1.1';
  checks.inputs.reserve_coverage.possible = ['0.00', '150.00'];
  await operator.getByRole('button', { name: 'Replace it…' }).click();
  await dialog()
    .getByLabel('File of the entry checks', { exact: true })
    .setInputFiles(file('entry-checks.json', checks));
  await dialog().getByRole('button', { name: 'Request', exact: true }).click();
  await dialog().getByText('Write what changes, and why.').waitFor();
  await dialog().getByLabel('Reason').fill('No provider holds more than half again.');
  await dialog().getByRole('button', { name: 'Request', exact: true }).click();
  await operator.getByRole('dialog', { name: 'Values that would be impossible' }).waitFor();
  await dialog()
    .getByText(/Backing coverage of claims .* is impossible: it must be 0\.00 to 150\.00 percent/i)
    .first()
    .waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await operator.getByText('New entry checks: waits for a second person.').waitFor();
  assert.equal(await approveOpen(operator, 'entry_checks.record'), 409, 'one’s own request');
  const reviewer = await openAs(office.reviewer);
  await reviewer.goto(`${url}/desk/requests`);
  assert.equal(await approveOpen(reviewer, 'entry_checks.record'), 200);
  await operator.getByText(/^Version 1\.1, in force since/).waitFor();
  await operator.getByText(/^The ranges of/).click();
  await operator.getByRole('row', { name: /Backing coverage of claims.*0\.00 to 150\.00/ }).waitFor();
});
