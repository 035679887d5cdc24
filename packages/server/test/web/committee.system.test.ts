// Runs, the committee's view of a draft and the requests of two people in a real browser, with several people signed in.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openStore } from '@rf-indicators/core/store/open';
import { moveTopic } from '@rf-indicators/core/store/topics';
import type { Page } from '../../../../test/support/chromium.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import {
  approveProposal,
  callByHand,
  type DemoDesk,
  doByHand,
  openDemoDesk,
  readByHand,
  scoresShow,
} from './demo-desk.ts';
import { button, dialog, INERT, receiver, until } from './site.ts';

let desk: DemoDesk;
let analyst: Page;
let reviewer: Page;
let operator: Page;

before(async () => {
  desk = await openDemoDesk();
  analyst = await desk.signIn('analyst', '/desk/runs');
  reviewer = await desk.signIn('reviewer', '/desk/requests');
  await reviewer.getByRole('heading', { name: 'Requests' }).waitFor();
  // One input lowers a band.
  await approveProposal(reviewer, 'key_quorum');
  operator = await desk.signIn('operator', '/desk/runs');
  await operator.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
});

const alert = (page: Page) => page.getByRole('alertdialog');
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;

/** The analyst starts a run on the page, and is taken to it. */
async function startRun(reason: string): Promise<string> {
  await analyst.goto(`${desk.url}/desk/runs`);
  await button(analyst, 'Start a run').click();
  await dialog(analyst).getByLabel('Reason').fill(reason);
  await button(analyst, /^Start$/).click();
  await analyst.waitForURL(/\/desk\/runs\/[0-9a-f-]{36}/);
  await analyst.getByText('Brindlewick Vaults').first().waitFor();
  return idOf(analyst);
}

test('an analyst starts a run; the draft shows what takes two people first, and why it changed', async () => {
  const run = await startRun('The committee of November.');
  const providers = analyst.getByRole('navigation', { name: 'Providers of this run' });
  // The demo has a provider whose first indicator waits.
  assert.match(await providers.innerText(), /^First indicators 1\n[\s\S]*Band changes \d/);
  await providers.getByText('Brindlewick Vaults').click();
  const item = analyst.getByRole('article', { name: 'Selected provider' });
  await item.getByRole('heading', { name: 'What changed and why' }).waitFor();
  assert.match(await item.innerText(), /76\.98[\s\S]*39\.99[\s\S]*High risk[\s\S]*riskier/);
  assert.match(await item.innerText(), /Hard rule HR07 limits the score to 39\.99/);
  assert.match(await item.innerText(), /100\.00 − \d+\.\d\d − \d+\.\d\d = 39\.99/);
  assert.match(await item.innerText(), /1 document that you have not opened/);
  // The parts add up to the change.
  const points = await item
    .getByRole('table', { name: 'Parts of the change' })
    .locator('tr td:last-child')
    .allInnerTexts();
  const figures = points.map((text) => Math.round(Number(text.replace('−', '-').replace('+', '')) * 100));
  assert.equal(
    figures.slice(0, -1).reduce((sum, one) => sum + one, 0),
    figures.at(-1),
  );
  await analyst.getByText('Approving takes the reviewer or operator role.').first().waitFor();
  assert.equal(await button(analyst, /^Publish \d/).getAttribute('aria-disabled'), 'true');
  assert.equal((await callByHand(analyst, 'runs.publish', { run })).status, 403);
  // Whoever stays with a provider has read it, and a reload keeps that.
  await item.getByText(/^Read by Demo Analyst/).waitFor();
  await analyst.reload();
  await analyst.getByText(/Band changes \d/).waitFor();
  await analyst.getByText('1 read · takes two').waitFor();
});

