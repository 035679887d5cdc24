// Public pages on paper: A4, light whatever the theme, without the header, links as text, and tables that are whole and repeat
// their heads. The report has tests of its own in provider.system.test.ts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

let url: string;
let browser: Browser;

before(async () => {
  ({ url } = await startInProcess(wholeFile));
  browser = await launchChromium();
});
after(() => browser.close());

/** A4 without its margins, in pixels. */
const SHEET = { width: 688, height: 1016 };

const PAGES = [
  ...['/', '/changelog', '/compare?providers=brindlewick-vaults,loopwright-finance,pennythrift', '/status'],
  ...['/providers/brindlewick-vaults', '/providers/pennythrift', '/methodology', '/issuances', '/access'],
  ...['/request', '/terms/api', '/verify', '/docs', '/docs/webhooks', '/docs/api', '/docs/api/get-score'],
  ...['/docs/errors', '/clients/', '/prompts', '/search?q=key', '/methodology/2.0/differences'],
];

interface Printed {
  ground: string;
  width: number;
  header: boolean;
  underlined: string[];
  cut: string[];
  heads: string[];
  foot: number;
}

/** What paper cannot have: a header, underlined links, tables that scroll, heads that are not repeated. */
const PRINTED = `(() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const told = (one) => one.tagName + ' ' + one.textContent.trim().slice(0, 40);
  const is = (one, property) => getComputedStyle(one)[property];
  return {
    ground: is(document.body, 'backgroundColor'),
    width: document.documentElement.scrollWidth,
    header: shown('.site-header').length > 0,
    underlined: shown('main a').filter((one) => is(one, 'textDecorationLine') !== 'none').map(told),
    cut: shown('.scroll, pre, table').filter((one) => is(one, 'overflowX') !== 'visible' || one.scrollWidth > ${SHEET.width}).map(told),
    heads: shown('main thead').filter((one) => !one.closest('.visually-hidden') && is(one, 'display') !== 'table-header-group').map(told),
    foot: document.querySelector('.site-footer').getBoundingClientRect().bottom,
  };
})()`;

test('every public page prints on white paper, in either theme, with whole tables and nothing cut', async () => {
  const context = await browser.newContext({ viewport: SHEET, colorScheme: 'dark' });
  const page = await context.newPage();
  for (const path of PAGES) {
    await page.goto(url + path, { waitUntil: 'load' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const { foot, ...printed } = (await page.evaluate(PRINTED)) as Printed;
    assert.deepEqual(
      printed,
      { ground: 'rgb(255, 255, 255)', width: SHEET.width, header: false, underlined: [], cut: [], heads: [] },
      path,
    );
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)!.length;
    // Rows and headings are not split, so sheets end early, but no sheet is blank.
    assert.ok(sheets <= Math.ceil((1.35 * foot) / SHEET.height), `${path}: ${sheets} sheets for ${foot} px`);
    await page.emulateMedia({ media: null });
  }
  await context.close();
});
