// The pages of the console, in the states that look different.

import type { Page } from '../../../../../../test/support/chromium.ts';
import type { HardWorld } from '../hard-world.ts';
import { button, type Look } from './look.ts';

const full = (section: string) => (world: HardWorld) => `/console/${world.full}${section}`;
const empty = (section: string) => (world: HardWorld) => `/console/${world.empty}${section}`;

/** The page of a book, in a view of it. */
const book =
  (view = '') =>
  (world: HardWorld) =>
    `/console/${world.full}/books?book=${world.demoBook}${view}`;
const coverage = ({ full: workspace, book }: HardWorld) => `/console/${workspace}/books/${book}/coverage`;

export const CONSOLE: readonly Look[] = [
  { name: 'first steps', reader: 'newcomer', path: empty('') },
  { name: 'overview', reader: 'admin', path: full(''), isClose: true },
  {
    name: 'search in the console',
    reader: 'admin',
    path: full(''),
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('key');
      await page.getByRole('option', { name: 'Keys' }).first().waitFor();
    },
    isState: true,
    words: ['verification_ids', 'PROFESSIONAL', 'FREE', 'contract_admin'],
  },
  { name: 'book', reader: 'admin', path: book(), columns: 3 },
  {
    name: 'position of a book',
    reader: 'admin',
    path: book(),
    open: button(/^Show Gossamerle/),
    columns: 3,
    isState: true,
  },
  { name: 'book of a viewer', reader: 'viewer', path: book('&show=all'), columns: 3, isState: true },
  { name: 'limits of a book', reader: 'admin', path: book('&view=limits') },
  {
    name: 'limit of a book',
    reader: 'admin',
    path: book('&view=limits'),
    open: button(/^Change the limit of Aldertarn/),
    isState: true,
  },
  { name: 'versions of a book', reader: 'admin', path: book('&view=versions') },
  { name: 'settings of a book', reader: 'admin', path: book('&view=settings') },
  { name: 'upload of a book', reader: 'admin', path: book('&view=upload'), open: uploadBook },
  {
    name: 'columns of an upload',
    reader: 'admin',
    path: book('&view=upload'),
    open: askAboutColumns,
    isState: true,
  },
  {
    name: 'provider of a name',
    reader: 'admin',
    path: book('&view=upload'),
    open: chooseName,
    isState: true,
  },
  { name: 'books', reader: 'admin', path: full('/books') },
  { name: 'new book', reader: 'admin', path: full('/books'), open: button('New book'), isState: true },
  { name: 'books, none yet', reader: 'newcomer', path: empty('/books'), isState: true },
  { name: 'policies', reader: 'admin', path: full('/policies'), columns: 2, isClose: true },
  {
    name: 'rule of a policy',
    reader: 'admin',
    path: full('/policies'),
    open: (page) => page.locator('[data-rule]').nth(1).getByRole('button').click(),
    columns: 2,
    isState: true,
  },
  {
    name: 'policy as JSON',
    reader: 'admin',
    path: full('/policies'),
    open: writeWrongPolicy,
    columns: 2,
    isState: true,
  },
  {
    name: 'policy as tables',
    reader: 'admin',
    path: full('/policies'),
    open: showTables,
    columns: 2,
    isState: true,
  },
  {
    name: 'settings of a policy',
    reader: 'admin',
    path: full('/policies?view=settings'),
    open: button('Add an exception'),
  },
  { name: 'decisions, none yet', reader: 'admin', path: full('/policies?view=decisions'), isState: true },
  { name: 'policy of a viewer', reader: 'viewer', path: full('/policies'), columns: 2, isState: true },
  { name: 'new policy', reader: 'admin', path: full('/policies'), open: button('New policy'), isState: true },
  { name: 'policies, none yet', reader: 'newcomer', path: empty('/policies'), isState: true },
  {
    name: 'report of a book',
    reader: 'admin',
    path: ({ full: workspace, book }) => `/console/${workspace}/books/${book}/report?since=2026-10-01`,
    columns: 2,
  },
  { name: 'names without a score', reader: 'admin', path: coverage },
  {
    name: 'request scores',
    reader: 'admin',
    path: coverage,
    open: button('Request scores…'),
    isState: true,
  },
  { name: 'watch', reader: 'admin', path: full('/watch'), columns: 2, isClose: true },
  {
    name: 'alert',
    reader: 'admin',
    path: full('/watch'),
    open: (page) => page.locator('[data-alerts] tr[data-row] > th > button').first().click(),
    columns: 2,
    isState: true,
  },
  {
    name: 'acknowledge an alert',
    reader: 'admin',
    path: full('/watch'),
    open: button(/^Acknowledge: /),
    columns: 2,
    isState: true,
  },
  {
    name: 'alerts, acknowledged',
    reader: 'admin',
    path: full('/watch?state=acknowledged'),
    columns: 2,
    isState: true,
  },
  { name: 'alerts, snoozed', reader: 'admin', path: full('/watch?state=snoozed'), columns: 2, isState: true },
  {
    name: 'alerts, none resolved',
    reader: 'admin',
    path: full('/watch?state=resolved'),
    columns: 2,
    isState: true,
  },
  {
    name: 'new watch rule',
    reader: 'admin',
    path: full('/watch?edit=new'),
    open: fillRule,
    columns: 2,
    isState: true,
  },
  {
    name: 'watch rule',
    reader: 'admin',
    path: full('/watch'),
    open: button(/^Show the rule/),
    columns: 2,
    isState: true,
  },
  {
    name: 'channel for alerts',
    reader: 'admin',
    path: full('/watch'),
    open: button(/^Show the channel/),
    columns: 2,
    isState: true,
  },
  {
    name: 'add a channel for alerts',
    reader: 'admin',
    path: full('/watch'),
    open: button('Add a channel'),
    columns: 2,
    isState: true,
  },
  {
    name: 'settings of the digest',
    reader: 'admin',
    path: full('/watch'),
    open: button(/^(Switch it on|Change)$/),
    columns: 2,
    isState: true,
  },
  {
    name: 'address of a calendar',
    reader: 'admin',
    path: full('/watch'),
    open: createCalendar,
    showsSecret: true,
    columns: 2,
    isState: true,
  },
  { name: 'watch of a viewer', reader: 'viewer', path: full('/watch'), columns: 2, isState: true },
  { name: 'watch, no rule yet', reader: 'newcomer', path: empty('/watch'), columns: 2, isState: true },
  { name: 'keys', reader: 'admin', path: full('/keys') },
  { name: 'keys, none yet', reader: 'newcomer', path: empty('/keys'), isState: true },
  { name: 'keys of a viewer', reader: 'viewer', path: full('/keys'), isState: true },
  { name: 'key', reader: 'admin', path: full('/keys'), open: button(/^Show backend/), isClose: true },
  { name: 'create a key', reader: 'admin', path: full('/keys'), open: button('Create key'), isState: true },
  {
    name: 'issued key',
    reader: 'admin',
    path: full('/keys'),
    open: issueKey,
    showsSecret: true,
    isState: true,
  },
  { name: 'requests', reader: 'admin', path: full('/requests') },
  { name: 'request', reader: 'admin', path: full('/requests'), open: button(/^Show/), isState: true },
  { name: 'requests, none yet', reader: 'newcomer', path: empty('/requests'), isState: true },
  { name: 'endpoints', reader: 'admin', path: full('/webhooks') },
  { name: 'endpoint', reader: 'admin', path: full('/webhooks'), open: button(/^Show/), isState: true },
  {
    name: 'add an endpoint',
    reader: 'admin',
    path: full('/webhooks'),
    open: button('Add endpoint'),
    isState: true,
  },
  { name: 'endpoints, none yet', reader: 'newcomer', path: empty('/webhooks'), isState: true },
  { name: 'deliveries', reader: 'admin', path: full('/webhooks?view=deliveries') },
  { name: 'agents', reader: 'admin', path: full('/agents') },
  { name: 'members', reader: 'admin', path: full('/members') },
  { name: 'member', reader: 'admin', path: full('/members'), open: button(/^Show Dev Marsh/), isState: true },
  { name: 'terms', reader: 'admin', path: full('/terms') },
  { name: 'terms, not accepted', reader: 'newcomer', path: empty('/terms'), isState: true },
  { name: 'audit', reader: 'admin', path: full('/audit') },
  {
    name: 'audit record',
    reader: 'admin',
    path: full('/audit'),
    open: button(/show the record/),
    isState: true,
  },
  { name: 'notices', reader: 'admin', path: full('/notices') },
  { name: 'account', reader: 'admin', path: full('/account') },
];

