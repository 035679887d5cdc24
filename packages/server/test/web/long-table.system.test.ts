// The Scores page with more rows than stay in it: 520 providers, and 10,000 in the full run.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeTemporaryWorlds, sqliteWorld } from '../../../../bench/world/worlds.ts';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';

const PROVIDERS = cases(520, 10_000);
/** What a list that is longer than 500 rows has at the most: the rows of the blocks near the window. */
const MOST_ROWS = 300;

let url: string;
let browser: Browser;
let page: Page;

before(async () => {
  const { folder } = await sqliteWorld(PROVIDERS, 1);
  ({ url } = await startInProcess(wholeFile, { dataDir: folder, demo: false }));
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
});

after(async () => {
  await browser?.close();
  await removeTemporaryWorlds();
});

/** The policy of the page lets no polling of the browser evaluate a text. */
const untilTrue = (expression: string) => until(expression, () => page.evaluate<boolean>(expression));

const rowsThere = () => page.locator('table.scores tr[data-position]').count();
const scrollTo = (share: number) =>
  page.evaluate(`scrollTo(0, ${share} * document.documentElement.scrollHeight)`);
const positionAtTop = () =>
  page.evaluate<number>(`{
    const rows = [...document.querySelectorAll('tr[data-position]')];
    Number(rows.find((row) => row.getBoundingClientRect().top >= 40)?.dataset.position);
  }`);
/** Until every body in the window has its rows. */
const settled = () =>
  untilTrue(`[...document.querySelectorAll('table.scores tbody')].every((body) => {
    const { top, bottom } = body.getBoundingClientRect();
    return bottom < 0 || top > innerHeight || body.rows.length > 1;
  })`);
/** From a keystroke to the frame after the table changed, in milliseconds. */
const timeOfTyping = (typed: string) =>
  page.evaluate<number>(`(async () => {
    const field = document.querySelector('.filters [name=q]');
    const part = document.querySelector('[data-part="table"]');
    const change = new Promise((done) => new MutationObserver(done).observe(part, { childList: true }));
    const start = performance.now();
    field.value = ${JSON.stringify(typed)};
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await change;
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  })()`);

test('the first rows are in the HTML, and a script makes the table as long as the list', async (t) => {
  const html = await (await fetch(url)).text();
  assert.equal(html.match(/data-position="/g)?.length, 50);
  const start = performance.now();
  await page.goto(url);
  const table = page.locator('table.scores[aria-rowcount]');
  await table.waitFor();
  t.diagnostic(`interactive with ${PROVIDERS} providers after ${Math.round(performance.now() - start)} ms`);
  assert.equal(await table.getAttribute('aria-rowcount'), String(PROVIDERS));
  assert.equal(await page.locator('.pager').count(), 0);
  const { height } = (await table.boundingBox())!;
  assert.ok(height >= PROVIDERS * 36, `${height}`);
});

test('scrolling to the end shows the last row, in its place, and few rows are there at a time', async () => {
  await scrollTo(1);
  const last = page.locator(`tr[data-position="${PROVIDERS}"]`);
  await last.waitFor();
  assert.equal(await last.getAttribute('aria-rowindex'), String(PROVIDERS + 1));
  await untilTrue(`document.querySelectorAll('tr[data-position]').length <= ${MOST_ROWS}`);
  await scrollTo(0);
  await page.locator('tr[data-position="1"]').waitFor();
  assert.ok((await rowsThere()) <= MOST_ROWS);
});

test('rows that arrive do not move those that a reader looks at', async () => {
  await scrollTo(0.5);
  await settled();
  const before = await positionAtTop();
  await page.waitForTimeout(300);
  assert.equal(await positionAtTop(), before);
  assert.ok(Math.abs(before - PROVIDERS / 2) < 60, `row ${before}`);
});

test('typing filters all rows, and the address says so', async (t) => {
  await page.goto(url);
  const name = await page.locator('tr[data-position="7"] th.provider a').textContent();
  const times: number[] = [];
  for (let length = 1; length < name!.length; length += 1)
    times.push(await timeOfTyping(name!.slice(0, length)));
  await timeOfTyping(name!);
  const found = await page.locator('tr[data-position] th.provider a').allTextContents();
  assert.ok(found.includes(name!));
  assert.ok(found.length < 50);
  assert.ok(page.url().includes('q='));
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  t.diagnostic(
    `keystroke to paint with ${PROVIDERS} providers: ${Math.round(median)} ms (median of ${times.length})`,
  );
});

test('the table of a filter with several pages is one table too', async () => {
  const html = await (await fetch(`${url}/?type=btc`)).text();
  const count = /([\d,]+) of [\d,]+ <a/.exec(html)?.[1];
  await page.goto(`${url}/?type=btc`);
  const total = await page.locator('table.scores').getAttribute('aria-rowcount');
  assert.equal(Number(total), Number(count?.replaceAll(',', '')));
  await scrollTo(1);
  await page.locator(`tr[data-position="${total}"]`).waitFor();
  const types = await page.locator('tr[data-position] .type').allTextContents();
  assert.ok(types.every((type) => type === 'bitcoin'));
});
