// The committee's day in a real browser by six people: a draft, votes with a dissent and a recusal, what is refused stays while
// the rest is published; then the requests of two people.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openStore } from '@rf-indicators/core/store/open';
import { moveTopic } from '@rf-indicators/core/store/topics';
import type { Page } from '../../../../test/support/chromium.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import {
  acceptByHand,
  approveProposal,
  callByHand,
  type DemoDesk,
  doByHand,
  explainByHand,
  openDemoDesk,
  openMatters,
  readByHand,
  scoresShow,
} from './demo-desk.ts';
import { button, dialog, INERT, receiver, until } from './site.ts';

let desk: DemoDesk;
let analyst: Page;
let reviewer: Page;
let second: Page;
let officer: Page;
let operator: Page;

before(async () => {
  desk = await openDemoDesk();
  analyst = await desk.signIn('analyst', '/desk/runs');
  reviewer = await desk.signIn('reviewer', '/desk/requests');
  await reviewer.getByRole('heading', { name: 'Requests' }).waitFor();
  second = await desk.signIn('second-reviewer@demo.example', '/desk/requests');
  await second.getByRole('heading', { name: 'Requests' }).waitFor();
  officer = await desk.signIn('chief_risk_officer', '/desk/committee');
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

const item = (page: Page) => page.getByRole('article', { name: 'Selected provider' });
const committee = (page: Page) => page.getByRole('complementary', { name: 'Committee' });
const CAPPED = 'brindlewick-vaults';

test('an analyst starts a run; the draft shows what the committee decides first, and why it changed', async () => {
  const run = await startRun('The committee of November.');
  const providers = analyst.getByRole('navigation', { name: 'Providers of this run' });
  // The demo has a provider whose first indicator waits.
  await providers.getByText(/^Not scored/).waitFor();
  assert.match(await providers.innerText(), /First indicators 1[\s\S]*Band changes \d/);
  await providers.getByRole('button', { name: /^Brindlewick Vaults/ }).click();
  await item(analyst)
    .getByRole('heading', { name: /points are one cap/ })
    .waitFor();
  const text = await item(analyst).innerText();
  assert.match(text, /76\.98[\s\S]*39\.99[\s\S]*High risk[\s\S]*riskier/);
  assert.match(text, /76\.98( [−+] \d+\.\d\d)+ = 39\.99/);
  assert.match(text, /Without hard rules: 7\d\.\d\d, Medium risk/);
  // The parts add up to the change.
  await button(analyst, 'Show as a table').first().click();
  const points = await item(analyst)
    .getByRole('table', { name: 'Parts of the change' })
    .locator('tr td:last-child')
    .allInnerTexts();
  const figures = points.map((one) => Math.round(Number(one.replace('−', '-').replace('+', '')) * 100));
  assert.equal(
    figures.slice(0, -1).reduce((sum, one) => sum + one, 0),
    figures.at(-1),
  );
  assert.equal(
    await button(analyst, /^Publish/)
      .first()
      .getAttribute('aria-disabled'),
    'true',
  );
  assert.equal((await callByHand(analyst, 'runs.publish', { run })).status, 403);
});

test('evidence is read when it was on the screen, and only then the provider is', async () => {
  await item(analyst).getByText('unread').first().waitFor();
  const { read_by } = await readByHand(analyst, 'runs.item', { run: idOf(analyst), provider: CAPPED });
  assert.deepEqual(read_by, [], 'whoever stays with a provider has not read it yet');
  // Not by role: what is behind a dialog has none.
  const unread = analyst.locator('article tr', { hasText: 'unread' });
  for (let left = await unread.count(); left > 0; left = await unread.count()) {
    await unread.first().getByRole('button').click();
    await until(async () => (await unread.count()) < left, 'the evidence was on the screen');
    await button(analyst, 'Close').click();
  }
  await item(analyst)
    .getByText(/^Read by Demo Analyst/)
    .waitFor();
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

/** The matter of a provider, and what the reader has seen of it. */
async function matterOf(page: Page, provider: string): Promise<string> {
  const { data } = await readByHand(page, 'committee.list', { run });
  return data.find(({ slug }: { slug: string }) => slug === provider).matter;
}

async function openDraft(page: Page, provider: string): Promise<void> {
  await page.goto(`${desk.url}/desk/committee?run=${run}&provider=${provider}`);
  await page.getByRole('heading', { name: 'Committee', exact: true }).waitFor();
  await committee(page).getByText('Your vote').first().waitFor();
}

test('publishing waits for the committee, and the page says so before it is tried', async () => {
  run = await startRun('Again, with the quorum confirmed.');
  await operator.goto(`${desk.url}/desk/runs/${run}`);
  const publish = button(operator, /^Publish/).first();
  await publish.waitFor();
  // Its renewals could be published; what the committee decides is named as held.
  await operator
    .getByText(/stay in the draft: the committee has not accepted them/)
    .first()
    .waitFor();
  // Somebody who is only an operator does not vote.
  const [matter] = await openMatters(operator, run);
  const { seen } = await readByHand(operator, 'committee.show', { matter: matter! });
  const vote = { matters: [{ matter: matter!, seen }], vote: 'for' };
  assert.equal((await callByHand(operator, 'committee.vote', vote)).status, 403);
});

test('a dissent needs words, and they survive a reload; a recusal needs a reason', async () => {
  await explainByHand(analyst, reviewer, { run });
  await openDraft(reviewer, CAPPED);
  await committee(reviewer).getByLabel('Hold back, with a reason').check();
  await committee(reviewer)
    .getByText(/^(Stays open|Hold back), \d/)
    .waitFor();
  await button(reviewer, /^Cast vote/).click();
  await committee(reviewer).getByText('Write your reason.').waitFor();
  await committee(reviewer).getByRole('textbox', { name: 'Reason' }).fill('Ask for the board minute first.');
  await reviewer.reload();
  assert.equal(
    await committee(reviewer).getByRole('textbox', { name: 'Reason' }).inputValue(),
    'Ask for the board minute first.',
  );
  await button(reviewer, /^Cast vote/).click();
  await committee(reviewer).getByText('“Ask for the board minute first.”').waitFor();

  await openDraft(second, 'ambervane-lending');
  await second.keyboard.press('3');
  await committee(second)
    .getByRole('textbox', { name: 'Reason' })
    .fill('I hold a deposit with this provider.');
  await button(second, /^Recuse myself/).click();
  await committee(second).getByText('“I hold a deposit with this provider.”').waitFor();
});

test('the outcome follows from the votes: what is refused stays, and the rest is published', async () => {
  const refused = await matterOf(officer, CAPPED);
  const others = (await openMatters(officer, run)).filter((matter) => matter !== refused);
  await acceptByHand([analyst, reviewer, officer], others);
  await openDraft(officer, CAPPED);
  await committee(officer).getByText('1 of 3 votes cast').waitFor();
  await officer.keyboard.press('2');
  await committee(officer).getByRole('textbox', { name: 'Reason' }).fill('The policy may be a draft.');
  await button(officer, /^Cast vote/).click();
  await committee(officer).getByText('“The policy may be a draft.”').waitFor();
  await openDraft(analyst, CAPPED);
  await committee(analyst).getByLabel('Publish as drafted').check();
  await committee(analyst)
    .getByLabel('Line for the minutes')
    .fill('The committee waits for the board minute.');
  await committee(analyst).getByText('Hold back, 1 for and 2 against').waitFor();
  await analyst.keyboard.press('Tab');
  await button(analyst, /^Cast vote/).click();
  // The pages of the others learn it without a reload.
  for (const page of [analyst, officer]) await committee(page).getByText('refused').first().waitFor();
  assert.match(await item(officer).innerText(), /Demo Analyst: The committee waits for the board minute\./);

  const { url, received } = await receiver();
  const member = await desk.signIn('contract_admin', '/console');
  await member.getByRole('heading', { name: 'Overview' }).waitFor();
  await doByHand(member, 'webhooks.add', { url });
  await member.context().close();
  await operator.reload();
  await button(operator, /^Publish \d/).click();
  await alert(operator)
    .getByText(/Brindlewick Vaults stays in the draft/)
    .waitFor();
  await button(operator, /^Publish$/).click();
  await alert(operator).waitFor({ state: 'detached' });
  const { run: left } = await readByHand(operator, 'runs.overview', { run });
  assert.equal(left.status, 'draft', 'what was refused is still there');
  const reader = await (await desk.browser.newContext()).newPage();
  await scoresShow(reader, desk, 'Ambervane Lending', /Medium risk/);
  await scoresShow(reader, desk, 'Brindlewick Vaults', /76\.98/);
  await until(() => received.some(({ body }) => /Ambervane Lending/.test(body)), 'a webhook tells it too');
  await reader.context().close();
});

test('requests of all kinds: refused with a reason, cancelled by who made them', async () => {
  await doByHand(operator, 'rules.set', { name: 'activation_notice_days', value: 21 });
  await reviewer.goto(`${desk.url}/desk/requests`);
  await reviewer.getByRole('button', { name: /Set activation notice days to 21/ }).click();
  await button(reviewer, 'Refuse…').click();
  await dialog(reviewer).getByLabel('Reason').fill('Fourteen are enough.');
  await button(reviewer, /^Refuse$/).click();
  await reviewer.getByRole('button', { name: /Set activation notice days/ }).waitFor({ state: 'detached' });
  await doByHand(operator, 'rules.set', { name: 'committee_quorum', value: 4 });

  await operator.goto(`${desk.url}/desk/requests?which=all`);
  await operator.getByRole('button', { name: /Set activation notice days to 21/ }).click();
  await operator.getByText('Fourteen are enough.').waitFor();
  await operator.getByRole('button', { name: /Set committee quorum to 4/ }).click();
  await button(operator, 'Cancel my request').click();
  await operator
    .getByRole('row')
    .filter({ hasText: 'Set committee quorum' })
    .getByText('cancelled')
    .waitFor();
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
