// A book on its whole way, on the pages alone: a messy file of forty names becomes a version, a limit is breached, a second person
// approves a higher one, a second file shows what would change, and the book is deleted.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { PublicScores } from '@rf-indicators/contract';
import type { Page } from '../../../../test/support/chromium.ts';
import { type DemoDesk, openDemoDesk, readByHand } from './demo-desk.ts';
import { button, dialog, heading, INERT, until } from './site.ts';

const BOOK = 'Lending desk';
/** The demo has no score of it any more. */
const WITHDRAWN = 'Mirrormint Protocol';
let desk: DemoDesk;
let page: Page;
let names: string[];
let book: string;

before(async () => {
  desk = await openDemoDesk();
  const { data } = (await (await fetch(`${desk.url}/api/public/scores`)).json()) as PublicScores;
  names = data.map(({ name }) => name).slice(0, 18);
  page = await desk.signIn('contract_admin', '/console/larkfield-demo/books');
  await heading(page, 'Treasury').waitFor();
});

const german = (amount: number) => amount.toLocaleString('de-DE', { minimumFractionDigits: 2 });
const row = (name: string, amount: number, group = '') => `${name};EUR;${german(amount)};${group};31.12.2027`;
const HEAD = ['Positionen per 31.03.2026', '', 'Kontrahent;Währung;Betrag;Konzern;Fälligkeit'];

/** Each name as it is, and in another spelling, in two groups. */
const messy = () => [
  ...HEAD,
  ...names.map((name, at) => row(name, 1_000_000.5 + at * 1000, 'A')),
  ...names.map((name, at) => row(name.toUpperCase().replace(' ', '  '), 500_000 + at, 'B')),
  row(`${names[0]} SPV 2024-1 Ltd`, 4_100_000),
  row('Unbekannte Beteiligungs GmbH', 2_250_000),
  row('Xq Zz Holdings', 70_000),
  row(WITHDRAWN, 760_000),
  row(names[1]!, 25_000, 'A'),
  row('Gegenbuchung', -1_234.5),
  `Summe;;${german(45_000_000)};;`,
];

async function choose(file: readonly string[]): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles({
    ...{ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\r\n')) },
  });
}

const versions = async () => (await readByHand(page, 'books.versions', { book })).data.length;

test('a book is created, and is empty', async () => {
  await button(page, 'New book').click();
  await page.getByLabel('Name', { exact: true }).fill(BOOK);
  await page.getByLabel('Reporting currency').fill('EUR');
  await button(page, 'Create the book').click();
  await heading(page, BOOK).waitFor();
  await page.getByText(/^The book is empty\./).waitFor();
  const { data } = await readByHand(page, 'books.list');
  book = data.find(({ name }: { name: string }) => name === BOOK).id;
});

