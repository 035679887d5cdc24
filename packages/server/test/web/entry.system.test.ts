// The entry grid in a real browser: document, rows, proposal; a draft that nothing loses; and a preview that equals the run.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { ActName, AnswerOf, InputOf, StaffRole } from '@rf-indicators/contract/acts';
import { writtenDate } from '@rf-indicators/web/charts/dates';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { CONFIRMATION } from '../../../../test/support/evidence.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { type DemoCredentials, readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { type ConsoleClient, consoleClient } from '../console/client.ts';
import { type Office, officeOf } from '../http/customers.ts';
import { randomEntries } from './random-entries.ts';

let url: string;
let browser: Browser;
let credentials: DemoCredentials;
let office: Office;
let client: ConsoleClient;
let page: Page;
const complaints: string[] = [];
const today = new Date().toISOString().slice(0, 10);

const REPORT = `Tarnholt & Pryce LLP

4.1 As of the reporting date the market value of the assets backing customer claims
was USD 412,335,600, a coverage of 171.20 %.
`;
const FILE = {
  name: `brindlewick-attestation-${today}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(REPORT),
};

before(async () => {
  const env = { RF_LIMIT_CONSOLE: '1000000', RF_LIMIT_CONSOLE_PER_ADDRESS: '1000000' };
  const { url: address, dataDir } = await startInProcess(wholeFile, { env });
  url = address;
  credentials = readCredentialsFile(dataDir)!;
  office = await officeOf({ dataDir, databaseUrl: null }, wholeFile);
  client = await consoleClient(url, wholeFile);
  browser = await launchChromium();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${url}/desk/entry`);
  await signIn();
  await cell(1, 'Input').waitFor();
});

after(() => browser?.close());

