// The due board in a real browser, on the demo, with two people: an analyst renews, and a reviewer sees it.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from '../../../../test/support/chromium.ts';
import { CONFIRMATION } from '../../../../test/support/evidence.ts';
import { callByHand, type DemoDesk, openDemoDesk } from './demo-desk.ts';

let desk: DemoDesk;
let url: string;
let analyst: Page;
let reviewer: Page;

before(async () => {
  desk = await openDemoDesk();
  url = desk.url;
});

const rows = (page: Page) => page.locator('tr[data-row]');
const row = (page: Page, key: string) => page.locator(`tr[data-row="${key}"]`);
const lines = (page: Page) => page.locator('[data-line]');
const propose = (page: Page) => page.getByRole('button', { name: /^Propose/ });
const keyOf = async (found: ReturnType<typeof rows>) => (await found.getAttribute('data-row'))!;
const points = async (page: Page) =>
  (await rows(page).locator('td:nth-child(5)').allInnerTexts()).map(Number);

/** What a line says of its effect; a gate that is renewed while another has lapsed leaves no score. */
/** What the framework calls withdrawal_status. */
const WITHDRAWALS = 'Withdrawal, redemption and payment status';
const EFFECT = /^(keeps \d|no score|[−+]\d|0\.00|\d+\.\d\d)/;
const inAddress = (page: Page, text: string) =>
  page.waitForFunction(`location.search.includes(${JSON.stringify(text)})`);
const TODAY = new Date().toISOString().slice(0, 10);

async function chooseDocument(page: Page, { title, grade }: { title: string; grade: string }): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Document', { exact: true }).setInputFiles({
    name: title,
    mimeType: 'text/plain',
    buffer: Buffer.from(`${title}: nothing changed.`),
  });
  await dialog.getByText(`${title} is stored.`).waitFor();
  // A test withdrawal of one's own gives grade A, and those of many providers are one document.
  await dialog.getByLabel('Kind', { exact: true }).fill('test withdrawal');
  await dialog.getByLabel('Grade', { exact: true }).selectOption(grade);
  await dialog.getByLabel('Belongs to').selectOption({ label: 'group: public register' });
  await dialog.getByLabel('Quote', { exact: true }).fill('nothing changed');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('the board lists what lapses next by the points at stake, and its filters live in the address', async () => {
  analyst = await desk.signIn('analyst', '/desk/due?view=list');
  await rows(analyst).first().waitFor();
  const all = await points(analyst);
  assert.ok(all.length > 20);
  assert.deepEqual(
    all,
    all.toSorted((a, b) => b - a),
  );
  await analyst.waitForFunction('/^\\(\\d+\\) Due board/.test(document.title)');
  assert.match(await rows(analyst).first().innerText(), /stale (from|since) \d+ \w+/);
  await rows(analyst)
    .filter({ hasText: /Elevated risk|Medium risk|High risk/ })
    .first()
    .waitFor();

  await analyst.getByLabel('Provider', { exact: true }).fill('pennythrift');
  await inAddress(analyst, 'provider=pennythrift');
  await rows(analyst).filter({ hasNotText: 'Pennythrift' }).first().waitFor({ state: 'detached' });
  await analyst.getByLabel('Time left').selectOption('lapsed');
  await inAddress(analyst, 'time=lapsed');
  await rows(analyst).filter({ hasNotText: 'lapsed' }).first().waitFor({ state: 'detached' });
  await rows(analyst).filter({ hasText: 'lapsed' }).first().waitFor();
  await analyst.reload();
  await rows(analyst).first().waitFor();
  assert.equal(await analyst.getByLabel('Provider', { exact: true }).inputValue(), 'pennythrift');

  await analyst.goto(`${url}/desk/due?view=list&provider=zzz`);
  await analyst.getByRole('button', { name: 'Clear' }).click();
  await rows(analyst).first().waitFor();
});

test('what lapses until a day in the future is more than what lapses now', async () => {
  const soon = await rows(analyst).count();
  const later = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await analyst.getByLabel('or what lapses until').fill(later);
  await inAddress(analyst, `until=${later}`);
  await analyst.waitForFunction(`document.querySelectorAll('tr[data-row]').length > ${Math.min(soon, 99)}`);
  await analyst.getByLabel('or what lapses until').fill('');
  await analyst.waitForFunction("!location.search.includes('until=')");
});

