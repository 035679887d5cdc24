// The registers of the desk in a real browser: each one's main act, what is refused, and who sees why.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import type { Page } from '../../../../test/support/chromium.ts';
import { button, dialog, heading, openSite, type Site } from './site.ts';

let site: Site;
let operator: Page;
let analyst: Page;

before(async () => {
  site = await openSite();
  const { staff } = site.served;
  [operator, analyst] = [(await site.open(staff.operator)).page, (await site.open(staff.analyst)).page];
});

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
/** What cannot be undone asks with another kind of dialog. */
const question = (page: Page) => page.getByRole('alertdialog');

test('an operator adds, changes and moves an issuance, and a refusal stands at its field', async () => {
  await operator.goto(`${site.url}/desk/issuances`);
  await operator.getByText('No issuance is known yet.').waitFor();
  await button(operator, 'Add issuance').click();
  await dialog(operator).getByLabel('Issuer').fill('Ferrocline AG');
  await dialog(operator).getByLabel('Name').fill('Series A');
  await dialog(operator).getByLabel('Currency').fill('XQX');
  await dialog(operator).getByLabel('Announced on').fill('2026-11-02');
  await inDialog(operator, 'Add issuance').click();
  await dialog(operator).getByText('"XQX" is neither an ISO 4217 code nor BTC').waitFor();
  await dialog(operator).getByLabel('Currency').fill('EUR');
  await dialog(operator).getByLabel('Amount').fill('500000000');
  await inDialog(operator, 'Add issuance').click();
  await heading(operator, 'Series A').waitFor();
  await row(operator, 'EUR 500,000,000').waitFor();

  await button(operator, 'Change details…').click();
  await site.act('issuances.update', {
    id: new URL(operator.url()).searchParams.get('open'),
    changes: { ticker: 'FCA' },
  });
  await dialog(operator).getByLabel('Coupon').fill('7.25');
  await inDialog(operator, 'Save').click();
  await dialog(operator).getByText('Somebody changed this issuance since you opened it.').waitFor();
  await inDialog(operator, 'Cancel').click();

  await button(operator, 'Now pricing…').click();
  await question(operator).getByRole('button', { name: 'It is pricing' }).click();
  await row(operator, 'Series A').filter({ hasText: 'pricing' }).waitFor();
  const { data } = await site.act('issuances.list', {});
  assert.equal((data as { status: string }[])[0]!.status, 'PRICING');
});

