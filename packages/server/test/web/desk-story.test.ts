// One value on its whole way, on the pages alone: a document, the entry, the approval with the document in view, a run, the
// committee, the publication, and what everybody else then sees.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from '../../../../test/support/chromium.ts';
import {
  acceptByHand,
  type DemoDesk,
  doByHand,
  explainByHand,
  openDemoDesk,
  openMatters,
  readByHand,
  scoresShow,
} from './demo-desk.ts';
import { button, receiver, until } from './site.ts';

let desk: DemoDesk;
let analyst: Page;
let reviewer: Page;
let operator: Page;
let received: Awaited<ReturnType<typeof receiver>>['received'];

const TODAY = new Date().toISOString().slice(0, 10);
const REPORT = {
  name: `zephyrwold-synthetic-key-ceremony-${TODAY}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`Key ceremony\n\nAny single key is enough to move funds.\n`),
};

before(async () => {
  desk = await openDemoDesk();
  analyst = await desk.signIn('analyst', '/desk/entry');
  reviewer = await desk.signIn('reviewer', '/desk/approvals');
  operator = await desk.signIn('operator', '/desk');
  const member = await desk.signIn('contract_admin', '/console');
  await member.getByRole('heading', { name: 'Overview' }).waitFor();
  const hook = await receiver();
  received = hook.received;
  await doByHand(member, 'webhooks.add', { url: hook.url });
  await member.context().close();
});

const cell = (row: number, name: string) =>
  analyst.getByLabel(`${name}, row ${row}`, { exact: true }).first();

test('an analyst enters a value from a document', async () => {
  await cell(1, 'Input').waitFor();
  await analyst.getByLabel('Document file').setInputFiles(REPORT);
  await analyst.locator('[data-cell=input]:focus').waitFor();
  assert.equal(await cell(1, 'Provider').inputValue(), 'Zephyrwold Synthetic');
  await cell(1, 'Input').fill('key_quorum');
  await analyst.keyboard.press('Enter');
  await cell(1, 'Value').fill('1');
  await cell(1, 'Quote').fill('Any single key is enough to move funds.');
  await analyst.locator('[data-preview="zephyrwold-synthetic"]').getByText('39.99').first().waitFor();
  await analyst.getByText(/^Draft saved/).waitFor();
  await analyst.keyboard.press('Control+Enter');
  await analyst.getByText('1 value proposed as one batch.').waitFor();
});

test('a reviewer approves it with the quote in view', async () => {
  const row = reviewer.locator('tr[data-row]').filter({ hasText: 'Zephyrwold Synthetic' });
  await row.getByRole('button').or(row.getByRole('link')).first().click();
  await reviewer.locator('mark', { hasText: 'Any single key is enough' }).waitFor();
  await until(
    async () =>
      (await reviewer
        .getByRole('button', { name: /^Approve/ })
        .first()
        .getAttribute('aria-disabled')) !== 'true',
    'it was shown',
  );
  await reviewer.keyboard.press('a');
  // In force after eight seconds, without anybody's help.
  await until(async () => {
    const of = { provider: 'zephyrwold-synthetic', input: 'key_quorum', status: 'approved' };
    const { data } = await readByHand(analyst, 'inputs.list', of);
    return data.some(({ value }: { value: string }) => value === '1');
  }, 'the decision is in force');
});

test('an analyst runs, the committee votes, an operator publishes', async () => {
  await analyst.goto(`${desk.url}/desk/runs`);
  await button(analyst, 'Start a run').click();
  await analyst.getByRole('dialog').getByLabel('Reason').fill('A key ceremony that went wrong.');
  await button(analyst, /^Start$/).click();
  await analyst.waitForURL(/\/desk\/runs\/[0-9a-f-]{36}/);
  const path = new URL(analyst.url()).pathname;
  const run = path.split('/').at(-1)!;
  await analyst.getByText('Zephyrwold Synthetic').first().waitFor();
  const officer = await desk.signIn('chief_risk_officer', '/desk');
  const matters = await openMatters(analyst, run);
  const { data } = await readByHand(analyst, 'committee.list', { run });
  const own = data.find(({ slug }: { slug: string }) => slug === 'zephyrwold-synthetic').matter;
  await explainByHand(analyst, reviewer, { run });
  await acceptByHand(
    [analyst, reviewer, officer],
    matters.filter((matter) => matter !== own),
  );
  await acceptByHand([analyst, reviewer], [own]);

  // The chair reads the evidence and casts the deciding vote on the page. A page that was open before would ask the chair
  // first to read the rationale, which is news to it.
  await officer.goto(`${desk.url}${path}?provider=zephyrwold-synthetic`);
  await officer
    .getByRole('button', { name: /key ceremony/ })
    .first()
    .click();
  await officer.locator('mark', { hasText: 'Any single key is enough' }).waitFor();
  await button(officer, 'Close').click();
  const committee = officer.getByRole('complementary', { name: 'Committee' });
  await committee.getByLabel('Publish as drafted').check();
  await committee.getByText('Publish, 3 for and 0 against').waitFor();
  await officer.keyboard.press('v');
  await committee.getByText('accepted').waitFor();
  await officer.context().close();

  await operator.goto(`${desk.url}${path}`);
  await button(operator, /^Publish \d/).click();
  const question = operator.getByRole('alertdialog');
  await question.getByText(/Zephyrwold Synthetic, Medium\s+to\s+High risk\s+riskier/).waitFor();
  await button(operator, /^Publish$/).click();
  await operator.getByText('Its indicators are public').waitFor();
});

test('everybody sees it: the list, the changelog, the webhook, and the page of the provider at the desk', async () => {
  const reader = await (await desk.browser.newContext()).newPage();
  await scoresShow(reader, desk, 'Zephyrwold Synthetic', /39\.99[\s\S]*High risk/);
  await reader.goto(`${desk.url}/changelog`);
  await reader.getByText('Zephyrwold Synthetic').first().waitFor();
  await until(
    () => received.some(({ body }) => body.includes('Zephyrwold Synthetic')),
    'the webhook told it',
  );
  await analyst.goto(`${desk.url}/desk/providers/zephyrwold-synthetic`);
  await analyst.getByText('39.99').first().waitFor();
  assert.deepEqual(desk.complaints, []);
});