test('selected inputs are assigned to oneself, to a colleague and to nobody', async () => {
  await rows(analyst).first().locator('button').focus();
  await analyst.keyboard.press('x');
  await analyst.keyboard.press('Shift+ArrowDown');
  await lines(analyst).nth(1).waitFor();
  assert.equal(await lines(analyst).count(), 2);
  await analyst.keyboard.press('m');
  const mine = 'Demo Analyst';
  await rows(analyst).nth(1).filter({ hasText: mine }).waitFor();
  await analyst.getByLabel('Assignee', { exact: true }).selectOption(mine);
  await analyst.getByRole('button', { name: 'Assign…' }).click();
  await analyst.getByRole('dialog').getByLabel('Assignee').selectOption('Nobody');
  await analyst.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await analyst.getByText('No input matches these filters.').waitFor();
  await analyst.getByRole('button', { name: 'Clear', exact: true }).click();
  await rows(analyst).first().waitFor();
  await analyst.keyboard.press('Escape');
});

test('a line is checked before it is sent, shows its effect, and is proposed with its evidence', async () => {
  await analyst.getByRole('button', { name: 'Clear the selection' }).click();
  const first = rows(analyst)
    .filter({ hasText: WITHDRAWALS })
    .filter({ hasNotText: 'awaiting approval' })
    .first();
  const key = await keyOf(first);
  await first.locator('button').click();
  await lines(analyst).first().waitFor();
  await lines(analyst)
    .first()
    .getByRole('button', { name: /^Evidence of/ })
    .click();
  await chooseDocument(analyst, { title: 'withdrawal-test.txt', grade: 'A' });
  await lines(analyst).first().getByText(EFFECT).waitFor();

  const date = lines(analyst)
    .first()
    .getByLabel(/^Evidence date/);
  await date.fill('2026-01-05');
  await lines(analyst)
    .first()
    .getByText(/Must be after \d+ \w+ \d{4} \(on file\)\./)
    .waitFor();
  assert.equal(await propose(analyst).getAttribute('aria-disabled'), 'true');
  await date.fill(TODAY);
  await lines(analyst).first().getByText(EFFECT).waitFor();

  reviewer = await desk.signIn('reviewer', '/desk/due?view=list');
  await row(reviewer, key).waitFor();
  await analyst.keyboard.press('Control+Enter');
  await row(analyst, key).getByText('awaiting approval').waitFor();
  await row(reviewer, key).getByText('awaiting approval').waitFor();
  await reviewer.goto(`${url}/desk/approvals`);
  const proposed = reviewer.locator('tr[data-row]').filter({ hasText: WITHDRAWALS });
  await proposed.first().waitFor();
});

test('an unchanged renewal of one input takes at most 4 keys once its evidence is there', async () => {
  await rows(analyst)
    .filter({ hasText: WITHDRAWALS })
    .filter({ hasText: 'awaiting approval' })
    .first()
    .locator('button')
    .focus();
  const current = () => analyst.evaluate<string>("document.activeElement?.closest('tr')?.dataset.row");
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await analyst.keyboard.press(key);
  };
  await press('j');
  const key = (await current())!;
  await press('x');
  await lines(analyst).first().getByText(EFFECT).waitFor();
  await press('Control+Enter');
  await row(analyst, key).getByText('awaiting approval').waitFor();
  assert.ok(keys <= 4, `${keys} keys`);
  assert.equal(await lines(analyst).count(), 0);
});

