// The timeline and the map in Chromium: a day is dragged, moved by keys and shared; the map is walked by keys and tapped.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HistoryDay } from '@rf-indicators/contract';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';

let url: string;
let browser: Browser;
let page: Page;

before(async () => {
  ({ url } = await startInProcess(wholeFile));
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
});

after(() => browser?.close());

const slider = () => page.locator('.days[role="slider"]');
const titleSays = (text: string) =>
  until(`the title says "${text}"`, async () =>
    (await page.locator('.view-head h2').textContent())!.includes(text),
  );
const addressSays = (text: string) => until(`the address has ${text}`, async () => page.url().includes(text));

async function namesShown(shown: Page = page): Promise<string[]> {
  return shown.locator('table.timeline tbody th.provider a:first-child').allTextContents();
}

async function listOf(date: string): Promise<HistoryDay['data']> {
  return ((await (await fetch(`${url}/history/days/${date}.json`)).json()) as HistoryDay).data;
}

test('dragging the day shows the list as it was published, and the link can be shared', async () => {
  await page.goto(`${url}/?view=timeline`);
  await slider().waitFor();
  const box = (await slider().boundingBox())!;
  const first = await page.locator('table.timeline').getAttribute('data-first');
  const today = await page.locator('table.timeline').getAttribute('data-today');
  const days = (Date.parse(today!) - Date.parse(first!)) / 86_400_000 + 1;
  const place = (date: string) => ((Date.parse(date) - Date.parse(first!)) / 86_400_000 + 0.5) / days;
  await page.mouse.move(box.x + box.width - 2, box.y + 34);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * place('2026-08-20'), box.y + 34, { steps: 8 });
  await page.mouse.move(box.x + box.width * place('2026-07-29'), box.y + 34, { steps: 8 });
  await page.mouse.up();
  await titleSays('As published on 29 Jul 2026: 5 of 24 at High risk; today 4 of 21');
  await addressSays('as_of=2026-07-29');
  assert.deepEqual(
    await namesShown(),
    (await listOf('2026-07-29')).map(({ name }) => name),
  );
  assert.equal(await page.locator('.segment.band-high .count').textContent(), '5');
  const other = await browser.newPage();
  await other.goto(page.url());
  assert.deepEqual(await namesShown(other), await namesShown());
  await other.close();
});

test('keys move the day by one, by a week and to the ends', async () => {
  await slider().focus();
  await page.keyboard.press('ArrowLeft');
  await titleSays('28 Jul 2026');
  await page.keyboard.press('PageDown');
  await titleSays('21 Jul 2026');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowRight');
  await titleSays('29 Jul 2026');
  await page.keyboard.press('Home');
  await titleSays('1 Apr 2026');
  assert.equal(await slider().getAttribute('aria-valuetext'), '1 Apr 2026');
  await page.keyboard.press('End');
  await titleSays('Today, ');
  await until('the address has no day', async () => !page.url().includes('as_of'));
});

test('the field and the arrows lead to a day too, and filters stay', async () => {
  await page.goto(`${url}/?view=timeline&as_of=2026-07-25&band=high`);
  await slider().waitFor();
  await page.getByLabel('Previous publication').click();
  await titleSays('22 Jul 2026');
  await page.getByLabel('Day, in UTC').and(page.locator('input')).fill('2026-07-29');
  await titleSays('29 Jul 2026');
  const high = (await listOf('2026-07-29')).filter(({ risk_band }) => risk_band === 'HIGH');
  assert.deepEqual(
    await namesShown(),
    high.map(({ name }) => name),
  );
  await addressSays('as_of=2026-07-29');
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('brindle');
  await until('one row', async () => (await namesShown()).length === 1);
  await addressSays('as_of=2026-07-29');
});

test('a day that cannot be read leaves the list as it is, and can be tried again', async () => {
  const other = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  let refused = 0;
  await other.route('**/history/days/2026-07-22.json', (route) => {
    refused += 1;
    return route.fulfill({ status: 503 });
  });
  let loads = 0;
  other.on('load', () => {
    loads += 1;
  });
  await other.goto(`${url}/?view=timeline&as_of=2026-07-29`);
  await other.locator('.days[role="slider"]').waitFor();
  await other.getByLabel('Previous publication').click();
  const unread = other.getByRole('alert');
  await unread.waitFor();
  assert.match(
    (await unread.textContent())!,
    /^The list of 22 Jul 2026 could not be read; you still see that of 29 Jul 2026\. /,
  );
  const asked = refused;
  const namesOf = async (date: string) => (await listOf(date)).map(({ name }) => name);
  assert.deepEqual(await namesShown(other), await namesOf('2026-07-29'));
  assert.equal(await other.locator('[data-then]').textContent(), '29 Jul', 'the column is of the list');
  await other.unroute('**/history/days/2026-07-22.json');
  await other.getByRole('button', { name: 'Try again' }).click();
  await until('nothing is wrong any more', async () => (await unread.count()) === 0);
  assert.deepEqual([loads, refused], [1, asked], 'the page was not loaded again');
  assert.deepEqual(await namesShown(other), await namesOf('2026-07-22'));
  assert.equal(await other.locator('[data-then]').textContent(), '22 Jul');
  await other.close();
});

test('boxes of the changes say what the page shows, also if the last one is cleared', async () => {
  const other = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await other.goto(`${url}/changelog?kinds=band_change`);
  const ticked = () =>
    other.locator('[data-change-filters] [type="checkbox"]:checked').evaluateAll((all) => all.length);
  assert.equal(await ticked(), 1);
  await other.locator('[data-change-filters] [type="checkbox"]:checked').uncheck({ force: true });
  await until('the usual kinds are ticked again', async () => (await ticked()) > 1);
  await other.close();
});

test('arrow keys walk the map by score, and a bar shows where it came from', async () => {
  await page.goto(`${url}/?view=map`);
  const plot = page.locator('.plot[role="slider"]');
  await plot.focus();
  await page.keyboard.press('Home');
  assert.match((await plot.getAttribute('aria-valuetext'))!, /^Harbourglass Dollar: Low risk, 91\.52/);
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('ArrowDown');
  assert.match((await plot.getAttribute('aria-valuetext'))!, /^Brindlewick Vaults: /);
  await until('its path is drawn', async () => (await page.locator('.yield-map .way').count()) === 1);
  assert.match((await page.locator('.map-tip').textContent())!, /90 days\+36\.99/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/providers/brindlewick-vaults');
});

test('on a phone a tap shows the details below the map', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const phone = await context.newPage();
  await phone.goto(`${url}/?view=map`);
  const plot = phone.locator('.yield-map[data-drawn] .plot');
  await phone.evaluate("document.querySelector('.yield-map').scrollIntoView()");
  const box = (await plot.boundingBox())!;
  await phone.touchscreen.tap(box.x + box.width * (8 / 20), box.y + box.height * (1 - 0.0499));
  const tip = phone.locator('.map-tip');
  await tip.waitFor();
  assert.match((await tip.textContent())!, /Gossamerle Yield/);
  assert.ok((await tip.boundingBox())!.y >= box.y + box.height);
  await context.close();
});
