// A reviewer works through the approvals queue by keyboard alone, and a second one works beside them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { type DemoCredentials, readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { pdfFile } from './pdf-file.ts';
import { until } from './site.ts';

let url: string;
let browser: Browser;
let credentials: DemoCredentials;
let reviewer: Page;
const complaints: string[] = [];

/** How many are approved one after the other. */
const MANY = cases(6, 30);
const PROVIDERS = ['brindlewick-vaults', 'cobaltine-markets', 'ferrocline-treasury'] as const;
/** Of different inputs, so that no approval changes what another one was compared with. */
const VALUES = {
  custodian_type: 'independent_supervised',
  control_report: 'type_2',
  enforcement_status: 'closed_minor',
  regulatory_status: 'registered_for_aml_only',
  earnings_quality: 'break_even',
  asset_segregation: 'segregated_in_books',
} as const;
const MORE_PROVIDERS = [...PROVIDERS, 'aldertarn-bills', 'sundialow-cash'];

before(async () => {
  const { url: address, dataDir } = await startInProcess(wholeFile);
  url = address;
  credentials = readCredentialsFile(dataDir)!;
  browser = await launchChromium();
  // The operator reviews, too: another person's request makes it so.
  const { request } = await call('staff/set_roles', 'operator', {
    ...{ person: 'Demo Operator', roles: ['operator', 'reviewer'] },
  });
  await call('requests/approve', 'reviewer', { request });
  reviewer = await signIn('reviewer');
});

after(() => browser?.close());

type Role = keyof DemoCredentials['staff'];

async function call(act: string, who: Role, input: object): Promise<Record<string, never>> {
  const response = await fetch(`${url}/api/console/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${credentials.staff[who]}` },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as Record<string, never>;
  assert.equal(response.status, 200, `${act}: ${JSON.stringify(answer)}`);
  return answer;
}

async function listOf(query: string): Promise<{ id: string; status: string }[]> {
  const response = await fetch(`${url}/api/console/inputs/list?${query}`, {
    headers: { authorization: `Bearer ${credentials.staff.operator}` },
  });
  return ((await response.json()) as { data: [] }).data;
}

const isOpen = async (id: string) => (await listOf('status=open&limit=1000')).some((one) => one.id === id);

interface Proposed {
  provider?: string;
  value: string;
  quote: string;
  document: Buffer;
  mediaType?: string;
  input?: string;
}

async function propose(proposed: readonly Proposed[]): Promise<string[]> {
  const documents = Object.fromEntries(
    proposed.map(({ document, mediaType = 'text/plain' }, at) => [
      `d${at}`,
      { media_type: mediaType, base64: document.toString('base64') },
    ]),
  );
  const rows = proposed.map(({ provider = PROVIDERS[0], input = 'key_quorum', value, quote }, at) => ({
    place: `row ${at}`,
    value: {
      ...{ provider, input, value },
      evidence: {
        ...{
          kind: 'attestation',
          title: `Custody report ${at + 1}`,
          evidence_date: '2026-11-01',
          grade: 'B',
        },
        ...{ page: '1', quote, document: `d${at}` },
      },
    },
  }));
  const { proposal_ids } = await call('inputs/propose', 'analyst', { rows, documents });
  return proposal_ids as unknown as string[];
}

