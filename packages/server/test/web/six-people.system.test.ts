// Six people from an empty store to a published score, in their browsers: no command after rf init and rf serve. What must
// not pass is stopped on the way; a vote is against, a chair is recused; the score is under review, and no longer.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { initCommand } from '../../src/cli/service/init.ts';
import { runCommand } from '../cli/run-command.ts';
import { RATIONALE, readByHand } from './demo-desk.ts';
import { button, dialog, until } from './site.ts';

const PASSWORD = 'marmalade tractor violet';
const PASSPHRASE = 'four words are many';
const today = new Date().toISOString().slice(0, 10);

let url: string;
let link: string;
let browser: Browser;
const begun = performance.now();
const complaints: string[] = [];
/** What all six did: presses of the mouse, and of keys. */
const hands = { clicks: 0, keys: 0 };

before(async () => {
  const dataDir = temporaryFolder(wholeFile);
  const { out } = await runCommand(initCommand, ['--operator', 'Olga'], { env: { RF_DATA_DIR: dataDir } });
  link = /\/sign-in\/invitation#\S+/.exec(out.join('\n'))![0];
  ({ url } = await startInProcess(wholeFile, { dataDir, demo: false }));
  browser = await launchChromium();
  cleanUp(wholeFile, () => browser.close());
});

type Locator = ReturnType<Page['locator']>;

async function press(what: Locator): Promise<void> {
  await what.click();
  hands.clicks += 1;
}

async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  hands.clicks += 1;
  hands.keys += text.length;
}

async function choose(field: Locator, label: string | RegExp): Promise<void> {
  const options = await field.locator('option').allInnerTexts();
  const found = options.find((one) => (typeof label === 'string' ? one === label : label.test(one)));
  assert.ok(found, `${label} is one of ${options.join(', ')}`);
  await field.selectOption({ label: found });
  hands.clicks += 2;
}

async function key(page: Page, name: string): Promise<void> {
  await page.keyboard.press(name);
  hands.keys += 1;
}

async function join(path: string, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(`${url}${path}`);
  await write(page.locator('input[type=password]').first(), PASSWORD);
  await press(button(page, /^Join/));
  await page.getByRole('heading', { name: 'You can sign in now' }).waitFor();
  await page.goto(`${url}/desk/setup`);
  await write(page.locator('input[name=email]'), email);
  await write(page.locator('input[name=password]'), PASSWORD);
  await press(page.locator('button[type=submit]'));
  await page.getByRole('heading', { name: 'Set up', exact: true }).waitFor();
  return page;
}

const step = (page: Page, id: string) => page.locator(`[data-step="${id}"]`);
const isDone = (page: Page, id: string) => page.locator(`[data-step="${id}"][data-state="done"]`).waitFor();

/** Invites from the set-up; answers the path of the link that is shown. */
async function invite(name: string, roles: readonly string[]): Promise<string> {
  await press(button(olga, 'Invite somebody'));
  await write(dialog(olga).getByLabel('Name'), name);
  await write(dialog(olga).getByLabel('Email address'), `${name.toLowerCase()}@example.com`);
  for (const role of roles) await press(dialog(olga).getByLabel(new RegExp(`^${role}:`)));
  await press(dialog(olga).getByRole('button', { name: 'Invite', exact: true }));
  await olga.getByRole('dialog', { name: `The link for ${name}` }).waitFor();
  const shown = /\/sign-in\/invitation#\S+/.exec(await dialog(olga).innerText())![0];
  await press(dialog(olga).getByRole('checkbox'));
  await press(dialog(olga).getByRole('button', { name: 'Done' }));
  return shown;
}

async function approveRequest(page: Page, words: RegExp): Promise<void> {
  await page.goto(`${url}/desk/requests`);
  await press(page.getByRole('button', { name: words }).first());
  await press(button(page, /^Approve$/));
  await page.getByRole('button', { name: words }).first().waitFor({ state: 'detached' });
}

let olga: Page;
let ann: Page;
let rob: Page;
let rita: Page;
let cora: Page;
let dana: Page;

