// The API reference in a browser: a request with the reader's own key, samples that follow what is entered, and pages that
// need no scripts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';

let url: string;
let key: string;
let browser: Browser;

before(async () => {
  const started = await startInProcess(wholeFile);
  url = started.url;
  key = readCredentialsFile(started.dataDir)!.keys.PROFESSIONAL;
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
    if (!request.url().startsWith(url)) complaints.push(request.url());
  });
  await page.goto(url + address);
  return { page, complaints };
}

test('a reader tries an operation with a key, which is sent once and stored nowhere', async () => {
  const { page, complaints } = await open('/docs/api/get-score');
  await page.getByLabel(/^Key/).fill(key);
  await page.getByLabel(/^as_of/).fill('2026-09-01');
  assert.match(
    await page.locator('[data-language="curl"]').innerText(),
    /brindlewick-vaults\?as_of=2026-09-01"/,
  );
  await page.getByRole('radio', { name: 'Python' }).check();
  assert.match(await page.locator('[data-language="python"]').innerText(), /as_of="2026-09-01"/);
  const sent = page.waitForRequest((request) => 'x-api-key' in request.headers());
  await page.getByRole('button', { name: 'Send' }).click();
  const request = await sent;
  assert.equal(request.headers()['x-api-key'], key);
  assert.equal(new URL(request.url()).pathname, '/api/v1/scores/brindlewick-vaults');
  await page.getByText(/✓ 200/).waitFor();
  const shown = await page.locator('[data-answer]').innerText();
  assert.match(shown, /\d ms · [\d.]+ KB · request [\w-]+/);
  assert.match(shown, /"slug": "brindlewick-vaults"/);
  const stored = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  assert.equal(stored, '[{"language":"python"},{},""]');
  assert.ok(!page.url().includes('rf_live'));
  // The language is remembered on the next page; the key is not.
  await page.goto(`${url}/docs/api/list-scores`);
  assert.equal(await page.getByLabel(/^Key/).inputValue(), '');
  assert.equal(await page.locator('[data-language="python"]').isVisible(), true);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a problem is shown with what to do, and a missing key before anything is sent', async () => {
  const { page } = await open('/docs/api/get-score');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Enter an API key.').waitFor();
  await page.getByLabel(/^Key/).fill(`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`);
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await page.getByText(/✕ 401/).waitFor();
  const answer = page.locator('[data-answer]');
  assert.match(await answer.innerText(), /Invalid API key\. This API key is not recognised/);
  assert.equal(await answer.getByRole('link').getAttribute('href'), '/docs/errors#invalid_api_key');
  await page.close();
});

test('a public operation is tried without a key', async () => {
  const { page, complaints } = await open('/docs/api/list-public-scores');
  assert.equal(await page.getByLabel(/^Key/).count(), 0);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/✓ 200/).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test('without scripts a page has all of its text, and the languages can be chosen', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/docs/api/get-score`);
  await page.getByText('Sending from this page needs JavaScript.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send' }).isVisible(), false);
  assert.equal(await page.locator('[data-language="javascript"]').isVisible(), false);
  await page.getByRole('radio', { name: 'JavaScript' }).check();
  assert.equal(await page.locator('[data-language="javascript"]').isVisible(), true);
  assert.match((await page.locator('main').textContent())!, /points_to_next_band/);
  await context.close();
});

test('the link to a member inside members opens what it is in', async () => {
  const { page } = await open('/docs/api/get-score#answer.rf_decision_object.hard_caps_fired');
  await page.locator('[id="answer.rf_decision_object.hard_caps_fired"]').waitFor({ state: 'visible' });
  await page.close();
});
