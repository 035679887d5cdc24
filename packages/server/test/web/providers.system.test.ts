// The list of providers at the desk: 300 of them, and 10,000 in the full run. It is filtered, scrolled and left in a
// real browser; every answer is read within 200 ms.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeTemporaryWorlds, sqliteWorld } from '../../../../bench/world/worlds.ts';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { writeSession } from '../console/served.ts';
import { officeOf } from '../http/customers.ts';
import { button, dialog, heading, until } from './site.ts';

const PROVIDERS = cases(300, 10_000);
/** What stays in the page, however long the list is. */
const MOST_ROWS = 250;
/** Of the process that serves and asks. */
const MOST_CPU_MS = 200;

let url: string;
let browser: Browser;
let page: Page;
/** The address of a page of the list. */
let listed: string;

before(async () => {
  const { folder } = await sqliteWorld(PROVIDERS, 1);
  ({ url } = await startInProcess(wholeFile, { dataDir: folder, demo: false }));
  const { desk, masterKey, analyst } = await officeOf({ dataDir: folder, databaseUrl: null }, wholeFile);
  const person = { ...analyst, actingAs: `staff/${analyst.id}` };
  const [name = '', value = ''] = (await writeSession(desk, masterKey, url, person)).split('=');
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name, value: decodeURIComponent(value), url }]);
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('request', (request) => {
    if (request.url().includes('/api/console/providers/list')) listed = request.url();
  });
});

after(async () => {
  await browser?.close();
  await removeTemporaryWorlds();
});

const table = () => page.getByRole('table', { name: 'Providers' });
const total = async () => Number(await table().getAttribute('aria-rowcount')) - 1;
const rowAt = (index: number) => page.locator(`tr[data-index="${index}"]`);
const scrollTo = (share: number) =>
  page.evaluate(`scrollTo(0, ${share} * document.documentElement.scrollHeight)`);
const atTop = () =>
  page.evaluate<number>(`Number([...document.querySelectorAll('tr[data-index]')]
    .find((row) => row.getBoundingClientRect().top >= 40)?.dataset.index)`);

let all: number;

test('the list says how many there are, and draws few of them wherever one scrolls', async () => {
  await page.goto(`${url}/desk/providers`);
  await rowAt(0).waitFor();
  all = await total();
  assert.ok(all >= PROVIDERS, `${all}`);
  await scrollTo(1);
  await rowAt(all - 1).waitFor();
  assert.equal(await rowAt(all - 1).getAttribute('aria-rowindex'), String(all + 1));
  await until(
    async () => (await page.locator('tr[data-index]').count()) <= MOST_ROWS,
    'the rows at the top are gone',
  );
  await scrollTo(0.5);
  await until(async () => Math.abs((await atTop()) - all / 2) < 40, 'the middle is in the middle');
  const before = await atTop();
  await page.waitForTimeout(200);
  assert.equal(await atTop(), before, 'what comes moves nothing');
});

test('arrows, Home and End move between rows that are not drawn yet', async () => {
  await scrollTo(0);
  await rowAt(0).locator('a').focus();
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate<string>("document.activeElement.closest('tr')?.dataset.index ?? ''");
  await until(async () => (await focused()) === '1', 'the next row');
  await page.keyboard.press('End');
  await until(async () => (await focused()) === String(all - 1), 'the last row');
  await page.keyboard.press('ArrowUp');
  await until(async () => (await focused()) === String(all - 2), 'the row before it');
  await page.keyboard.press('Home');
  await until(async () => (await focused()) === '0', 'the first row');
});

test('filters are in the address, and the list is where it was after a visit to a provider', async () => {
  await page.goto(`${url}/desk/providers`);
  await rowAt(0).waitFor();
  await page.getByLabel('Type').selectOption('btc');
  await page.waitForURL(/type=btc/);
  await until(async () => (await total()) < all, 'fewer are shown');
  const found = await total();
  assert.ok(found > 0);
  await until(async () => {
    const types = await page.locator('tr[data-index] td:nth-child(2)').allInnerTexts();
    return types.length > 0 && types.every((type) => type === 'bitcoin');
  }, 'all are of the type');
  await page.getByLabel('Name, slug or id').fill('zzz-nobody');
  await page.getByText('No provider matches these filters.').waitFor();
  await button(page, 'Clear').click();
  await until(async () => (await total()) === all, 'all are back');
  await page.getByLabel('Standing').selectOption('published');
  await until(async () => (await total()) < all, 'those that are published');

  await scrollTo(0.6);
  await until(async () => (await atTop()) > 100, 'rows are there');
  const place = await page.evaluate<number>('scrollY');
  const index = (await atTop()) + 3;
  const name = await rowAt(index).locator('a').innerText();
  await rowAt(index).locator('a').click();
  await heading(page, name).waitFor();
  await page.goBack();
  await rowAt(index).waitFor();
  await until(
    async () => Math.abs((await page.evaluate<number>('scrollY')) - place) < 40,
    'the place is kept',
  );
  assert.equal(await rowAt(index).locator('a').innerText(), name);
  assert.match(page.url(), /standing=published/);
});

test('somebody adds a provider, and a name that is taken is refused in place', async () => {
  await page.goto(`${url}/desk/providers`);
  await button(page, 'Add provider').click();
  await dialog(page).getByRole('button', { name: 'Add provider' }).click();
  await dialog(page).getByText('Write the name under which it is known.').waitFor();
  await dialog(page).getByLabel('Name').fill('Åsgard & Söhne 信託');
  await dialog(page).getByLabel('Kind').fill('bitcoin savings');
  await dialog(page).getByLabel('Slug').fill('Not A Slug');
  await dialog(page).getByRole('button', { name: 'Add provider' }).click();
  await dialog(page)
    .getByText(/is not a slug: lower-case/)
    .waitFor();
  await dialog(page).getByLabel('Slug').fill('');
  await dialog(page).getByRole('button', { name: 'Add provider' }).click();
  await heading(page, 'Åsgard & Söhne 信託').waitFor();
  for (const typed of ['ÅSGARD', 'sohne', '信託']) {
    await page.goto(`${url}/desk/providers?text=${encodeURIComponent(typed)}`);
    await until(async () => (await rowAt(0).count()) === 1 && (await total()) === 1, typed);
    assert.match(await rowAt(0).innerText(), /Åsgard/);
  }
});

test('a page of the list costs the server little', async (t) => {
  const asked = 10;
  const before = process.cpuUsage();
  for (let at = 0; at < asked; at += 1) assert.equal((await page.request.get(listed)).status(), 200);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000 / asked;
  t.diagnostic(`${ms.toFixed(1)} ms of processor time with ${PROVIDERS} providers`);
  assert.ok(ms < MOST_CPU_MS, `${ms} ms`);
});