test('the operator’s link leads to the set-up; five colleagues join by links', async () => {
  olga = await join(link, 'olga@desk.localhost');
  await isDone(olga, 'store');
  await isDone(olga, 'signing_key');
  assert.equal(await step(olga, 'people').getAttribute('aria-current'), 'step');
  const links = {
    ann: await invite('Ann', ['Analyst']),
    rob: await invite('Rob', ['Reviewer']),
    rita: await invite('Rita', ['Reviewer']),
    cora: await invite('Cora', ['Chief risk officer']),
    dana: await invite('Dana', ['Analyst']),
  };
  ann = await join(links.ann, 'ann@example.com');
  rob = await join(links.rob, 'rob@example.com');
  rita = await join(links.rita, 'rita@example.com');
  cora = await join(links.cora, 'cora@example.com');
  dana = await join(links.dana, 'dana@example.com');
  await isDone(olga, 'people');
});

test('the officer signs the framework in the browser, and two people put it into effect', async () => {
  assert.equal(
    await step(cora, 'framework').getAttribute('aria-current'),
    'step',
    'the officer sees a step of their own',
  );
  await press(step(olga, 'framework').getByRole('button', { name: 'Use RF Framework v1.0' }));
  await isDone(olga, 'framework');
  await cora.locator('[data-step="sign_off"][aria-current="step"]').waitFor();
  await press(step(cora, 'sign_off').getByRole('link', { name: 'Read it, make a key and sign' }));
  await press(button(cora, 'Make your key…'));
  await write(dialog(cora).getByLabel('Passphrase', { exact: true }), PASSPHRASE);
  await write(dialog(cora).getByLabel('Passphrase again'), PASSPHRASE);
  const download = cora.waitForEvent('download');
  await press(dialog(cora).getByRole('button', { name: 'Make it and save the file' }));
  const saved = await (await download).path();
  await dialog(cora).getByLabel('The file that was saved').setInputFiles(saved);
  hands.clicks += 2;
  await write(dialog(cora).getByLabel('Its passphrase'), PASSPHRASE);
  await press(dialog(cora).getByRole('button', { name: 'Request its enrolment' }));
  await dialog(cora).waitFor({ state: 'detached' });
  await approveRequest(olga, /Enrol a key of Cora/);

  const panel = cora.getByRole('form', { name: 'Sign RF Framework v1.0' });
  await panel.getByLabel('File of your key').setInputFiles(saved);
  hands.clicks += 2;
  await write(panel.getByLabel('Its passphrase'), PASSPHRASE);
  await press(panel.getByLabel(/I have read the text/));
  await press(panel.getByRole('button', { name: 'Sign RF Framework v1.0' }));
  await cora.getByRole('heading', { name: /v1\.0: signed/ }).waitFor();

  await olga.goto(`${url}/desk/setup`);
  await press(step(olga, 'activation').getByRole('link', { name: 'Activate it' }));
  await press(button(olga, /^Request activation…/));
  await write(dialog(olga).getByLabel('What changes with this version'), 'Our first framework.');
  await press(dialog(olga).getByRole('button', { name: 'Request activation' }));
  await dialog(olga).waitFor({ state: 'detached' });
});

test('a deputy is named by two people', async () => {
  await olga.goto(`${url}/desk/requests`);
  await press(olga.getByRole('row', { name: /^Deputy/ }).getByRole('button', { name: 'Change…' }));
  await choose(dialog(olga).getByLabel('Person'), 'Dana');
  await press(dialog(olga).getByRole('button', { name: 'Request' }));
  await approveRequest(cora, /Dana/);
  await cora
    .getByRole('row', { name: /^Deputy Dana/ })
    .first()
    .waitFor();
});

test('independence stays until indicators can say that it is off; two people disclose who is responsible', async () => {
  await olga.goto(`${url}/desk/requests`);
  await press(olga.getByRole('row', { name: /^Independence/ }).getByRole('button', { name: 'Change…' }));
  await press(dialog(olga).getByRole('button', { name: 'Request' }));
  await dialog(olga)
    .getByText(/Disclose for all providers first/)
    .waitFor();
  await press(dialog(olga).getByRole('button', { name: 'Cancel' }));

  await press(button(olga, 'Disclose for all providers…'));
  await press(dialog(olga).getByRole('button', { name: 'Request' }));
  await dialog(olga).getByText('Every indicator says it.').first().waitFor();
  const texts = {
    'Responsible team': 'The desk of this service.',
    'Conflicts declared': 'None.',
    'How they were handled': 'Nobody with a conflict votes.',
    'Sources of information': 'Public documents.',
    'What the framework does not measure': 'Market prices.',
    'Reason of the change': 'The first ones.',
  };
  for (const [label, text] of Object.entries(texts)) await write(dialog(olga).getByLabel(label), text);
  await press(dialog(olga).getByRole('button', { name: 'Request' }));
  await approveRequest(cora, /Set the disclosures of all providers/);
  await cora.getByRole('row', { name: /^All providers The desk of this service\./ }).waitFor();
});