test('a CSV file of issuances is added whole or not at all, with every fault and its line', async () => {
  const file = (text: string) => ({ name: 'i.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const head = 'issuer_name,name,type,currency,announced_on\r\n';
  await button(operator, 'Import CSV…').click();
  const wrong = `${head}Alpha,"Notes, 2031",bond,USD,2026-11-01\r\nBeta,B,loan,ZZZ,2026-11-01\r\n`;
  await dialog(operator).getByLabel('CSV file').setInputFiles(file(wrong));
  await inDialog(operator, 'Import 2 issuances').click();
  await dialog(operator)
    .getByText(/line 3, type: is not one of/)
    .waitFor();
  await dialog(operator)
    .getByText(/line 3, currency: "ZZZ"/)
    .waitFor();
  await dialog(operator)
    .getByLabel('CSV file')
    .setInputFiles(file(wrong.replace('loan,ZZZ', 'bond,CHF')));
  await inDialog(operator, 'Import 2 issuances').click();
  await row(operator, 'Notes, 2031').waitFor();
  await operator.getByLabel('Issuer, name or ticker').fill('beta');
  await row(operator, 'Notes, 2031').waitFor({ state: 'detached' });
  assert.equal(new URL(operator.url()).searchParams.get('text'), 'beta');
});

test('an analyst reads why they cannot add an issuance, and the endpoint refuses them too', async () => {
  await analyst.goto(`${site.url}/desk/issuances`);
  await analyst.getByText('To add one, you need the operator role').waitFor();
  const add = button(analyst, /^Add issuance/);
  assert.equal(await add.getAttribute('aria-disabled'), 'true');
  const refused = await site.served.client.act(
    'issuances.add',
    { issuance: {} },
    { token: site.served.staff.analyst.token },
  );
  assert.equal(refused.status, 403);
});

test('an analyst accepts a score request with a note; only an operator erases who asked', async () => {
  const { context } = site.served;
  await receiveScoreRequest(
    context,
    { provider_name: 'Quillmere', contact_email: 'q@example.org', message: 'Please score it.' },
    null,
  );
  await analyst.goto(`${site.url}/desk/score-requests`);
  await button(analyst, 'Show the request for Quillmere').click();
  await analyst.getByText('Please score it.').waitFor();
  await button(analyst, 'Accept…').click();
  await dialog(analyst).getByLabel('Note, if any').fill('Asked for documents.');
  await inDialog(analyst, 'Accept').click();
  await row(analyst, 'accepted').waitFor();
  await analyst.getByText('Asked for documents.').waitFor();
  await button(analyst, 'Link to a provider…').click();
  await dialog(analyst).getByLabel('Provider').fill('nobody-of-this-name');
  await inDialog(analyst, 'Link').click();
  await dialog(analyst).getByRole('alert').waitFor();
  await inDialog(analyst, 'Cancel').click();
  await analyst.getByText('To erase, you need the operator role.').waitFor();

  await operator.goto(analyst.url());
  await button(operator, 'Erase the contact…').click();
  await question(operator).getByRole('button', { name: 'Erase' }).click();
  await operator.getByText('Please score it.').waitFor({ state: 'detached' });
});

test('an operator creates a workspace, sees its code once, and suspends it with a reason', async () => {
  await operator.goto(`${site.url}/desk/workspaces`);
  await button(operator, 'Create workspace').click();
  await dialog(operator).getByLabel('Name of the customer').fill('Cedar');
  await dialog(operator).getByLabel('Tier').selectOption('CUSTOM');
  await dialog(operator)
    .getByLabel(/^Computation/)
    .check();
  await inDialog(operator, 'Create workspace').click();
  await dialog(operator)
    .getByText(/^rf_claim_/)
    .waitFor();
  await dialog(operator).getByLabel('I have stored it').check();
  await inDialog(operator, 'Done').click();
  await heading(operator, 'Cedar').waitFor();
  await operator.getByText('scores, computation').waitFor();
  await heading(operator, 'Nobody has claimed it').waitFor();
  await button(operator, 'Suspend…').click();
  await question(operator).getByLabel('Reason').fill('The invoice is not paid.');
  await question(operator).getByRole('button', { name: 'Suspend' }).click();
  await operator.getByText('The invoice is not paid.').waitFor();
  await row(operator, 'Cedar').getByText('suspended').waitFor();

  await analyst.goto(`${site.url}/desk/workspaces`);
  await analyst.getByText('To see this page, you need the operator role.').waitFor();
});

test('a Contract Admin is invited by a link that is shown once, and confirmed by somebody else', async () => {
  await button(operator, 'Invite by email…').click();
  await dialog(operator).getByLabel('Name').fill('Carla');
  await dialog(operator).getByLabel('Email address').fill('carla@example.org');
  await inDialog(operator, 'Invite').click();
  await operator.getByText('No mail was sent').waitFor();
  await button(operator, 'Show the link').click();
  await dialog(operator)
    .getByText(/\/sign-in\/invitation#/)
    .waitFor();
  await dialog(operator).getByLabel('I have stored it').check();
  await inDialog(operator, 'Done').click();
});

test('the staff: an invitation, a change of roles that waits for a second person, and its approval', async () => {
  await operator.goto(`${site.url}/desk/staff`);
  await operator.getByText('Changes of the staff take two people').waitFor();
  await button(operator, 'Invite a person').click();
  await dialog(operator).getByLabel('Name').fill('Nell');
  await dialog(operator)
    .getByLabel(/^Analyst/)
    .check();
  await inDialog(operator, 'Invite').click();
  const code = await dialog(operator)
    .getByText(/^rf_invite_/)
    .first()
    .innerText();
  await dialog(operator).getByLabel('I have stored it').check();
  await inDialog(operator, 'Done').click();
  await heading(operator, 'Nell').waitFor();
  const { json } = await site.served.client.act('staff.claim', { code }, {});

  // Whoever invited cannot confirm, and says so beforehand; the reviewer confirms with the number.
  const { page: reviewer } = await site.open(site.served.staff.reviewer);
  await reviewer.goto(operator.url());
  await button(reviewer, 'Confirm Nell…').click();
  await dialog(reviewer).getByLabel('Check number').fill('0000-0000');
  await inDialog(reviewer, 'Confirm Nell').click();
  await dialog(reviewer).getByText('This is not the check number that Nell was shown.').waitFor();
  await dialog(reviewer).getByLabel('Check number').fill(String(json.check));
  await inDialog(reviewer, 'Confirm Nell').click();
  await row(reviewer, 'Nell').getByText('active').waitFor();

  await operator.reload();
  await button(operator, 'Change the roles…').click();
  await dialog(operator)
    .getByLabel(/^Reviewer/)
    .check();
  await inDialog(operator, 'Request the change').click();
  await operator.getByText('Change of roles: waits for a second person.').waitFor();
  await operator.getByText('Another operator, reviewer or chief risk officer approves it').waitFor();
  const { data } = await site.act('requests.list', { status: 'open' });
  const request = (data as { id: string }[])[0]!.id;
  const own = { token: site.served.staff.operator.token };
  assert.equal((await site.served.client.act('requests.approve', { request }, own)).status, 409);
  await site.act('requests.approve', { request }, site.served.staff.reviewer);
  await operator.reload();
  await row(operator, 'Nell').getByText('Analyst, Reviewer').waitFor();
});

test('the audit trail finds records by person, subject, time and text, and exports them', async () => {
  await operator.goto(`${site.url}/desk/audit`);
  await row(operator, 'Set the roles of Nell').waitFor();
  await operator.getByLabel('Text in the record').fill('INVOICE');
  await row(operator, 'Suspended the workspace').waitFor();
  await row(operator, 'Nell').first().waitFor({ state: 'detached' });
  const csv = await operator.getByRole('link', { name: 'CSV' }).getAttribute('href');
  const text = await operator.evaluate(async (path) => (await fetch(path!)).text(), csv);
  assert.equal(text.trim().split('\r\n').length, 2);
  assert.match(text, /workspace\.suspended/);
  await operator.getByLabel('Text in the record').fill('no such text');
  await operator.getByText('No record matches these filters.').waitFor();
  await button(operator, 'Clear').click();
  await button(operator, /show the record: .*Set the roles of Nell/).click();
  await operator.getByRole('button', { name: 'Show', exact: true }).click();
  await operator.getByText('"staff.roles_set"').waitFor();
  assert.deepEqual(site.complaints, []);
});
