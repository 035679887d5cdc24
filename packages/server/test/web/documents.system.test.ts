// Stored documents in a real browser: PDF files with the quote framed, and hostile documents, which do nothing.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { type DemoCredentials, readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { PDF_BOMBS } from './pdf-bombs.ts';
import { pdfFile } from './pdf-file.ts';

let url: string;
let browser: Browser;
let credentials: DemoCredentials;
let page: Page;
const complaints: string[] = [];
/** Requests to anywhere but this server. */
const strangers: string[] = [];

const PDF = 'application/pdf';
const QUOTE = 'claims amounted to USD 240,850,000, a coverage of 171.20 %.';
const REPORT = pdfFile(
  Array.from({ length: 12 }, (_, at) =>
    at === 6
      ? [
          '4 Findings',
          'As of 31 October 2026 the',
          'claims amounted to USD 240,850,',
          '000, a coverage of 171.20 %.',
        ]
      : [`Page ${at + 1} of the report.`],
  ),
);
const SCRIPT = '<script>document.title = "taken"; fetch("https://evil.example/")</script>';

before(async () => {
  const { url: address, dataDir } = await startInProcess(wholeFile);
  url = address;
  credentials = readCredentialsFile(dataDir)!;
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:')) strangers.push(request.url());
  });
  const { email, password } = credentials.people!.find(({ roles }) => roles.includes('reviewer'))!;
  await page.goto(`${url}/desk/approvals`);
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.locator('tr[data-row]').first().waitFor();
});

after(() => browser?.close());

/** Proposes a value with this document, and opens it in the queue. */
async function show(bytes: Buffer, media_type: string, quote: string | null, cited = '7'): Promise<void> {
  const evidence = {
    ...{
      kind: 'independent reserve attestation',
      title: 'A report',
      evidence_date: '2026-10-31',
      grade: 'B',
    },
    ...{ page: cited, quote, document: 'it', ...(quote === null && { region: 'the first table' }) },
  };
  const response = await fetch(`${url}/api/console/inputs/propose`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${credentials.staff.analyst}` },
    body: JSON.stringify({
      rows: [
        {
          place: 'it',
          value: {
            ...{ provider: 'brindlewick-vaults', input: 'key_quorum', value: '3', evidence },
            // The quote has an amount of money, and the value is a number of persons.
            confirmation: 'The document is a test.',
          },
        },
      ],
      documents: { it: { media_type, base64: bytes.toString('base64') } },
    }),
  });
  const answer = (await response.json()) as { proposal_ids: string[] };
  assert.equal(response.status, 200, JSON.stringify(answer));
  await page.goto(`${url}/desk/approvals?proposal=${answer.proposal_ids[0]}`);
}

const approve = () => page.getByRole('button', { name: /^Approve/ });
const isAllowed = async () => (await approve().getAttribute('aria-disabled')) !== 'true';
/** A page counts as shown a moment after it was drawn: when it is in view. */
const becomesAllowed = () => until('it may be approved', isAllowed);
const frame = () => page.locator('[data-quote]');
const says = (text: string | RegExp) => page.getByText(text).first().waitFor();

test('a PDF file opens at its page with the quote framed, a third from the top', async () => {
  await show(REPORT, PDF, QUOTE);
  await frame().waitFor();
  await says('page 7 of 12');
  const box = (await frame().boundingBox())!;
  const room = (await page.getByLabel('Text of the document').boundingBox())!;
  assert.ok(box.y >= room.y && box.y + box.height <= room.y + room.height, 'the quote is in view');
  assert.ok(box.height > 24 && box.width > 150, 'it frames two lines');
  const stroke = await page.evaluate('getComputedStyle(document.querySelector("[data-quote]")).strokeWidth');
  assert.equal(stroke, '2px');
  await becomesAllowed();

  await page.getByRole('button', { name: 'Page 8' }).click();
  await page.locator('[data-page="8"]').waitFor();
  assert.equal(await frame().count(), 0);
  await page.getByRole('button', { name: 'Page 7' }).click();
  await frame().waitFor();
  const words = page.locator('[data-page="7"] span', { hasText: 'As of 31 October' });
  await words.selectText();
  assert.match(String(await page.evaluate('getSelection().toString()')), /As of 31 October/);
});

test('a quote on another page than the cited one is found there, and one that is nowhere is said', async () => {
  await show(REPORT, PDF, QUOTE, '2');
  await frame().waitFor();
  await says('page 7 of 12');
  await show(REPORT, PDF, 'a sentence that nobody wrote', '3');
  await says(/Quote not found in the text of this document \(a scan\?\)/);
  await page.locator('[data-page="3"]').waitFor();
  assert.equal(await frame().count(), 0);
});

test('damaged, protected and wrong files are said to be so, and cannot be approved', async () => {
  await show(REPORT.subarray(0, 400), PDF, QUOTE);
  await says('This PDF file is damaged and cannot be shown.');
  assert.ok(!(await isAllowed()));
  await show(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024 - 9, 7)]), PDF, QUOTE);
  await says('This PDF file is damaged and cannot be shown.');
  await show(pdfFile([['secret']], { isEncrypted: true }), PDF, QUOTE);
  await says('This PDF file is protected by a password');
  assert.ok(!(await isAllowed()));
  await show(Buffer.from(`<html>${SCRIPT}</html>`), PDF, QUOTE);
  await says('This is stored as a PDF file, but it looks like an HTML page. It is not shown.');
  await show(Buffer.from('No picture.'), 'image/png', QUOTE);
  await says('This is stored as an image, but it cannot be drawn as one.');
  await show(Buffer.from('MZ\0\0program'), 'text/plain', QUOTE);
  await says('This is stored as a text, but it looks like a program. It is not shown.');
  await show(Buffer.from('PK\u0003\u0004'), 'application/zip', QUOTE);
  await says('Open the original: a document of type application/zip is not shown here.');
  assert.ok(!(await isAllowed()));
});

test('a PDF file with an immense page is drawn small enough', async () => {
  await show(pdfFile([['A very large page.']], { size: 14_400 }), PDF, null, '1');
  await page.locator('[data-page="1"]').waitFor();
  const pixels = Number(
    await page.evaluate('(({ width, height }) => width * height)(document.querySelector("canvas"))'),
  );
  assert.ok(pixels > 0 && pixels <= 16 * 1024 * 1024);
});

test('HTML and SVG are inert text: no script runs and nothing is loaded', async () => {
  const html = `<html><body onload="document.title='taken'">${SCRIPT}<img src="https://evil.example/x.png" onerror="document.title='taken'">
    <p>The claims amounted to <b>USD 240,850,000</b>, a coverage of 171.20&nbsp;%.</p><iframe src="https://evil.example/"></iframe></body></html>`;
  await show(Buffer.from(html), 'text/html', QUOTE);
  await says('Only the text of an HTML page is shown. Nothing in it was run or loaded.');
  await page.locator('mark', { hasText: '240,850,000' }).waitFor();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='taken'">${SCRIPT}<image href="https://evil.example/x.png"/><text>A coverage of 171.20 %.</text></svg>`;
  await show(Buffer.from(svg), 'image/svg+xml', 'coverage of 171.20 %');
  await says('Only the text of an SVG drawing is shown.');
  await page.locator('mark', { hasText: 'coverage of 171.20 %' }).waitFor();
  assert.doesNotMatch(await page.title(), /taken/);
  assert.deepEqual(strangers, []);
});

