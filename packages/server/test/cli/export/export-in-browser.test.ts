// The site of an export on a static host, without a service behind it: what it cannot do, it says.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { launchChromium, type Page } from '../../../../../test/support/chromium.ts';
import { cleanUp, wholeFile } from '../../../../../test/support/lifetime.ts';
import { smallExport } from './small-export.ts';
import { startStaticHost } from './static-host.ts';

let page: Page;
let url: string;

before(async () => {
  const small = await smallExport(wholeFile);
  const folder = small.folder();
  assert.equal((await small.export(folder, '--no-cards', '--no-kept-files')).code, 0);
  url = await startStaticHost(wholeFile, folder);
  const browser = await launchChromium();
  cleanUp(wholeFile, () => browser.close());
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
});

const note = () => page.locator('[data-ignored-query]');

test('a view or a filter that the host ignores is named, and the whole table claims nothing', async () => {
  await page.goto(url);
  await page.locator('table.scores').waitFor();
  assert.equal(await note().count(), 0);
  await page.getByRole('link', { name: 'Map' }).click();
  await note().waitFor();
  assert.match(await note().innerText(), /no map, no timeline and no filters/);
  await page.goto(`${url}/?type=unheard-of`);
  await page.locator('table.scores').waitFor();
  assert.equal(await note().count(), 0);
  await page.locator('[data-filters] [name=q]').fill('zzz');
  await note().waitFor();
  await page.locator('[data-filters] [name=q]').fill('');
  await note().waitFor({ state: 'detached' });
});

test('the search says that there is none', async () => {
  await page.goto(url);
  await page.locator('.site-header [data-search]').click();
  await page.keyboard.type('brindle');
  await page.getByText('and has no search').waitFor();
});