async function signIn(role: Role): Promise<Page> {
  const { email, password } = credentials.people!.find(({ roles }) => roles.includes(role))!;
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${url}/desk/approvals`);
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await rows(page).first().waitFor();
  return page;
}

const rows = (page: Page) => page.locator('tr[data-row]');
const row = (page: Page, id: string) => page.locator(`tr[data-row="${id}"]`);
const selectedId = (page: Page) =>
  page.locator('tr[data-row]:has([aria-current="true"])').getAttribute('data-row');
const mayApprove = (page: Page) =>
  page
    .locator('button:not([aria-disabled="true"])', { hasText: /^Approve/ })
    .last()
    .waitFor();
const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'In force in' });

async function openProposal(page: Page, id: string): Promise<void> {
  await page.goto(`${url}/desk/approvals?proposal=${id}`);
  await row(page, id).waitFor();
  await page.locator('[aria-current="true"]').focus();
}

test(`a reviewer approves ${MANY} proposals by keyboard alone, one key each`, async () => {
  const pairs = MORE_PROVIDERS.flatMap((provider) =>
    Object.entries(VALUES).map(([input, value]) => ({ provider, input, value })),
  );
  const ids = await propose(
    pairs.slice(0, MANY).map((pair, at) => {
      const quote = `this was found in report ${at}`;
      const isPdf = at % 2 === 1;
      const document = isPdf ? pdfFile([[`We say that ${quote}.`]]) : Buffer.from(`We say that ${quote}.\n`);
      return { ...pair, quote, document, mediaType: isPdf ? 'application/pdf' : 'text/plain' };
    }),
  );
  await reviewer.reload();
  await row(reviewer, ids[0]!).waitFor();
  const listed = await rows(reviewer).evaluateAll((all) => all.map((one) => one.getAttribute('data-row')!));
  await openProposal(reviewer, listed.find((id) => ids.includes(id))!);
  const left = new Set(ids);
  let keys = 0;
  while (left.size > 0) {
    const id = (await selectedId(reviewer))!;
    assert.ok(left.delete(id), 'the next one is selected by itself');
    await mayApprove(reviewer);
    await reviewer.keyboard.press('a');
    keys += 1;
    await row(reviewer, id).filter({ hasText: 'approved' }).waitFor();
  }
  assert.ok(keys <= 2 * MANY);
  await until(async () => {
    const open = await listOf('status=open&limit=1000');
    return !open.some(({ id }) => ids.includes(id));
  }, 'the decisions are in force after 8 seconds');
});

test('u takes a decision back within 8 seconds, and it survives a reload meanwhile', async () => {
  // Where the machine is busy, a reload alone can take longer than a decision can be taken back.
  let takenBack: string | null = null;
  // One more each time: a larger step would be unusual, and asked about.
  for (let quorum = 4; takenBack === null; quorum += 1) {
    assert.ok(quorum < 30, 'a reload always took longer than 8 seconds');
    const [id] = await propose([
      {
        value: String(quorum),
        quote: `a quorum of ${quorum}`,
        document: Buffer.from(`It has a quorum of ${quorum} keys.`),
      },
    ]);
    await openProposal(reviewer, id!);
    await mayApprove(reviewer);
    // The document, which has come meanwhile, may have taken the focus.
    await reviewer.locator('[aria-current="true"]').focus();
    const approved = performance.now();
    await reviewer.keyboard.press('a');
    await row(reviewer, id!).filter({ hasText: 'approved' }).waitFor();
    await reviewer.reload();
    if (performance.now() - approved > 5000) {
      await until(async () => !(await isOpen(id!)), 'the decision is in force');
      continue;
    }
    await toast(reviewer).waitFor();
    await reviewer.locator('[aria-current="true"]').focus();
    await reviewer.keyboard.press('u');
    await toast(reviewer).waitFor({ state: 'detached' });
    if (performance.now() - approved < 8000) takenBack = id!;
  }
  await new Promise((resolve) => setTimeout(resolve, 9500));
  assert.ok(await isOpen(takenBack), 'nothing was decided');
});

test('of two reviewers the second is told what happened', async () => {
  const [id] = await propose([
    { value: '5', quote: 'a quorum of 5', document: Buffer.from('It has a quorum of 5 keys.') },
  ]);
  const second = await signIn('operator');
  for (const page of [reviewer, second]) {
    await openProposal(page, id!);
    await mayApprove(page);
  }
  await Promise.all([reviewer.keyboard.press('a'), second.keyboard.press('a')]);
  const told = /Your decision was not recorded: .* approved this/;
  await until(
    async () => (await reviewer.getByText(told).count()) + (await second.getByText(told).count()) === 1,
    'exactly one of them is told',
  );
  await second.close();
});

test('q returns a proposal with a question, which its proposer answers, and it waits again', async () => {
  const [id] = await propose([
    { value: '6', quote: 'a quorum of 6', document: Buffer.from('It has a quorum of 6 keys.') },
  ]);
  await openProposal(reviewer, id!);
  await mayApprove(reviewer);
  await reviewer.keyboard.press('q');
  await reviewer.getByRole('dialog').getByLabel('Question').fill('Of which wallet?');
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Ask' }).click();
  await row(reviewer, id!).filter({ hasText: 'asked' }).waitFor();

  const analyst = await signIn('analyst');
  await openProposal(analyst, id!);
  await analyst.getByRole('button', { name: 'Answer' }).click();
  await analyst.getByRole('dialog').getByLabel('Answer').fill('Of the cold one.');
  await analyst.getByRole('dialog').getByRole('button', { name: 'Answer' }).click();
  await analyst.getByText('Of the cold one.').waitFor();
  await openProposal(reviewer, id!);
  await reviewer.getByText('Of the cold one.').waitFor();
  await mayApprove(reviewer);

  // The previous evidence, and the new one again.
  await reviewer.keyboard.press('p');
  await reviewer.getByText(/^Previous evidence, for/).waitFor();
  await reviewer.keyboard.press('p');
  await reviewer.locator('mark', { hasText: 'a quorum of 6' }).waitFor();
  // Keys can be switched off.
  await reviewer.keyboard.press('?');
  await reviewer.getByRole('dialog').getByLabel('Single keys').uncheck();
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await reviewer.locator('[aria-current="true"]').focus();
  await reviewer.keyboard.press('r');
  await reviewer.getByText('Single keys are off.').waitFor();
  assert.equal(await reviewer.getByRole('dialog').count(), 0);
  await reviewer.evaluate("localStorage.removeItem('approvals.single-keys')");
  await reviewer.reload();
});

test('values of one document are approved together, once each was shown', async () => {
  const document = Buffer.from('Page one: a quorum of 3 keys.\n\nPage two: the notice is 14 days.');
  const [first, second] = await propose([
    { value: '3', quote: 'a quorum of 3 keys', document, provider: PROVIDERS[1] },
    {
      value: '14',
      quote: 'the notice is 14 days',
      document,
      provider: PROVIDERS[1],
      input: 'redemption_days',
    },
  ]);
  const both = toast(reviewer).filter({ hasText: 'Approved 2 values of one document' });
  await openProposal(reviewer, first!);
  await mayApprove(reviewer);
  await reviewer.keyboard.press('A');
  assert.equal(await both.count(), 0, 'the second was not shown');
  await openProposal(reviewer, second!);
  await mayApprove(reviewer);
  await reviewer.getByRole('button', { name: /^Approve all 2/ }).waitFor();
  await until(async () => {
    await reviewer.keyboard.press('A');
    return (await both.count()) > 0;
  }, 'both are approved');
  await reviewer.keyboard.press('u');
  await both.waitFor({ state: 'detached' });
});

test('on a phone the quote is cropped, and the page one tap away', async () => {
  const [id] = await propose([
    {
      value: '7',
      quote: 'a quorum of 7',
      document: pdfFile([['The wallet has a quorum of 7 keys.']]),
      mediaType: 'application/pdf',
    },
  ]);
  await reviewer.setViewportSize({ width: 390, height: 844 });
  await reviewer.goto(`${url}/desk/approvals?proposal=${id}`);
  const frame = reviewer.locator('[data-quote]');
  await until(async () => ((await frame.boundingBox())?.width ?? 0) > 100, 'the quote is enlarged');
  const box = (await frame.boundingBox())!;
  assert.ok(box.x >= 0 && box.x + box.width <= 390, 'it is in view');
  await reviewer.getByRole('button', { name: 'Whole page' }).click();
  await until(async () => (await frame.boundingBox())!.width < 90, 'the whole page is drawn');
  assert.deepEqual(complaints, []);
});