test('a document that is on record is offered as it was recorded', async () => {
  const next = rows(analyst).filter({ hasText: WITHDRAWALS }).filter({ hasNotText: 'awaiting approval' });
  await next.first().locator('button').click();
  await lines(analyst)
    .first()
    .getByRole('button', { name: /^Evidence of/ })
    .click();
  const dialog = analyst.getByRole('dialog');
  await dialog.getByLabel('Document', { exact: true }).setInputFiles({
    name: 'copy.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('withdrawal-test.txt: nothing changed.'),
  });
  await dialog.getByText('This document is on record:').waitFor();
  await dialog.getByRole('button', { name: 'Use what is recorded' }).click();
  await dialog.getByText('This document is on record:').waitFor({ state: 'detached' });
  const fields = ['Title', 'Kind', 'Grade', 'Belongs to', 'Quote'];
  const values = fields.map((label) => dialog.getByLabel(label, { exact: true }).inputValue());
  assert.deepEqual(await Promise.all(values), [
    ...['withdrawal-test.txt', 'test withdrawal', 'A', 'public register', 'nothing changed'],
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await analyst.getByRole('button', { name: 'Clear the selection' }).click();
});

test('the next input can be proposed while the board is still being read again', async () => {
  const next = () =>
    rows(analyst).filter({ hasText: WITHDRAWALS }).filter({ hasNotText: 'awaiting approval' }).first();
  const released = Promise.withResolvers<void>();
  await analyst.route('**/api/console/due/summary**', async (route) => {
    await released.promise;
    await route.continue();
  });
  for (let inputs = 0; inputs < 2; inputs += 1) {
    const key = await keyOf(next());
    await row(analyst, key).locator('button').click();
    await lines(analyst).first().getByText(EFFECT).waitFor();
    await analyst.keyboard.press('Control+Enter');
    await lines(analyst).first().waitFor({ state: 'detached' });
    await row(analyst, key).getByText('awaiting approval').waitFor();
  }
  released.resolve();
  await analyst.unrouteAll({ behavior: 'wait' });
});

test('a value that changed meanwhile is refused in its line, and the others can be sent', async () => {
  const chosen = rows(analyst)
    .filter({ hasText: 'Backing coverage of claims' })
    .filter({ hasNotText: 'awaiting approval' })
    .first();
  await chosen.locator('button').click();
  const line = lines(analyst).first();
  await line.getByLabel('Changed', { exact: true }).check();
  await line.getByText('Enter the new value.').waitFor();
  await line.getByLabel(/^New value/).fill('not a number');
  await line.getByText('Not a valid value of this input.').waitFor();
  await line.getByLabel(/^New value/).fill('104.5');
  await line.getByText(EFFECT).waitFor();
  // What the page saw is not what is on record: as if somebody else had changed it.
  await analyst.route('**/api/console/inputs/propose', async (route) => {
    const body = route.request().postDataJSON();
    body.rows[0].value.current_value = '1.00';
    await route.continue({ postData: JSON.stringify(body) });
  });
  await analyst.keyboard.press('Control+Enter');
  await line.getByText(/is out of date: the value on record is/).waitFor();
  await analyst.unroute('**/api/console/inputs/propose');
  await analyst.keyboard.press('Control+Enter');
  await line.getByText(/the value is unusual, because it was/).waitFor();
  await line.getByLabel('Why this is right').fill(CONFIRMATION);
  await analyst.keyboard.press('Control+Enter');
  await line.waitFor({ state: 'detached' });
});

test('the heat map has gates first, is walked with the arrows, and opens the input', async () => {
  await analyst.goto(`${url}/desk/due?view=map&time=all`);
  const grid = analyst.getByRole('table', { name: 'Days left by provider and input' });
  await grid.waitFor();
  const heads = await grid.locator('thead th').allInnerTexts();
  assert.deepEqual(heads.slice(0, 3).toSorted(), ['Insolvency status', 'Integrity finding', WITHDRAWALS]);
  await grid.locator('tbody button').first().focus();
  await analyst.keyboard.press('ArrowDown');
  await analyst.keyboard.press('ArrowRight');
  const label = await analyst.evaluate<string>("document.activeElement?.getAttribute('aria-label')");
  assert.match(label!, new RegExp(`${heads[1]}: `));
  await analyst.keyboard.press('Enter');
  await inAddress(
    analyst,
    `input=${heads[1] === WITHDRAWALS ? 'withdrawal_status' : heads[1]!.toLowerCase().replaceAll(' ', '_')}`,
  );
  await rows(analyst).first().waitFor();
  assert.equal(await rows(analyst).count(), 1);
});

test('the calendar says what lapses when, and a day opens its list', async () => {
  await analyst.goto(`${url}/desk/due?view=calendar`);
  const day = analyst
    .locator('td[data-day]')
    .filter({ has: analyst.getByRole('button') })
    .first();
  const number = Number(/^\d+/.exec(await day.getByRole('button').innerText())![0]);
  await day.getByRole('button').click();
  await inAddress(analyst, 'on=');
  await rows(analyst).first().waitFor();
  assert.equal(await rows(analyst).count(), number);
});

test('what is shown, and the sheet to fill in, are downloaded', async () => {
  const shown = await rows(analyst).count();
  const fileOf = async (button: string) => {
    const [file] = await Promise.all([
      analyst.waitForEvent('download'),
      analyst.getByRole('button', { name: button }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  const csv = await fileOf('Download what is shown as CSV');
  assert.match(csv, /^provider,slug,input,/);
  assert.equal(csv.trim().split('\r\n').length, shown + 1);
  assert.match(
    await fileOf('Download a sheet to fill in and import'),
    /^provider,input,current_value,.*result/,
  );
});

test('a reviewer cannot propose, and the page says why', async () => {
  await reviewer.goto(`${url}/desk/due?view=list`);
  await rows(reviewer).first().locator('button').click();
  await reviewer.getByText('Proposing requires the analyst role.').first().waitFor();
  const { status } = await callByHand(reviewer, 'inputs.propose', { rows: [] });
  assert.equal(status, 403);
  assert.deepEqual(desk.complaints, []);
});
