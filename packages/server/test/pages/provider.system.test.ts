// The page of a provider and its report in a browser: what fits a window and a sheet of paper, and what scripts do.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PublicHistory } from '@rf-indicators/contract';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { readKnown } from '../../src/rendering/pages/provider/known.ts';
import { providerPage } from '../../src/rendering/pages/provider/page.ts';
import { writeSession } from '../console/served.ts';
import { customer } from '../http/customers.ts';
import { providerSite } from './provider-site.ts';

const { url, office, scores, changes, getJson, textOf, withdrawnIds, readingAt } = await providerSite();
const browser = await launchChromium();
after(() => browser.close());

async function visit(path: string, size: { width: number; height: number }) {
  const context = await browser.newContext({
    viewport: size,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(url + path, { waitUntil: 'load' });
  return { page, complaints, close: () => context.close() };
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Score, band and date without scrolling, and nothing wider than the window, in each window. */
async function assertFits(page: Page, what: string): Promise<void> {
  for (const size of [...SIZES, { width: 320, height: 700 }]) {
    await page.setViewportSize(size);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), size.width, what);
    for (const part of ['.score-figure', '.score-headline .chip', '.score-notes']) {
      const box = (await page.locator(part).boundingBox())!;
      assert.ok(box.y + box.height <= size.height, `${part} of ${what} ends at ${box.y + box.height}`);
    }
  }
}

test('score, band and date are visible without scrolling, also with long names', async () => {
  const { slug, name } = scores[0]!;
  const { desk, operator } = office;
  const { page, close } = await visit(`/providers/${slug}`, SIZES[0]!);
  await assertFits(page, name);
  for (const hard of [
    'Quarterly treasury reconciliation for the northern subsidiary',
    '東京証券決済株式会社の信用リスク評価および担保管理のための定期報告システム用の鍵',
  ]) {
    await renameProvider(desk, operator, slug, hard);
    await until('the name is shown', async () =>
      (await textOf(`/providers/${slug}`)).includes(`<h1>${hard}`),
    );
    await page.reload();
    await assertFits(page, hard);
  }
  await renameProvider(desk, operator, slug, name);
  await until('the old name is back', async () =>
    (await textOf(`/providers/${slug}`)).includes(`<h1>${name}`),
  );
  await close();
});

test('the least and the highest score are drawn inside the scale and the chart', async () => {
  const { slug } = scores[0]!;
  const reading = readingAt(Date.now);
  const provider = (await readKnown(reading, (await findProvider(reading.db, slug))!))!;
  const { page, close } = await visit('/', SIZES[0]!);
  for (const [score, band] of [
    [0, 'HIGH'],
    [10_000, 'LOW'],
  ] as const) {
    const steps = provider.steps.map((step) => ({ ...step, finalScore: score, riskBand: band }));
    const known = { ...provider, steps, current: { ...provider.current!, score, band, stale: null } };
    const { text } = providerPage({
      ...{ site: reading.site, provider: known, range: 'all', steps: 'newest', now: Date.now() },
    });
    await page.route(`${url}/edge`, (route) => route.fulfill({ contentType: 'text/html', body: text }));
    await page.goto(`${url}/edge`);
    await assertFits(page, String(score));
    assert.equal(await page.locator('.score-figure').innerText(), score === 0 ? '0.00' : '100.00');
    const plot = (await page.locator('.plot').boundingBox())!;
    const label = (await page.locator('.plot > text').first().boundingBox())!;
    assert.ok(label.y >= plot.y && label.y + label.height <= plot.y + plot.height, 'the label is inside');
    await page.unroute(`${url}/edge`);
  }
  await close();
});

test('in a browser: another period, arrow keys, and copying, at both widths', async () => {
  const { slug, verification_id } = scores.find(
    ({ id }) => changes.filter(({ provider_id }) => provider_id === id).length > 2,
  )!;
  for (const size of SIZES) {
    const { page, complaints, close } = await visit(`/providers/${slug}`, size);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.waitForURL(`${url}/providers/${slug}?range=all`);
    await page.locator('.ranges a[aria-current]', { hasText: 'All' }).waitFor();
    const plot = page.getByRole('slider', { name: /^Step chart/ });
    await page.getByText('Show as a table').click();
    const rows = page.locator('[data-steps] tbody tr');
    const count = Number(await page.locator('[data-steps]').getAttribute('data-steps'));
    assert.ok(count > 20 && (await rows.count()) === 20, `${count} steps`);
    // The chart has all points, also those that the table does not show yet.
    await plot.focus();
    await page.locator('.point').waitFor();
    assert.equal(await plot.getAttribute('aria-valuemax'), String(count));
    assert.equal(await plot.getAttribute('aria-valuenow'), String(count));
    await page.getByRole('link', { name: `Show all ${count}` }).click();
    await page.waitForURL(`${url}/providers/${slug}?range=all&steps=all`);
    await until('the table has all steps', async () => (await rows.count()) === count);
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY');
    await plot.focus();
    await page.keyboard.press('Home');
    const firstWords = (await rows.last().locator('td.figure').innerText()).trim();
    assert.ok((await page.locator('.point').innerText()).includes(firstWords));
    await page.keyboard.press('ArrowRight');
    assert.equal(await plot.getAttribute('aria-valuenow'), '2');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.point').count(), 0);
    await page.getByRole('button', { name: 'Copy id' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), verification_id);
    assert.deepEqual(complaints, []);
    await close();
  }
});

test('without scripts the periods are links, and nothing is shown that only a script can do', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/providers/${scores[0]!.slug}`);
  await page.getByRole('link', { name: '1 year' }).click();
  assert.match(page.url(), /\?range=1y#history$/);
  await page.getByText('Show as a table').click();
  await page.getByRole('link', { name: /^Show all \d+$/ }).click();
  assert.match(page.url(), /\?range=1y&steps=all#history$/);
  const table = page.locator('[data-steps]');
  assert.equal(await table.locator('tbody tr').count(), Number(await table.getAttribute('data-steps')));
  assert.ok(await table.isVisible(), 'the table is open');
  assert.equal(await page.locator('.with-script:visible').count(), 0);
  await context.close();
});

async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)!.length;
}

/** A4 without its margins, in pixels. */
const SHEET = { width: 688, height: 1016 };

/** The foot ends its sheet, and nothing above it leaves a hole. */
async function assertFull(page: Page, foot: string, what: string): Promise<void> {
  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: 'print' });
  const [used, hole] = (await page.evaluate(`(() => {
    const foot = document.querySelector(${JSON.stringify(foot)});
    const sheet = foot.closest('.report-sheet');
    const { top } = sheet.getBoundingClientRect();
    const edges = [[0, 0]];
    for (const one of sheet.querySelectorAll('svg, h1, h2, p, dt, dd, li, td, th')) {
      const { top: from, bottom: to, height } = one.getBoundingClientRect();
      if (height > 0) edges.push([from - top, to - top]);
    }
    edges.sort(([a], [b]) => a - b);
    let [end, hole] = [0, 0];
    for (const [from, to] of edges) {
      hole = Math.max(hole, from - end);
      end = Math.max(end, to);
    }
    return [end, hole];
  })()`)) as [number, number];
  await page.emulateMedia({ media: null });
  await page.setViewportSize(SIZES[0]!);
  assert.ok(used > 0.95 * SHEET.height && used <= SHEET.height, `${what}: ${foot} ends at ${used} px`);
  assert.ok(hole < 100, `${what}: ${hole} px with nothing on them`);
}

test('a report is one sheet of paper, also of a provider with a long name that is stale or withdrawn', async () => {
  const [id] = withdrawnIds();
  const { slug: withdrawn } = await getJson<PublicHistory>(`/api/public/history/${id}`);
  const stale = scores.find((score) => score.stale)!;
  await renameProvider(
    office.desk,
    office.operator,
    stale.slug,
    'Vermögensverwaltung der norddeutschen Sparkassen und Giroverbände',
  );
  const slugs = cases([stale.slug, withdrawn], [...scores.map(({ slug }) => slug), withdrawn]);
  for (const slug of slugs) {
    const { page, close } = await visit(`/providers/${slug}/report`, SIZES[0]!);
    assert.equal(await sheetsOf(page), 1, slug);
    await assertFull(page, '.report-foot', slug);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    );
    const qr = (await page.locator('.qr').boundingBox())!;
    assert.ok(Math.abs(qr.width - 90.7) < 1, `the QR code is ${qr.width} px wide, not 24 mm`);
    await close();
  }
});

test('the report of an entitled member is two full sheets, with the waterfall and the ages of the evidence', async () => {
  const { desk, masterKey } = office;
  const { id, name } = await customer(office, 'ENTERPRISE');
  const cookie = await writeSession(desk, masterKey, url, { id, name, actingAs: `members/${id}` });
  const [cookieName = '', value = ''] = cookie.split('=', 2);
  const context = await browser.newContext();
  await context.addCookies([{ name: cookieName, value, url }]);
  const page = await context.newPage();
  const held = scores.find(({ final_score }) => final_score === 39.99)!;
  const stale = scores.find((score) => score.stale)!;
  // The second has the longest reasons.
  for (const { slug } of [held, stale, ...scores.slice(0, cases(2, scores.length))]) {
    await page.goto(`${url}/providers/${slug}/report`);
    await page.getByText('Page 2 of 2').waitFor();
    assert.ok(await page.getByText('Page 1 of 2').isVisible());
    for (const title of ['What lowers the score', 'Evidence'])
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    assert.ok((await page.locator('.report-parts .waterfall tbody tr').count()) >= 10, slug);
    assert.match(await page.locator('.report-parts .age').first().innerText(), /^\d+ (of \d+ )?days/);
    assert.equal(await sheetsOf(page), 2, slug);
    await assertFull(page, '.report-foot', slug);
    await assertFull(page, '.second-foot', slug);
  }
  await context.close();
});