test('a draft with a lower band takes two to discard: it is requested, and another person approves', async () => {
  const run = idOf(analyst);
  await button(analyst, 'Discard…').click();
  await button(analyst, /^Request$/).click();
  await alert(analyst).getByText('Write why it must not be published.').waitFor();
  await alert(analyst).getByLabel('Reason').fill('The quorum was misread.');
  await button(analyst, /^Request$/).click();
  await analyst.getByRole('heading', { name: 'Discarding was requested' }).waitFor();
  await dialog(analyst).getByRole('link', { name: 'requests' }).click();
  await analyst.waitForURL(/\/desk\/requests/);
  // One's own is shown, and cannot be approved.
  await analyst.getByRole('button', { name: /Discard a draft/ }).click();
  await analyst.getByText('You requested it: somebody else must approve it.').first().waitFor();
  await button(analyst, /^Approve/).click(INERT);
  const { data } = await readByHand(analyst, 'requests.list', { status: 'open' });
  const request = data.find((one: { act: string }) => one.act === 'runs.discard').id;
  assert.equal((await callByHand(analyst, 'requests.approve', { request })).status, 403);

  await reviewer.getByRole('button', { name: /Discard a draft/ }).click();
  await reviewer.getByText(/Brindlewick Vaults, Medium/).waitFor();
  await reviewer.getByText('The quorum was misread.').waitFor();
  await button(reviewer, /^Approve/).click();
  await reviewer.getByText('Nothing waits for a second person.').waitFor();
  // The page of the other person shows it too.
  await analyst.getByText('Nothing waits for a second person.').waitFor();
  const { run: discarded } = await readByHand(analyst, 'runs.overview', { run });
  assert.equal(discarded.status, 'discarded');
});

let run: string;

test('publishing waits for a second person, and the page says so before it is tried', async () => {
  run = await startRun('Again, with the quorum confirmed.');
  await operator.goto(`${desk.url}/desk/runs/${run}`);
  await operator
    .getByText(/take two people: another reviewer or operator approves the draft first/)
    .first()
    .waitFor();
  await button(operator, /^Publish \d/).click(INERT);
  assert.equal(await alert(operator).count(), 0);
  const { status, json } = await callByHand(operator, 'runs.publish', { run });
  assert.deepEqual([status, json.code], [409, 'conflict']);
});

test('an approval of a draft that changed meanwhile is refused with what changed', async () => {
  await reviewer.goto(`${desk.url}/desk/runs/${run}`);
  const record = reviewer.getByRole('complementary', { name: 'Approvals' });
  await button(reviewer, 'Add a vote').click();
  await record.getByLabel('Person 1').fill('Cora');
  await record.getByLabel('Minutes').fill('The committee met.');
  await approveProposal(reviewer, 'reserve_coverage');
  await reviewer.getByText(/This draft has changed since you opened it\. 1 input approved/).waitFor();
  await button(reviewer, 'Approve as second person').click();
  await record
    .getByText(
      /has changed since you read it: an input was approved \(reserve coverage of brindlewick-vaults\)/,
    )
    .waitFor();
  // What was typed survives a reload.
  await reviewer.reload();
  assert.equal(await record.getByLabel('Minutes').inputValue(), 'The committee met.');
  await button(reviewer, 'Approve as second person').click();
  await record.getByText('You have approved it.').waitFor();
  await record.getByText('Cora: for').waitFor();
});

