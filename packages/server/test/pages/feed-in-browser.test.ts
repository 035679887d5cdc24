// A feed that somebody opens in a browser can be read there; feed readers get what they always got.

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

after(() => browser?.close());

const FEED = '/feeds/changelog.atom';

test('Chromium draws the feed with our style sheet, and its links can be followed', async () => {
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(url + FEED);
  const shown = (await page.evaluate(`(() => {
    const style = (name) => getComputedStyle(document.querySelector(name));
    return [style('feed > title').fontSize, style('entry > id').display, style('feed').maxWidth];
  })()`)) as string[];
  assert.deepEqual(shown, ['28px', 'none', '640px']);
  await page.locator('entry a').first().click();
  await page.waitForURL(/\/changes\/[0-9a-f-]{36}$/);
  assert.deepEqual(refused, []);
  await page.close();
});

test('feed readers get the type of feeds, whatever else they accept, and the same bytes', async () => {
  const get = (accept: string) => fetch(url + FEED, { headers: { accept } });
  const atom = 'application/atom+xml; charset=utf-8';
  for (const accept of ['*/*', 'application/atom+xml', 'application/rss+xml, text/html;q=0.5', ''])
    assert.equal((await get(accept)).headers.get('content-type'), atom, accept);
  const opened = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
  assert.equal(opened.headers.get('content-type'), 'application/xml; charset=utf-8');
  assert.match(opened.headers.get('vary')!, /Accept, /);
  const read = await get('*/*');
  assert.notEqual(opened.headers.get('etag'), read.headers.get('etag'));
  assert.equal(await opened.text(), await read.text());
});