async function signIn(isAgain = false): Promise<void> {
  const { email, password } = credentials.people.find(({ roles }) => roles.includes('analyst'))!;
  if (!isAgain) await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

/** Another person, over HTTP. */
async function act<Name extends ActName>(
  role: StaffRole,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name> & { code?: string }> {
  const { json } = await client.act(name, input, { token: credentials.staff[role] });
  return json as AnswerOf<Name> & { code?: string };
}

const cell = (row: number, name: string) => page.getByLabel(`${name}, row ${row}`, { exact: true }).first();
const propose = () => page.getByRole('button', { name: /^Propose/ });
const saved = () => page.getByText(/^Draft saved/).waitFor();
const openProposals = async () => (await act('reviewer', 'inputs.list', { status: 'open', limit: 500 })).data;

async function choose(file = FILE): Promise<void> {
  await page.getByLabel('Document file').setInputFiles(file);
  await page.getByText(createHash('sha256').update(file.buffer).digest('hex')).waitFor();
}

/** As one does with the mouse. */
async function selectWords(): Promise<void> {
  const words = page.getByText('a coverage of 171.20 %').last();
  await words.waitFor();
  await page.evaluate(`(() => {
    const room = document.querySelector('[aria-label="Text of the document"]');
    const texts = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() && !texts.currentNode.data.includes('a coverage of'));
    const { currentNode: text } = texts;
    const from = text.data.indexOf('a coverage of');
    getSelection().setBaseAndExtent(text, from, text, from + 'a coverage of 171.20 %'.length);
    text.parentNode.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  })()`);
}

async function paste(row: number, name: string, lines: readonly (readonly string[])[]): Promise<void> {
  await cell(row, name).focus();
  const text = lines.map((cells) => cells.join('\t')).join('\n');
  await page.evaluate(
    `(() => { const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); })()`,
  );
}

test('the first value of a new document takes at most 12 keys and clicks, and is one proposal', async () => {
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    presses += keys.length;
  };
  // A click on "Choose a document", and one that chooses it; dropping it is one.
  presses += 2;
  await choose();
  await page.locator('[data-cell=input]:focus').waitFor();
  assert.equal(
    await cell(1, 'Provider').inputValue(),
    'Brindlewick Vaults',
    'the provider is in the name of the file',
  );
  assert.equal(await page.getByLabel('Kind of evidence').inputValue(), 'independent reserve attestation');
  assert.equal(await page.locator('input[name=evidence_date]').inputValue(), writtenDate(today));
  await press(...'cov', 'Enter');
  // Grade B takes a quote: its words are selected, and a click cites them with the figure in them.
  await selectWords();
  await page.getByRole('button', { name: 'Cite 171.20 for row 1' }).click();
  presses += 2;
  assert.equal(await cell(1, 'Value').inputValue(), '171.20');
  await page.locator('[data-preview="brindlewick-vaults"]').waitFor();
  await saved();
  await press('Control+Enter');
  await page.getByText('1 value proposed as one batch.').waitFor();
  assert.ok(presses <= 12, `${presses} keys and clicks`);

  const own = (await openProposals()).findLast(({ value }) => value === '171.20')!;
  const { input, evidence } = own;
  assert.deepEqual([input, evidence.grade, evidence.evidence_date], ['reserve_coverage', 'B', today]);
  assert.equal(evidence.sha256, createHash('sha256').update(FILE.buffer).digest('hex'));
  const { data } = await act('analyst', 'drafts.list', {});
  assert.deepEqual(data, [], 'the draft ended with its proposal');
});

test('a document that is on record is offered in its recorded words, and cited in these it stays one', async () => {
  await page.goto(`${url}/desk/entry?provider=brindlewick-vaults&input=reserve_coverage`);
  await cell(1, 'Value').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await choose({ ...FILE, name: 'scan-0001.txt' });
  const title = page.locator('input[name=title]');
  assert.equal(await title.inputValue(), 'Scan 0001');
  await page.getByText('This document is on record:').waitFor();
  assert.ok(!sent.some((address) => address.includes('store_document')), 'its bytes are not sent again');
  await page.getByRole('button', { name: 'Use what is recorded' }).click();
  await page.getByText('This document is on record:').waitFor({ state: 'detached' });
  const before = (await openProposals()).findLast(({ value }) => value === '171.20')!.evidence;
  assert.equal(await title.inputValue(), before.title);
  assert.equal(await page.getByLabel('Kind of evidence').inputValue(), before.kind);
  await selectWords();
  await page.getByRole('button', { name: 'Cite 171.20 for row 1' }).click();
  await saved();
  await propose().click();
  await page.getByText('1 value proposed as one batch.').waitFor();
  const { same_document, proposal_count } = await act('analyst', 'evidence.show', { evidence: before.id });
  assert.deepEqual([same_document, proposal_count], [0, 2]);
});

test('selected words are cited for the row in hand: page, quote and the figure in them', async () => {
  await page.goto(`${url}/desk/entry?provider=brindlewick-vaults&input=reserve_coverage`);
  await cell(1, 'Value').waitFor();
  await choose();
  // The first field of the row in hand that is empty.
  await page.locator('[aria-label="Value, row 1"]:focus').waitFor();
  await selectWords();
  await page.getByRole('button', { name: 'Cite 171.20 for row 1' }).click();
  assert.equal(await cell(1, 'Value').inputValue(), '171.20');
  assert.equal(await cell(1, 'Quote').inputValue(), 'a coverage of 171.20 %');
  await page.locator('mark', { hasText: 'a coverage of 171.20 %' }).waitFor();
});

test('bad values say what to do in place, before and after they are sent', async () => {
  await page.goto(`${url}/desk/entry?provider=brindlewick-vaults&input=yield_max`);
  await cell(1, 'Value').fill('high');
  const row = page.getByRole('group', { name: 'Row 1' });
  await row.getByText('Value: "high" is not a percentage with at most two decimals.').waitFor();
  await cell(1, 'Value').fill('9.5');
  await page.getByText('Title: This is missing.').waitFor();
  await cell(1, 'Evidence date').fill('2026-13-01');
  await row.getByText('Evidence date: "2026-13-01" is not a valid date, such as 2026-04-01.').waitFor();
  await cell(1, 'Evidence date').fill('');
  // What is missing is not said while somebody types, but when it is sent.
  await cell(2, 'Value').fill('7');
  await cell(2, 'Provider').fill('');
  await propose().click();
  await page.getByText(/^.*Nothing was proposed: \d+ problems/).waitFor();
  await page.getByRole('group', { name: 'Row 2' }).getByText('Input: This is missing.').waitFor();
});

test('a value that stronger evidence contradicts is said to not count, beforehand', async () => {
  await page.goto(`${url}/desk/entry`);
  const [contested] = await contestedValue();
  await paste(1, 'Provider', [[contested!.slug, contested!.input, contested!.value, 'E', today]]);
  await page.getByText(/^It would not count: evidence of grade [A-D] says otherwise\.$/).waitFor();
});

/** A provider that a hard rule caps by evidence better than E, and a value that would lift the cap. */
async function contestedValue(): Promise<{ slug: string; input: string; value: string }[]> {
  const { data } = await act('analyst', 'providers.list', { limit: 100 });
  const slugs = data.map(({ slug }) => slug);
  const { providers } = await act('analyst', 'entry.basis', { providers: slugs });
  return providers.flatMap(({ slug, rows }) => {
    const status = rows.filter(({ input_id }) => input_id === 'insolvency_status').at(-1);
    const source = rows.filter(({ input_id }) => input_id === 'withdrawal_status').at(-1);
    if (source !== undefined && source.value !== 'on_terms' && source.grade !== 'E')
      return [{ slug, input: 'withdrawal_status', value: 'on_terms' }];
    return status !== undefined && status.value !== 'none' && status.grade !== 'E'
      ? [{ slug, input: 'insolvency_status', value: 'none' }]
      : [];
  });
}

test('twenty rows are pasted from a spreadsheet; names, words and headings are understood', async () => {
  await page.goto(`${url}/desk/entry`);
  await cell(1, 'Input').waitFor();
  const { data } = await act('analyst', 'providers.list', { limit: 20 });
  const names = data.map(({ name, slug }, at) => (at % 2 === 0 ? name : slug));
  const lines = Array.from({ length: 20 }, (_, at) => [
    names[at % names.length]!,
    at < names.length ? 'liquid_cover_7d' : 'equity_ratio',
    `${at + 1}.50`,
    'D',
    today,
  ]);
  await paste(1, 'Provider', [['Provider', 'Input', 'Value', 'Grade', 'Date'], ...lines]);
  await cell(20, 'Value').waitFor();
  assert.equal(await cell(20, 'Value').inputValue(), '20.50');
  assert.equal(await propose().innerText(), 'Propose 20 values');
  await page.locator('input[name=title]').fill('A website');
  await page.locator('input[name=kind]').fill('web page');
  await page
    .locator(`[data-preview]`)
    .nth(names.length - 1)
    .waitFor();
  await saved();
  await propose().click();
  await page.getByText(/Nothing was proposed/).waitFor();
  // One website for many providers is a register; values far from the last ones are confirmed.
  await page.getByLabel('Belongs to').selectOption('public register');
  for (const field of await page.locator('[data-cell=confirmation]').all()) await field.fill(CONFIRMATION);
  await saved();
  await propose().click();
  await page.getByText('20 values proposed as one batch.').waitFor();
});

test('a sheet of the due list is imported; a row without a result is left out', async () => {
  await page.goto(`${url}/desk/entry`);
  const sheet = [
    'provider,input,current_value,result,evidence.kind,evidence.title,evidence.grade,evidence.evidence_date,note',
    `brindlewick-vaults,yield_max,6.75,unchanged,web page,"Rates, as shown",D,${today},ask them`,
    'brindlewick-vaults,yield_min,,,,,,,',
  ].join('\r\n');
  const file = { name: 'due.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) };
  await page.getByLabel('Sheet to import').setInputFiles(file);
  await cell(2, 'Input').waitFor();
  assert.equal(await cell(1, 'Value').inputValue(), 'unchanged');
  await page.getByText('Evidence: Rates, as shown').waitFor();
  assert.equal(await propose().innerText(), 'Propose 1 value');
  await saved();
});

test('a draft survives a cut connection, a reload and an ended session, and belongs to one person', async () => {
  await page.goto(`${url}/desk/entry`);
  await cell(1, 'Input').waitFor();
  await choose();
  await saved();
  await page.route('**/api/console/drafts/save', (route) => route.abort());
  await cell(1, 'Quote').or(cell(1, 'Value')).first().fill('123.45');
  await page.getByText('No connection: kept in this browser, trying again').waitFor();
  await page.reload();
  await cell(1, 'Value').waitFor();
  assert.equal(await cell(1, 'Value').inputValue(), '123.45');
  await page.unroute('**/api/console/drafts/save');
  await saved();

  const id = new URL(page.url()).searchParams.get('draft')!;
  const stored = await act('analyst', 'drafts.show', { draft: id });
  assert.match(JSON.stringify(stored), /123\.45/);
  assert.equal((await act('reviewer', 'drafts.show', { draft: id })).code, 'not_found');

  await office.desk.store.transaction((writes) => writes.deleteFrom('user_sessions').execute());
  await cell(1, 'Value').fill('124.00');
  await page.getByRole('dialog').locator('input[name=password]').waitFor();
  await signIn(true);
  await saved();
  assert.match(JSON.stringify(await act('analyst', 'drafts.show', { draft: id })), /124\.00/);

  const trail = await act('chief_risk_officer', 'audit.list', { action: 'draft.begun', limit: 100 });
  const begun = trail.data.filter(({ subject }) => subject === `draft/${id}`);
  assert.equal(begun.length, 1, 'the audit trail has the beginning, and not each save');

  await page
    .getByRole('button', { name: /^Discard/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
});

test('the preview in the page equals the run after approval by another person', async () => {
  const { document } = await act('analyst', 'entry.framework', {});
  const { data } = await act('analyst', 'providers.list', { limit: 100 });
  const wanted = cases(10, 200);
  const next = randomEntries(
    document,
    data.map(({ slug }) => slug),
    today,
  );
  // The preview counts what waits of one's own; the run does not.
  const waiting = new Set((await openProposals()).map(({ batch_id }) => batch_id));
  for (const batch of waiting) {
    assert.equal((await act('reviewer', 'inputs.reject', { batch, reason: 'Not today.' })).code, undefined);
  }
  let compared = 0;
  for (let tries = 0; compared < wanted; tries += 1) {
    assert.ok(tries < wanted * 4, 'too few random entries are valid');
    const { slug, rows } = next();
    const checked = await act('analyst', 'inputs.check', {
      rows: rows.map((row) => ({ value: wire(slug, row) })),
    });
    if (checked.problems.length > 0) continue;
    const shown = await previewOf(slug, rows);
    await propose().click();
    await page.getByText(/proposed as one batch\./).waitFor();
    const open = await act('reviewer', 'inputs.list', { status: 'open', provider: slug });
    const batch = open.data.at(-1)!.batch_id;
    const decided = await act('reviewer', 'inputs.approve', { batch, unopened: true });
    if (decided.code !== undefined) {
      await act('reviewer', 'inputs.reject', { batch, reason: 'Does not fit together.' });
      continue;
    }
    assert.deepEqual(shown, await runOf(slug), `${slug}: ${JSON.stringify(rows)}`);
    compared += 1;
  }
  assert.deepEqual(complaints, []);
});

type Row = ReturnType<ReturnType<typeof randomEntries>>['rows'][number];

function wire(provider: string, [input, value, grade, evidence_date]: Row) {
  return { provider, input, value, evidence: { kind: 'k', title: 't', grade, evidence_date } };
}

interface Outcome {
  score: string | null;
  band: string | null;
  caps: string[];
}

async function previewOf(slug: string, rows: readonly Row[]): Promise<Outcome> {
  await page.goto(`${url}/desk/entry`);
  await cell(1, 'Input').waitFor();
  await page.locator('input[name=title]').fill('t');
  await page.locator('input[name=kind]').fill('k');
  await paste(
    1,
    'Provider',
    rows.map((row) => [slug, ...row]),
  );
  const box = page.locator(`[data-preview="${slug}"]`);
  await box.waitFor();
  const text = await box.innerText();
  const [, score = null, band = null] =
    /Hypothetical\s+(\d+\.\d\d)\s+(Low|Medium|Elevated|High) risk/.exec(text) ?? [];
  const caps = await box
    .locator('[data-cap]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-cap')!));
  return { score, band: band?.toUpperCase() ?? null, caps: caps.sort() };
}

async function runOf(slug: string): Promise<Outcome> {
  const { run_id } = await act('operator', 'runs.compute', { providers: [slug], everything: true });
  const { items } = await act('operator', 'runs.show', { run: run_id, full: true });
  const { result } = items[0]!;
  const caps = result?.caps.map(({ rule }) => rule).sort() ?? [];
  return { score: result?.final_score ?? null, band: result?.band ?? null, caps };
}