test('a messy file asks what its columns and rows mean, and nothing is saved before', async () => {
  await button(page, 'Upload').click();
  await choose(messy());
  await page.getByText(/Is it gross or net\?/).waitFor();
  await page.getByLabel('Answer').selectOption('net');
  await button(page, 'Read the rows').click();
  await heading(page, '3 questions about rows').waitFor();
  await button(page, /^Save version 1/).click(INERT);
  await page.getByLabel(/"-1\.234,5/).selectOption('outside');
  await heading(page, '2 questions about rows').waitFor();
  await page.getByLabel(/It seems to be a sum of other rows/).selectOption('leave_out');
  await page.getByLabel(/have the name/).selectOption('add');
  await page.getByText('1 row left out').waitFor();
  assert.equal(await versions(), 0);
});

test('a similar name is chosen in a dialog, and never in one click', async () => {
  await heading(page, '4 names not matched').waitFor();
  const spv = `${names[0]} SPV 2024-1 Ltd`;
  const line = page.getByRole('row', { name: new RegExp(`“${spv}”`) });
  assert.match(await line.innerText(), new RegExp(`% like ${names[0]}`));
  await button(page, `Choose the provider of ${spv}`).click();
  await dialog(page)
    .getByText(/another legal entity/)
    .waitFor();
  assert.equal(await dialog(page).getByRole('radio', { checked: true }).count(), 0);
  await button(page, 'Use this provider').click(INERT);
  await dialog(page)
    .getByRole('radio', { name: /None of them/ })
    .check();
  await button(page, 'Leave it without a score').click();
  await page.getByText('none, as you chose').waitFor();
  await button(page, 'Save version 1, 41 positions').waitFor();
});

test('the book shows its score with its coverage, what holds it down, and what stands outside', async () => {
  await button(page, 'Save version 1, 41 positions').click();
  await heading(page, /of the exposure scores below 60$/).waitFor();
  const figures = await readByHand(page, 'books.show', { book });
  assert.equal(figures.positions, 41);
  const main = await page.getByRole('main').innerText();
  assert.ok(main.includes(figures.composite.score.toFixed(2)));
  assert.ok(main.includes(`${figures.composite.coverage.toFixed(2)} %`));
  assert.ok(main.includes(figures.composite.unscored_at_zero.toFixed(2)));
  const lost = (100 - figures.composite.score).toFixed(2);
  assert.ok(main.includes(`100.00 − ${lost} = ${figures.composite.score.toFixed(2)}`));
  // Both spellings are one name.
  const [largest] = (await readByHand(page, 'books.positions', { book, sort: 'exposure' })).data;
  assert.equal(largest.written_name, `${names[0]} SPV 2024-1 Ltd`);
  await heading(page, '1 name withdrawn').waitFor();
  await heading(page, '1 position outside the sums').waitFor();
  await page.getByRole('link', { name: /^Without a score 5$/ }).click();
  await button(page, /^Show Unbekannte Beteiligungs GmbH/).click();
  await page.getByRole('complementary', { name: 'Unbekannte Beteiligungs GmbH' }).waitFor();
  await page.keyboard.press('Escape');
});

test('a breached limit comes with what ends it, and a higher one takes a second person', async () => {
  await page.getByRole('link', { name: 'Limits', exact: true }).click();
  await button(page, 'Add a limit').click();
  await page.getByLabel('About', { exact: true }).selectOption('band');
  await page.getByLabel('Band', { exact: true }).selectOption('none');
  await page.getByLabel(/^At most, in EUR/).fill('5000000');
  await button(page, 'Save the limit').click();
  await page.getByRole('row', { name: /Names without a score .* breached/ }).waitFor();
  await page.getByRole('link', { name: 'Book', exact: true }).last().click();
  await button(page, 'Resolve 1 breach').click();
  await button(page, /^Ask for a limit of EUR 7,180,000\.00 net/).click();
  await dialog(page)
    .getByText(/waits for a second person/)
    .waitFor();
  await button(page, 'Save the limit').click();
  await button(page, 'A higher limit waits for a second person').click();
  await button(page, 'Approve').click(INERT);
  assert.equal(await dialog(page).count(), 0);

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await button(page, 'Give rights').click();
  await page.getByLabel('Person').selectOption({ label: 'Rio Ashby, Risk officer' });
  await page.getByLabel('approve limits').check();
  await button(page, 'Give the rights').click();
  await page.getByRole('row', { name: /Rio Ashby .* see, approve limits/ }).waitFor();
  const rio = await desk.signIn('risk_officer', `/console/larkfield-demo/books?book=${book}&view=limits`);
  await heading(rio, 'Ada Wren asked for higher limits').waitFor();
  await button(rio, 'Approve').click();
  await dialog(rio)
    .getByText(/5,000,000\.00 net to EUR 7,180,000\.00 net/)
    .waitFor();
  await dialog(rio).getByRole('button', { name: 'Approve' }).click();
  await rio.getByRole('row', { name: /Names without a score .* holds/ }).waitFor();
  await rio.context().close();
});

test('a second file shows what it would change, and the first version stays', async () => {
  await button(page, 'Upload').click();
  const [head, rows] = [messy().slice(0, 3), messy().slice(3, -3)];
  await choose([...head, row(names[0]!, 3_000_000, 'A'), ...rows.slice(1, -1), row('Neuer Name AG', 10)]);
  await page.getByLabel('Answer').selectOption('net');
  await button(page, 'Read the rows').click();
  await page.getByText(/^Against version 1: 1 added, 2 removed, 2 changed, 37 unchanged\.$/).waitFor();
  const changes = page.getByRole('table', { name: 'What changes' });
  await changes.getByText('net amount 1,000,000.50 to 3,000,000.00').waitFor();
  await button(page, /^Save version 2/).click();
  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await button(page, 'Show the book of version 1').waitFor();
  assert.equal(await versions(), 2);
});

test('amounts go nowhere that was not allowed, and a deleted book is gone', async () => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByText('Nowhere. Alerts name the book and its limits, and no amount.').waitFor();
  await button(page, 'Change where amounts may be sent').click();
  await page.getByLabel('Slack').check();
  await dialog(page).getByRole('button', { name: 'Change' }).click();
  await page.getByText('Slack. Other channels get no amount.').waitFor();
  await button(page, 'Delete the book').click();
  await page.getByLabel('Name of the book, to confirm').fill('Another book');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the book' }).click();
  await page.getByText('must be the name of the book, to confirm').waitFor();
  await page.getByLabel('Name of the book, to confirm').fill(BOOK);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the book' }).click();
  await heading(page, 'Book').waitFor();
  await until(async () => (await page.getByText(BOOK).count()) === 0, 'the book is gone');
});

test('nobody opens the book again, and no page did what its policy refuses', async () => {
  assert.deepEqual(desk.complaints, []);
  assert.equal((await readByHand(page, 'books.show', { book })).code, 'not_found');
});