test('an operator publishes after a confirmation that counts; the public pages show it', async () => {
  const { url, received } = await receiver();
  const member = await desk.signIn('contract_admin', '/console');
  await member.getByRole('heading', { name: 'Overview' }).waitFor();
  await doByHand(member, 'webhooks.add', { url });
  await member.context().close();
  await operator.getByText(/This draft has changed since you opened it/).waitFor();
  await button(operator, /^Publish \d/).click();
  await alert(operator)
    .getByText(/band changes? \(Brindlewick Vaults, Medium\s+to\s+High risk\s+riskier/)
    .waitFor();
  await button(operator, /^Publish$/).click();
  await alert(operator)
    .getByText(/has changed since you read it/)
    .waitFor();
  await button(operator, 'Cancel').click();
  await button(operator, 'I have read this').click();
  await button(operator, /^Publish \d/).click();
  const title = await alert(operator).getByRole('heading').innerText();
  const count = Number(/^Publish (\d+) indicators\?$/.exec(title)![1]);
  await button(operator, /^Publish$/).click();
  await operator.getByText('Its indicators are public').waitFor();
  const { groups } = await readByHand(operator, 'runs.overview', { run });
  const published = groups.filter(
    ({ group }: { group: string }) => !['confirmed', 'not_scored'].includes(group),
  );
  assert.equal(
    published.reduce((sum: number, one: { published: number }) => sum + one.published, 0),
    count,
  );
  // The reviewer's page learns it without a reload.
  await reviewer.getByText('Its indicators are public').waitFor();
  const reader = await (await desk.browser.newContext()).newPage();
  await scoresShow(reader, desk, 'Brindlewick Vaults', /39\.99[\s\S]*High risk/);
  await reader.goto(`${desk.url}/changelog`);
  await reader.getByText('Brindlewick Vaults').first().waitFor();
  const isTold = () => received.some(({ body }) => /brindlewick-vaults|Brindlewick Vaults/.test(body));
  await until(isTold, 'a webhook tells it too');
});

test('a draft without bad news is discarded by its maker alone; publishing fits on a phone', async () => {
  const quiet = await startRun('Nothing new.');
  const phone = await desk.signIn('operator', `/desk/runs/${quiet}`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await button(phone, /^Publish/).tap();
  await alert(phone).getByText('What is published stays on record for good').waitFor();
  await button(phone, 'Cancel').tap();
  await phone.context().close();
  await button(analyst, 'Discard…').click();
  await alert(analyst).getByLabel('Reason').fill('Not today.');
  await button(analyst, /^Discard$/).click();
  await analyst.getByText('It was discarded, and nothing more of it can be published.').waitFor();
});

test('requests of all kinds: refused with a reason, cancelled by who made them', async () => {
  await doByHand(operator, 'rules.set', { name: 'activation_notice_days', value: 21 });
  await doByHand(operator, 'withdrawals.request', {
    provider: 'gossamerle-yield',
    reason: 'The programme ends.',
  });
  await reviewer.goto(`${desk.url}/desk/requests`);
  await reviewer.getByRole('button', { name: /Withdraw the indicator of Gossamerle Yield/ }).click();
  await button(reviewer, 'Refuse…').click();
  await dialog(reviewer).getByLabel('Reason').fill('It goes on until March.');
  await button(reviewer, /^Refuse$/).click();
  await reviewer
    .getByRole('button', { name: /Withdraw the indicator of Gossamerle/ })
    .waitFor({ state: 'detached' });

  await operator.goto(`${desk.url}/desk/requests?which=all`);
  await operator.getByRole('button', { name: /Withdraw the indicator of Gossamerle/ }).click();
  await operator.getByText('It goes on until March.').waitFor();
  await operator.getByRole('button', { name: /Set activation notice days to 21/ }).click();
  await button(operator, 'Cancel my request').click();
  await operator.getByRole('row').filter({ hasText: 'Set activation' }).getByText('cancelled').waitFor();
});

test('the progress of a run survives a reload, and ends by itself', async () => {
  const store = await openStore({ dataDir: desk.dataDir, databaseUrl: null });
  cleanUp(wholeFile, () => store.close());
  const last = await store.db
    .selectFrom('runs')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const now = Date.now();
  const id = crypto.randomUUID();
  const work = {
    run_id: id,
    stage: 'scoring' as const,
    total: 10_000,
    started_at: now - 4000,
    updated_at: now,
  };
  await store.transaction(async (writes) => {
    const own = { id, status: 'computing' as const, created_at: now, finished_at: null, reason: null };
    await writes
      .insertInto('runs')
      .values({ ...last, ...own })
      .execute();
    await writes
      .insertInto('run_progress')
      .values({ ...work, done: 4000 })
      .execute();
  });
  await analyst.goto(`${desk.url}/desk/runs/${id}`);
  await analyst.getByText(/4,000 of 10,000 scored · about \d seconds? left/).waitFor();
  await analyst.reload();
  await analyst.getByText(/4,000 of 10,000 scored/).waitFor();
  const move = (done: number) =>
    store.transaction((writes) =>
      writes
        .updateTable('run_progress')
        .set({ done, updated_at: Date.now() })
        .where('run_id', '=', id)
        .execute(),
    );
  await move(7000);
  await analyst.getByText(/7,000 of 10,000 scored/).waitFor();
  const bar = analyst.getByRole('progressbar', { name: 'Scoring' });
  assert.equal(await bar.getAttribute('aria-valuenow'), '7000');
  await store.transaction(async (writes) => {
    await writes
      .updateTable('runs')
      .set({ status: 'draft', finished_at: Date.now() })
      .where('id', '=', id)
      .execute();
    // As the act that ends a run does.
    await moveTopic(writes, 'desk');
  });
  await analyst.getByText('This run has no providers.').waitFor();
  assert.deepEqual(desk.complaints, []);
});