const cell = (page: Page, row: number, name: string) =>
  page.getByLabel(`${name}, row ${row}`, { exact: true }).first();
const ATTESTATION = {
  name: `fernhollow-savings-attestation-${today}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from('The market value of the assets backing customer claims is a coverage of 141.20 %.\n'),
};

const OWN_ATTESTATION = {
  ...ATTESTATION,
  name: `marlowe-notes-attestation-${today}.txt`,
  buffer: Buffer.from('Of Marlowe Notes: a coverage of 141.20 %.\n'),
};
/** The facts, the checks and some criteria. */
const KNOWN = [
  ...['reference_rate', 'planner_type', 'payout_currency', 'yield_min', 'yield_max', 'bitcoin_part'],
  ...['redeemable', 'lends', 'onchain', 'fixed_obligations', 'bitcoin_backed'],
  ...['insolvency_status', 'integrity_finding', 'withdrawal_status', 'equity_ratio', 'liquid_cover_7d'],
];

async function addProvider(name: string): Promise<void> {
  await ann.goto(`${url}/desk/entry`);
  await cell(ann, 1, 'Input').waitFor();
  await press(button(ann, 'New provider'));
  await write(dialog(ann).getByLabel('Name'), name);
  await write(dialog(ann).getByLabel('Kind'), 'bitcoin savings');
  await press(dialog(ann).getByRole('button', { name: 'Add provider' }));
  await until(
    async () => (await cell(ann, 1, 'Provider').inputValue()) === name,
    'the grid has the provider',
  );
}

test('a sheet with placeholders, an absurd value and the document of another provider are stopped', async () => {
  await addProvider('Fernhollow Savings');
  await ann.goto(`${url}/desk/setup`);
  await step(ann, 'values').getByRole('button').first().waitFor();
  const download = ann.waitForEvent('download');
  await isDone(ann, 'provider');
  await press(step(ann, 'values').getByRole('button', { name: 'Download its sheet to fill in' }));
  const sheet = readFileSync(await (await download).path(), 'utf8');
  assert.match(sheet, /^provider,input,value/);
  await ann.goto(`${url}/desk/entry`);
  await cell(ann, 1, 'Input').waitFor();
  await importSheet(sheet);
  await press(button(ann, /^Propose \d+ values$/));
  await ann.getByText(/Nothing was proposed: \d+ problems/).waitFor();

  // She fills in what she knows; the coverage comes from a document.
  await discardDraft();
  await importSheet(filledIn(sheet));
  await proposed(KNOWN.length);
  await enter(ATTESTATION, 'Fernhollow Savings', '14120');
  await press(button(ann, /^Propose 1 value$/));
  await ann
    .getByText(
      'Value: Backing coverage of claims 14120.00 is impossible: it must be 0.00 to 5000.00 percent.',
    )
    .waitFor();
  assert.equal(await ann.locator('[data-cell=confirmation]').count(), 0, 'no sentence makes it possible');
  await write(cell(ann, 1, 'Value'), '141.20');
  await proposed(1);

  await addProvider('Marlowe Notes');
  await enter(ATTESTATION, 'Marlowe Notes', '141.20');
  await press(button(ann, /^Propose 1 value$/));
  await ann.getByText(/Belongs to Fernhollow Savings\. Say why it supports this value/).waitFor();
  await discardDraft();
  await importSheet(filledIn(sheet.replaceAll('fernhollow-savings', 'marlowe-notes'), ['reference_rate']));
  await proposed(KNOWN.length - 1);
  await enter(OWN_ATTESTATION, 'Marlowe Notes', '141.20');
  await proposed(1);
});

/** A document, and the coverage that it states. */
async function enter(document: typeof ATTESTATION, provider: string, value: string): Promise<void> {
  await ann.goto(`${url}/desk/entry?input=reserve_coverage`);
  await cell(ann, 1, 'Value').waitFor();
  await ann.getByLabel('Document file').setInputFiles(document);
  hands.clicks += 2;
  await write(cell(ann, 1, 'Provider'), provider);
  await write(cell(ann, 1, 'Value'), value);
  await write(cell(ann, 1, 'Quote'), 'a coverage of 141.20 %');
}

async function proposed(values: number): Promise<void> {
  await press(button(ann, new RegExp(`^Propose ${values} values?$`)));
  await ann.getByText(new RegExp(`${values} values? proposed as one batch`)).waitFor();
}

/** The rows of a sheet for which there is a value, without the marks of placeholders. */
function filledIn(sheet: string, without: readonly string[] = []): string {
  const wanted = KNOWN.filter((input) => !without.includes(input));
  const [heads, ...rows] = sheet.replaceAll('PLACEHOLDER: ', '').split('\n');
  return [heads, ...rows.filter((row) => wanted.some((input) => row.includes(`,${input},`)))].join('\n');
}

test('the reviewer approves each value, with its evidence on the screen', async () => {
  await rob.goto(`${url}/desk/approvals`);
  const rows = rob.locator('tr[data-row]');
  await rows.first().waitFor();
  for (let left = await rows.count(); left > 0; left -= 1) {
    const row = rob.locator('tr[data-row]:has([aria-current="true"])');
    const id = await row.getAttribute('data-row');
    await rob
      .locator('button:not([aria-disabled="true"])', { hasText: /^Approve/ })
      .last()
      .waitFor();
    await key(rob, 'a');
    // It leaves the list when the decision is in force.
    await until(async () => {
      const own = rob.locator(`tr[data-row="${id}"]`);
      return (await own.count()) === 0 || /approved/.test(await own.innerText());
    }, 'the value is approved');
  }
  await until(async () => {
    const { data } = await readByHand(rob, 'inputs.list', { status: 'open' });
    return data.length === 0;
  }, 'the decisions are in force');
});

test('a run, its rationales, and their review', async () => {
  await ann.goto(`${url}/desk/runs`);
  await press(button(ann, 'Start a run'));
  await press(button(ann, /^Start$/));
  await ann.waitForURL(/\/desk\/runs\/[0-9a-f-]{36}/);
  draft = new URL(ann.url()).pathname.split('/').at(-1)!;
  for (const provider of ['fernhollow-savings', 'marlowe-notes']) {
    await openDraft(ann, provider);
    await write(ann.getByLabel('Rationale', { exact: true }), RATIONALE);
    await press(button(ann, 'Send to review'));
    await openDraft(rob, provider);
    await press(rob.getByText(/It names no input value, no points and no hard rule/));
    await press(button(rob, 'Approve the rationale'));
    await rob.getByText(/Written by Ann.*reviewed by Rob/).waitFor();
  }
});

let draft: string;
const committee = (page: Page) => page.getByRole('complementary', { name: 'Committee' });

async function openDraft(page: Page, provider: string): Promise<void> {
  await page.goto(`${url}/desk/committee?run=${draft}&provider=${provider}`);
  await committee(page).getByText('Your vote').first().waitFor();
}

/** Opens the documents that a voter has not read. */
async function readAll(page: Page): Promise<void> {
  const unread = page.locator('article tr', { hasText: 'unread' });
  for (let left = await unread.count(); left > 0; left = await unread.count()) {
    await press(unread.first().getByRole('button'));
    await until(async () => (await unread.count()) < left, 'the evidence was on the screen');
    await press(button(page, 'Close'));
  }
}

async function vote(
  page: Page,
  choice: '1' | '2' | '3',
  words: { Reason?: string; Line?: string },
): Promise<void> {
  await key(page, choice);
  if (words.Reason) await write(committee(page).getByRole('textbox', { name: 'Reason' }), words.Reason);
  if (words.Line) await write(committee(page).getByLabel('Line for the minutes'), words.Line);
  await press(button(page, choice === '3' ? /^Recuse myself/ : /^Cast vote/));
}

test('the committee: one vote against, and where the chair is recused the deputy has the chair', async () => {
  await openDraft(cora, 'fernhollow-savings');
  await readAll(cora);
  await vote(cora, '1', { Line: 'The committee met and read the attestation.' });
  await openDraft(rita, 'fernhollow-savings');
  await vote(rita, '2', { Reason: 'The attestation is of one day only.' });
  await openDraft(ann, 'fernhollow-savings');
  await vote(ann, '1', {});
  await committee(ann).getByText('accepted').first().waitFor();

  await openDraft(cora, 'marlowe-notes');
  await vote(cora, '3', { Reason: 'I hold notes of this provider.' });
  await committee(cora).getByText('“I hold notes of this provider.”').waitFor();
  await openDraft(dana, 'marlowe-notes');
  await committee(dana)
    .getByText(/Analyst, chair/)
    .waitFor();
  await readAll(dana);
  await vote(dana, '1', { Line: 'The deputy had the chair.' });
  for (const page of [rita, ann]) {
    await openDraft(page, 'marlowe-notes');
    await vote(page, '1', {});
  }
  await committee(ann).getByText('accepted').first().waitFor();
});

test('the operator publishes what was decided, and the public sees it', async () => {
  await olga.goto(`${url}/desk/runs/${draft}`);
  await press(button(olga, /^Publish 2/).first());
  await press(olga.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }));
  await olga.getByText(/Its indicators are public/).waitFor();
  reader = await (await browser.newContext()).newPage();
  reader.setDefaultTimeout(PATIENCE_MS);
  await publicSays('/providers/fernhollow-savings', /The documents that the provider published/);
  await publicSays('/providers/fernhollow-savings', /The desk of this service\./);
  await publicSays('/', /Marlowe Notes/);
  await olga.goto(`${url}/desk/setup`);
  await olga.getByText('The first score is published.').waitFor();
});

let reader: Page;

/** Also what is folded. */
async function publicSays(path: string, words: RegExp): Promise<void> {
  await reader.goto(`${url}${path}`);
  await until(async () => {
    // Other than a visit, a reload does not use what the browser has kept.
    await reader.reload();
    return words.test((await reader.locator('main').textContent())!);
  }, `${path} says ${words}`);
}

async function decideReview(): Promise<void> {
  for (const page of [cora, rita, rob]) {
    await page.goto(`${url}/desk/committee`);
    await press(page.getByRole('button', { name: /Fernhollow Savings/ }).first());
    await committee(page).getByText('Your vote').first().waitFor();
    await vote(page, '1', {});
  }
}

test('the score is put under review, and the review ends', async () => {
  await rita.goto(`${url}/desk/committee`);
  await press(button(rita, 'Propose a review…'));
  await choose(dialog(rita).getByLabel('Provider'), 'Fernhollow Savings');
  await choose(dialog(rita).getByLabel('Where it may lead'), /^down/);
  await write(dialog(rita).getByLabel('Until'), later(20));
  await write(dialog(rita).getByLabel('Reason'), 'Its auditor resigned.');
  await press(dialog(rita).getByRole('button', { name: 'Propose' }));
  await dialog(rita).waitFor({ state: 'detached' });
  await decideReview();
  await publicSays(
    '/providers/fernhollow-savings',
    /Under review for a riskier score[\s\S]*Its auditor resigned\./,
  );

  await rob.goto(`${url}/desk/committee`);
  await press(button(rob, 'Propose a review…'));
  await choose(dialog(rob).getByLabel('Provider'), 'Fernhollow Savings');
  await write(dialog(rob).getByLabel('Reason'), 'A new auditor was appointed.');
  await press(dialog(rob).getByRole('button', { name: 'Propose' }));
  await dialog(rob).waitFor({ state: 'detached' });
  await decideReview();
  await publicSays('/providers/fernhollow-savings', /Under review for a riskier score, from/);
  await reader.goto(`${url}/`);
  assert.doesNotMatch(await reader.locator('main').innerText(), /under review/i);
});

const later = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);

test('what it took is counted: no command after rf init and rf serve', (t) => {
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  t.diagnostic(`${minutes} minutes, ${hands.clicks} clicks, ${hands.keys} keys, 0 commands, by six people`);
  assert.deepEqual(complaints, []);
});

async function importSheet(text: string): Promise<void> {
  await ann
    .getByLabel('Sheet to import')
    .setInputFiles({ name: 'values.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  hands.clicks += 2;
  await cell(ann, 10, 'Input').waitFor();
}

async function discardDraft(): Promise<void> {
  await press(ann.getByRole('row', { name: /\(open\)/ }).getByRole('button', { name: /^Discard/ }));
  await press(ann.getByRole('alertdialog').getByRole('button', { name: 'Discard' }));
  await ann.getByRole('alertdialog').waitFor({ state: 'detached' });
}
