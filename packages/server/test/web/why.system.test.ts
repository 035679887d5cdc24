// A stranger's minute in a real browser: from the list of scores to having recomputed one of them and broken it. Also without
// scripts, with less motion, and by the bytes of the scripts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, startApi } from '../../../../test/support/api.ts';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';

/** Compressed, as they were sent. */
const MOST_SCRIPT_BYTES = 80 * 1024;

/** In the page: when each animation ends. */
const NOTE_ANIMATIONS = `{
  globalThis.ends = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    globalThis.ends.push(timing.delay + timing.duration);
    return animate.call(this, frames, timing);
  };
}`;

let api: Api;
let browser: Browser;

before(async () => {
  await import('../../../web/build/build.ts');
  api = await startApi(wholeFile);
  browser = await launchChromium();
});

after(() => browser?.close());

type Options = Parameters<Browser['newContext']>[0];

async function opened(path: string, options: Options = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(api.url + path);
  return { page, complaints };
}

const equal = (page: Page) => page.locator('[data-equal][data-mark="passed"]');
const altered = (page: Page) => page.locator('[data-altered][data-mark="failed"]');
const cell = (page: Page, row: string, name: string) =>
  page.locator(`[data-comparison] [data-row="${row}"] [data-${name}]`).innerText();

test('a stranger recomputes a score and breaks it with two clicks', async (t) => {
  const { page, complaints } = await opened('/');
  const began = performance.now();
  await page.getByRole('link', { name: 'recomputable to the last hundredth' }).click();
  await equal(page).waitFor();
  const computedAfter = performance.now() - began;
  const published = await cell(page, 'score', 'was');
  assert.equal(await page.locator('[data-sum]').innerText(), published);
  assert.match(
    await page.locator('[data-equal]').innerText(),
    new RegExp(`Equal\\s+The published score is ${published}`),
  );
  assert.match(await page.locator('[data-sum-note]').innerText(), /^computed here: /);
  assert.equal(await page.locator('[data-check="log"]').getAttribute('data-mark'), 'passed');

  await page.getByRole('button', { name: 'Change one byte' }).click();
  await altered(page).waitFor();
  t.diagnostic(
    `computed after 1 click and ${seconds(computedAfter)}, broken after 2 and ${seconds(performance.now() - began)}`,
  );
  assert.match(
    await page.locator('[data-altered]').innerText(),
    /Altered, or not ours\s+One byte would have made it Low risk\. It shows\./,
  );
  for (const row of ['score', 'band', 'hash', 'id'])
    assert.notEqual(await cell(page, row, 'is'), await cell(page, row, 'was'), row);
  assert.deepEqual(
    [await cell(page, 'signature', 'was'), await cell(page, 'signature', 'is')],
    ['valid', 'does not fit'],
  );

  await page.getByRole('button', { name: 'Put it back' }).click();
  await page.locator('[data-altered][data-mark="passed"]').waitFor();
  assert.equal(await cell(page, 'score', 'is'), '·');
  assert.deepEqual(complaints, []);
});

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

test('whatever byte is changed, the package is never accepted', async () => {
  const { page } = await opened('/why', { reducedMotion: 'reduce' });
  await equal(page).waitFor();
  const said = page.locator('[data-byte-said]');
  let unreadable = 0;
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const before = await said.innerText();
    await page.getByRole('button', { name: 'Change another byte' }).click();
    await until('the byte is another one', async () => (await said.innerText()) !== before);
    await altered(page).waitFor();
    if ((await cell(page, 'hash', 'is')) === 'cannot be read') unreadable += 1;
    else assert.notEqual(await cell(page, 'hash', 'is'), await cell(page, 'hash', 'was'));
  }
  assert.ok(unreadable < 30, 'most bytes are texts');
});

