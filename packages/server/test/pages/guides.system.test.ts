// The guides in a browser: the prompts, and the sitemap.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { parsedXml } from '../../../../test/support/parsed-xml.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';

let url: string;
let dataDir: string;
let browser: Browser;

before(async () => {
  ({ url, dataDir } = await startInProcess(wholeFile));
  browser = await launchChromium();
});

after(() => browser?.close());

async function open(address: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(url + address);
  return { page, complaints };
}

test('prompts are filled in with the provider and the key that a reader enters', async () => {
  const { page, complaints } = await open('/prompts');
  const first = page.locator('[data-prompt="one-provider-summary"] [data-template]');
  assert.match(await first.innerText(), /\{\{"score\.name"\}\}/);
  await page.getByLabel('Providers', { exact: true }).fill('harbourglass-dollar, brindlewick-vaults');
  await page.getByLabel('API key').fill(readCredentialsFile(dataDir)!.keys.PROFESSIONAL);
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByText(/^Filled in with harbourglass-dollar, brindlewick-vaults/).waitFor();
  assert.match(await first.innerText(), /provider: "Harbourglass Dollar"/);
  for (const text of await page.locator('[data-template]').allInnerTexts()) assert.doesNotMatch(text, /\{\{/);
  assert.deepEqual(complaints, []);
  await page.getByLabel('API key').fill('rf_live_wrong');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByText(/API key is not recognised/).waitFor();
  await page.close();
});

test('the sitemap is well-formed XML', async () => {
  const reader = await browser.newPage();
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  assert.equal((await parsedXml(reader, sitemap)).name, 'urlset');
  await reader.close();
});
