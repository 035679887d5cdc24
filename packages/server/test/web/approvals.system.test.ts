// The approvals queue in a real browser, with the open proposals of the demo.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import {
  type DemoCredentials,
  type DemoPerson,
  readCredentialsFile,
} from '../../src/demo/credentials-file.ts';
import { OPEN_PROPOSALS } from '../../src/demo/open-proposals-story.ts';

let url: string;
let browser: Browser;
let credentials: DemoCredentials;
const complaints: string[] = [];

before(async () => {
  const { url: address, dataDir } = await startInProcess(wholeFile);
  url = address;
  credentials = readCredentialsFile(dataDir)!;
  browser = await launchChromium();
});

after(() => browser?.close());

async function signIn(role: DemoPerson['roles'][number], path = '/console'): Promise<Page> {
  const { email, password } = credentials.people!.find(({ roles }) => roles.includes(role))!;
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${url}${path}`);
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  return page;
}

/** Performs an act as a page would, without the page. */
function callByHand(page: Page, act: string, input: object): Promise<{ status: number; code: string }> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path!, { method: 'POST', headers, body: body! });
      return { status: response.status, code: ((await response.json()) as { code: string }).code };
    },
    [`/api/console/${act}`, JSON.stringify(input)],
  );
}

const rows = (page: Page) => page.locator('tr[data-row]');
const selected = (page: Page) => page.locator('tr[data-row]:has([aria-current="true"])');
const quote = (page: Page, text: string) => page.locator('mark', { hasText: text });
const idOf = (row: ReturnType<typeof selected>) => row.getAttribute('data-row');

let reviewer: Page;

test('a reviewer decides by keyboard, with the document shown', async () => {
  reviewer = await signIn('reviewer', '/desk/approvals');
  await rows(reviewer).first().waitFor();
  assert.equal(new URL(reviewer.url()).pathname, '/desk/approvals');
  assert.equal(await rows(reviewer).count(), OPEN_PROPOSALS.length);
  assert.match(await reviewer.title(), new RegExp(`^\\(${OPEN_PROPOSALS.length}\\) Approvals`));
  assert.match(await selected(reviewer).innerText(), /Brindlewick Vaults\s+Backing coverage of claims/);
  // The line breaks of the document differ from those of the quote.
  await quote(reviewer, 'a coverage of 171.20 %').waitFor();

  const first = await idOf(selected(reviewer));
  await reviewer.keyboard.press('j');
  await quote(reviewer, 'four quarters').waitFor();
  assert.match(await selected(reviewer).innerText(), /Cobaltine Markets/);
  await reviewer.keyboard.press('k');
  await quote(reviewer, 'a coverage of 171.20 %').waitFor();
  await reviewer.keyboard.press('a');
  await reviewer.locator(`tr[data-row="${first}"]`, { hasText: 'approved' }).waitFor();
  assert.match(await selected(reviewer).innerText(), /Cobaltine Markets/, 'the next one is selected');
});

test('a rejection needs a reason, and keys in its field decide nothing', async () => {
  const wanted = await idOf(selected(reviewer));
  await quote(reviewer, 'four quarters').waitFor();
  await reviewer.keyboard.press('r');
  const dialog = reviewer.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByText('Write why').waitFor();
  await dialog.getByLabel('Reason').pressSequentially('ja, the report is a draft');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await reviewer.locator(`tr[data-row="${wanted}"]`, { hasText: 'rejected' }).waitFor();
  assert.equal(
    await rows(reviewer)
      .filter({ hasText: /approved/ })
      .count(),
    1,
  );
  assert.match(await selected(reviewer).innerText(), /Independent approvals to move assets/);
});

test('an unopened document, and a decision that somebody made meanwhile, are refused', async () => {
  const last = await idOf(rows(reviewer).filter({ hasText: 'USD rate' }));
  const unopened = await callByHand(reviewer, 'inputs/approve', { proposals: [last] });
  assert.deepEqual(unopened, { status: 409, code: 'conflict' });

  await quote(reviewer, 'one approval was sufficient').waitFor();
  const contended = await idOf(selected(reviewer));
  const reason = 'Decided elsewhere.';
  // The key follows at once: a moment later the page shows the other decision, and there is nothing to decide.
  const body = JSON.stringify(JSON.stringify({ proposals: [contended], reason }));
  const status = await reviewer.evaluate(`(async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/console/inputs/reject', { method: 'POST', headers, body: ${body} });
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    return response.status;
  })()`);
  assert.equal(status, 200);
  await reviewer.getByText(/Your decision was not recorded: .* rejected this/).waitFor();
});

test('an analyst sees their own proposals and cannot decide, nor by calling the endpoint', async () => {
  const analyst = await signIn('analyst', '/desk/approvals');
  await rows(analyst).first().waitFor();
  await analyst.getByText(/^Your own \d/).waitFor();
  await analyst.locator('mark').waitFor();
  await analyst.getByText('You proposed this: another reviewer must decide.').first().waitFor();
  const approve = analyst.getByRole('button', { name: /^Approve/ });
  assert.equal(await approve.getAttribute('aria-disabled'), 'true');
  const own = await idOf(selected(analyst));
  await analyst.keyboard.press('a');
  await approve.click({ force: true });
  assert.equal(await idOf(selected(analyst)), own);
  const byHand = await callByHand(analyst, 'inputs/approve', { proposals: [own] });
  assert.deepEqual(byHand, { status: 403, code: 'insufficient_role' });
});

test('a member is told that the desk is not theirs', async () => {
  const viewer = await signIn('viewer', '/desk');
  await viewer.getByRole('heading', { name: 'The desk is for the staff of this service' }).waitFor();
  assert.deepEqual(complaints, []);
});