test('two quick presses leave what the last one asked for', async () => {
  const { page } = await opened('/why', { reducedMotion: 'reduce' });
  await equal(page).waitFor();
  const [change, said] = [page.locator('[data-change]'), page.locator('[data-byte-said]')];
  // Both before the first one has been answered, which must then change nothing.
  await page.evaluate(`(() => {
    window.changes = 0;
    const said = document.querySelector('[data-byte-said]');
    new MutationObserver(() => { if (said.textContent.startsWith('Byte')) window.changes += 1; })
      .observe(said, { childList: true });
    for (let press = 0; press < 2; press += 1) document.querySelector('[data-change]').click();
  })()`);
  await until('the byte is back', async () => (await said.innerText()).startsWith('The byte is what it was'));
  await page.getByRole('button', { name: 'Change another byte' }).click();
  await altered(page).waitFor();
  assert.equal(await page.evaluate('window.changes'), 1);
  await page.getByRole('button', { name: 'Put it back' }).click();
  await page.locator('[data-altered][data-mark="passed"]').waitFor();
  assert.deepEqual(
    [await change.innerText(), (await said.innerText()).split(',')[0]],
    ['Change one byte', 'The byte is what it was'],
  );
});

test('"Equal" is said only once the engine has answered', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const held = Promise.withResolvers<void>();
  await page.route('**/specimens/*.json', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${api.url}/why`);
  await page.waitForLoadState('load');
  assert.equal(await page.locator('[data-equal]').getAttribute('data-mark'), 'unchecked');
  assert.match(await page.locator('[data-equal]').innerText(), /Computing/);
  assert.equal(await page.getByRole('button', { name: 'Change one byte' }).isVisible(), false);
  held.resolve();
  await equal(page).waitFor();
});

test('a package that was altered on its way is not called equal', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/specimens/*.json', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/"value":"1/, '"value":"2') });
  });
  await page.goto(`${api.url}/why`);
  const found = page.locator('[data-equal][data-mark="failed"]');
  await found.waitFor();
  assert.match(await found.innerText(), /Different/);
});

test('columns rise once for 600 ms, and not at all for readers who prefer less motion', async () => {
  const animations = async (options: Options) => {
    const { page } = await opened('/', options);
    await page.addInitScript(NOTE_ANIMATIONS);
    await page.goto(`${api.url}/why`);
    await equal(page).waitFor();
    return page.evaluate<number[]>('globalThis.ends');
  };
  assert.deepEqual(await animations({ reducedMotion: 'reduce' }), []);
  const ends = await animations({ reducedMotion: 'no-preference' });
  assert.ok(ends.length >= 28);
  assert.equal(Math.round(Math.max(...ends)), 600);
});

test('without scripts there are three pictures, which say that this browser has not checked them', async () => {
  const { page } = await opened('/why', { javaScriptEnabled: false });
  assert.equal(await page.locator('svg.parts:visible').count(), 2);
  assert.equal(await page.locator('svg.log-strip:visible').count(), 1);
  assert.equal(await page.getByText('our browser has not checked this').locator('visible=true').count(), 3);
  assert.equal(await page.getByText('Altered, or not ours').locator('visible=true').count(), 1);
  assert.equal(await page.getByRole('button', { name: 'Change one byte' }).isVisible(), false);
  await page.locator('#specimen').selectOption('aldertarn-bills');
  await page.getByRole('button', { name: 'Show' }).click();
  assert.equal(new URL(page.url()).pathname, '/why/aldertarn-bills');
});

test('the scripts of the page are at most 80 KB as they are sent, with everything that a reader can do', async (t) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(`${api.url}/why`);
  await equal(page).waitFor();
  await page.getByRole('button', { name: 'Change one byte' }).click();
  await altered(page).waitFor();
  t.diagnostic(`${bytes} bytes in ${scripts.size} scripts`);
  assert.ok(scripts.size > 3);
  assert.ok(bytes > 10_000 && bytes <= MOST_SCRIPT_BYTES, `${bytes} bytes`);
});