const TABLE = [
  'Counterparty;Currency;Exposure;Net;Limit',
  'ALDERTARN BILLS;USD;60.000.000,00;52.800.000,50;60.000.000,00',
  'Quillmere Bitcoin Bonds SPV;USD;;4.100.000,00;',
  'Cobaltine Markets;EUR;;38.500.000,00;',
  'Cobaltine Markets;EUR;;1.000,00;',
];

async function upload(page: Page, rows: readonly string[]): Promise<void> {
  const file = { name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
}

async function uploadBook(page: Page): Promise<void> {
  await upload(page, TABLE);
  await page.getByText(/^Answer 1 question first/).waitFor();
}

async function askAboutColumns(page: Page): Promise<void> {
  await upload(page, ['Name;Amount', 'Aldertarn Bills;1.250', 'Cobaltine Markets;2.500']);
  await page.getByRole('button', { name: 'Read the rows' }).waitFor();
}

async function chooseName(page: Page): Promise<void> {
  await uploadBook(page);
  await button('Choose the provider of Quillmere Bitcoin Bonds SPV')(page);
}

async function writeWrongPolicy(page: Page): Promise<void> {
  await button('As JSON')(page);
  const text = page.getByLabel('The policy');
  await text.fill((await text.inputValue()).replace('"valid_minutes": 15', '"valid_minutes": 0'));
}

async function showTables(page: Page): Promise<void> {
  for (let left = 2; left > 0; left -= 1) await button('As a table')(page);
  await button(/^Compare with version/)(page);
}

/** With a figure that is no score, so that the sentence says what to mend. */
async function fillRule(page: Page): Promise<void> {
  await page.getByLabel('Another condition').selectOption({ label: 'scores below' });
  await page.getByLabel('Score', { exact: true }).fill('400');
  await page.getByLabel('Whom it watches').selectOption({ label: 'one of these providers' });
  await page.getByLabel('Another provider').selectOption({ index: 1 });
}

async function createCalendar(page: Page): Promise<void> {
  await button(/^(Create an|Replace the) address/)(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Create the address|Replace it)$/ })
    .click();
  await page.getByLabel('I have stored it').waitFor();
}

let keys = 0;

async function issueKey(page: Page): Promise<void> {
  keys += 1;
  await button('Create key')(page);
  await page.getByLabel('Name', { exact: true }).fill(`nightly ${keys}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('I have stored it').waitFor();
}