test('of a text of 10 MB the part around the quote is shown', async () => {
  const long = 'All work and no play.\n'.repeat(450_000);
  const text = `${long.slice(0, 5_000_000)}\nHere is ${QUOTE}\n${long.slice(5_000_000)}`;
  await show(Buffer.from(text), 'text/plain', QUOTE);
  await says('of its 9,900,');
  await page.locator('mark', { hasText: '171.20 %' }).waitFor();
  assert.deepEqual(complaints, []);
});

/** The processes that draw pages. */
async function renderers(): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** From now on, the most memory is measured anew. */
async function forgetMemory(): Promise<void> {
  for (const id of await renderers()) writeFileSync(`/proc/${id}/clear_refs`, '5');
}

/** The most memory, in MiB, that a process of the browser has had. */
async function mostMemory(): Promise<number> {
  const peaks = (await renderers()).map((id) => {
    const status = existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, 'utf8') : '';
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  });
  return Math.max(...peaks);
}

const COSTLY =
  'This PDF file takes too much time or memory to draw, and was stopped. Ask for a simpler copy.';
const DAMAGED = 'This PDF file is damaged and cannot be shown.';

for (const { title, bytes, ends } of PDF_BOMBS)
  test(`a PDF bomb is stopped, and nobody waits for it: ${title}`, async (t) => {
    const bomb = bytes();
    assert.ok(bomb.length < 10 * 1024 * 1024);
    await forgetMemory();
    const begun = performance.now();
    await show(bomb, PDF, 'a sentence that nobody wrote', '1');
    // The longest time in which the page did nothing else.
    await page.evaluate(
      '(() => { let last = performance.now(); window.longest = 0; setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; }, 20); })()',
    );
    const ended = page
      .getByText(COSTLY)
      .or(page.getByText(DAMAGED))
      .or(page.locator('[data-page="1"]'))
      .first();
    await ended.waitFor({ timeout: 40_000 });
    const took = performance.now() - begun;
    const isDrawn = (await page.locator('[data-page="1"]').count()) > 0;
    const outcome = isDrawn ? 'drawn' : (await page.getByText(COSTLY).count()) > 0 ? 'costly' : 'damaged';
    const blocked = Number(await page.evaluate('window.longest'));
    const memory = await mostMemory();
    t.diagnostic(
      `${outcome} in ${Math.round(took)} ms; the page waited ${Math.round(blocked)} ms; ${Math.round(memory)} MiB`,
    );
    assert.equal(outcome, ends);
    if (outcome === 'drawn') await becomesAllowed();
    else assert.ok(!(await isAllowed()));
    // On the thread of the page, the bomb would take nearly all of the time.
    assert.ok(blocked < Math.max(3000, took / 2), `the page did not react for ${blocked} of ${took} ms`);
    assert.ok(memory < 2000, `${memory} MiB`);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    // The worker is gone, and takes no processor any more.
    await page.goto('about:blank');
  });
