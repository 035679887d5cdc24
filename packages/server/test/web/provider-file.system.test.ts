// The file of a provider with two people signed in: a contested value is cured, a wrong input is corrected from the sheet
// to the verification page, and an indicator is withdrawn and reinstated.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from '../../../../test/support/chromium.ts';
import { CONFIRMATION, graded } from '../../../../test/support/evidence.ts';
import {
  acceptByHand,
  callByHand,
  type DemoDesk,
  doByHand,
  explainByHand,
  openDemoDesk,
  openMatters,
  readByHand,
} from './demo-desk.ts';
import { button, dialog, heading, until } from './site.ts';

const CONTESTED = 'gossamerle-yield';
const CORRECTED = 'aldertarn-bills';
const WITHDRAWN = 'harbourglass-dollar';

let desk: DemoDesk;
let analyst: Page;
let reviewer: Page;
let operator: Page;
let officer: Page;

before(async () => {
  desk = await openDemoDesk();
  analyst = await desk.signIn('analyst', '/desk/providers');
  reviewer = await desk.signIn('reviewer', '/desk/providers');
  operator = await desk.signIn('operator', `/desk/providers/${CONTESTED}`);
  officer = await desk.signIn('chief_risk_officer', '/desk/providers');
  for (const page of [analyst, reviewer, officer]) await heading(page, 'Providers').waitFor();
});

const today = () => new Date().toISOString().slice(0, 10);
const alert = (page: Page) => page.getByRole('alertdialog');
const section = (page: Page, title: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
const timeline = (page: Page) => page.getByRole('table', { name: /^Timeline/ });

/** A value with a document, proposed by the analyst and approved by the reviewer, who has opened it. */
async function enter(provider: string, input: string, value: string, grade: string): Promise<string> {
  const text = `A fictional report: ${input} of ${provider} is ${value}.`;
  const evidence = {
    ...graded(grade),
    quote: text,
    title: `Report on ${input}`,
    evidence_date: today(),
    document: 'd',
  };
  const { proposal_ids } = await doByHand(analyst, 'inputs.propose', {
    rows: [{ value: { provider, input, value, evidence, confirmation: CONFIRMATION } }],
    documents: { d: { media_type: 'text/plain', base64: Buffer.from(text).toString('base64') } },
  });
  const [proposal] = proposal_ids as [string];
  const { proposal: shown } = await readByHand(reviewer, 'inputs.show', { proposal });
  await doByHand(reviewer, 'evidence.open', { evidence: shown.evidence.id });
  await doByHand(reviewer, 'inputs.approve', { proposals: [proposal], confirmation: CONFIRMATION });
  return proposal;
}

async function publish(run: string): Promise<void> {
  await explainByHand(analyst, reviewer, { run });
  await acceptByHand([analyst, reviewer, officer], await openMatters(officer, run));
  await doByHand(operator, 'runs.publish', { run });
}

test('a contested value stands beside the one in force, and stronger evidence cures it while one looks on', async () => {
  await heading(operator, 'Contested values').waitFor();
  const contested = section(operator, 'Contested values');
  assert.match(await contested.innerText(), /105\.00, grade D/);
  assert.match(await contested.innerText(), /Evidence of grade [A-C] or better for 105\.00/);
  await enter(CONTESTED, 'reserve_coverage', '105.00', 'A');
  await heading(operator, 'Contested values').waitFor({ state: 'detached' });
  const row = operator
    .getByRole('table', { name: 'Criteria' })
    .getByRole('row', { name: /^Backing coverage of claims/ });
  assert.match(await row.innerText(), /105\.00\s+A/);
  await timeline(operator)
    .getByText(/105\.00, grade A, approved by/)
    .first()
    .waitFor();
});

test('the sheet shows age, points and the document behind a value', async () => {
  const row = operator
    .getByRole('table', { name: 'Criteria' })
    .getByRole('row', { name: /^Backing coverage of claims/ });
  assert.match(await row.innerText(), /0 of \d+ days\s+[\d.]+ of [\d.]+/);
  await row.getByRole('button', { name: 'Open' }).click();
  await dialog(operator)
    .getByText(/reserve_coverage of gossamerle-yield is 105\.00/)
    .waitFor();
  await dialog(operator).getByRole('button', { name: 'Close' }).click();
  assert.equal(await operator.getByRole('table', { name: 'Gates' }).getByRole('row').count(), 4);
});

test('a note is on record, and the timeline is filtered by kind', async () => {
  await operator.getByLabel('Note').fill('Called on Monday: the next report follows in May.');
  await button(operator, 'Add note').click();
  await timeline(operator)
    .getByText(/^Note by .*: Called on Monday/)
    .waitFor();
  await operator.getByLabel('Show', { exact: true }).selectOption('notes');
  await until(
    async () => (await timeline(operator).locator('tr[data-index]').count()) === 1,
    'only the note',
  );
  const refused = await callByHand(operator, 'providers.add_note', { provider: CONTESTED, text: ' ' });
  assert.equal(refused.status, 422);
});

test('the history is walked by keyboard, and is a table too', async () => {
  const history = section(operator, 'History');
  const slider = history.getByRole('slider');
  await slider.focus();
  await slider.press('End');
  const last = await slider.getAttribute('aria-valuetext');
  await history.getByRole('button', { name: 'all' }).click();
  await slider.press('Home');
  assert.notEqual(await slider.getAttribute('aria-valuetext'), last);
  await history.getByRole('button', { name: 'Show as a table' }).click();
  await history.getByRole('table', { name: 'History' }).waitFor();
});

test('the file says what happens if nothing is renewed, as a chart and as a table', async () => {
  const ahead = section(operator, 'If nothing is renewed');
  await ahead.getByText(/It is not a forecast/).waitFor();
  await ahead.getByRole('img', { name: /^Step chart of the score from/ }).waitFor();
  await ahead.getByText('Show as a table').click();
  await ahead
    .getByRole('table', { name: 'If nothing is renewed' })
    .getByText('stale, without a new score')
    .waitFor();
});

test('the home page counts the indicators that are stale day by day, as a chart and as a table', async () => {
  await operator.goto(`${desk.url}/desk`);
  const ahead = section(operator, 'If nothing is renewed');
  await ahead
    .getByRole('img', { name: /^Step chart: \d+ of \d+ indicators (is|are) stale today, .*\d{4}\.$/ })
    .waitFor();
  await ahead.getByText('Show as a table').click();
  await ahead.getByRole('table', { name: 'Stale indicators' }).waitFor();
});

test('a wrong input is corrected: every indicator that holds it is listed, drafted, approved and published', async () => {
  await enter(CORRECTED, 'reserve_coverage', '101.50', 'A');
  const compute = { providers: [CORRECTED], everything: true };
  const { run_id } = await doByHand(operator, 'runs.compute', compute);
  await publish(run_id);
  await operator.goto(`${desk.url}/desk/providers/${CORRECTED}`);
  const { published } = await readByHand(operator, 'providers.show', { provider: CORRECTED });

  await button(operator, 'Correct Backing coverage of claims').click();
  await dialog(operator)
    .getByText(/1 published indicator holds the value 101\.50/)
    .waitFor();
  await dialog(operator).getByText(published.verification_id).waitFor();
  await dialog(operator).getByRole('button', { name: 'Draft the correction' }).click();
  await dialog(operator).getByText('Write why: readers see it.').waitFor();
  await dialog(operator).getByLabel('What replaces it').selectOption({ index: 1 });
  await dialog(operator).getByLabel('Reason').fill('A figure of another report was entered.');
  await dialog(operator).getByRole('button', { name: 'Draft the correction' }).click();
  await heading(operator, 'The correction is drafted').waitFor();
  const link = await operator.getByRole('link', { name: 'Show the draft' }).getAttribute('href');
  const run = link!.split('/').at(-1)!;
  await dialog(operator).getByRole('button', { name: 'Close' }).click();
  await section(operator, 'Before the committee')
    .getByText(/A correction/)
    .waitFor();

  const alone = await callByHand(operator, 'runs.publish', { run });
  assert.equal(alone.status, 409, 'the committee has not voted');
  await publish(run);
  await operator.getByText('This indicator corrects an earlier one:').waitFor();
  await heading(operator, 'Before the committee').waitFor({ state: 'detached' });
  await operator.getByLabel('Show', { exact: true }).selectOption('corrections');
  await timeline(operator)
    .getByText(/Corrected indicator published/)
    .waitFor();
  await timeline(operator)
    .getByText(/101\.50, grade A, retracted/)
    .waitFor();
  const reader = await desk.browser.newPage();
  await reader.goto(`${desk.url}/verify/${published.verification_id}`);
  await reader.getByText('Genuine, later corrected').first().waitFor();
  await reader.close();
  const again = await callByHand(operator, 'corrections.affected', { wrong: 'nothing' });
  assert.ok(again.status >= 400);
});

test('the committee decides a withdrawal, and the reinstatement', async () => {
  await operator.goto(`${desk.url}/desk/providers/${WITHDRAWN}`);
  await button(operator, 'Withdraw…').click();
  await dialog(operator).getByLabel('Reason').fill('The attestation was recalled.');
  await dialog(operator).getByRole('button', { name: 'Ask to withdraw' }).click();
  await section(operator, 'Before the committee').getByText('The committee decides').waitFor();
  const { withdrawal_requests } = await readByHand(operator, 'providers.show', { provider: WITHDRAWN });
  const withdrawal = withdrawal_requests[0].id;
  await explainByHand(analyst, reviewer, { withdrawal });
  await acceptByHand([analyst, reviewer, officer], [withdrawal]);
  await reviewer.goto(`${desk.url}/desk/providers/${WITHDRAWN}`);
  await reviewer.getByText(/^Withdrawn on .*: The attestation was recalled\./).waitFor();
  assert.match(await button(reviewer, /^Reinstate/).innerText(), /An operator does this/);

  await button(operator, 'Reinstate…').click();
  await dialog(operator).getByLabel('Reason').fill('The attestation is valid again.');
  await dialog(operator).getByRole('button', { name: 'Draft the reinstatement' }).click();
  await heading(operator, 'The reinstatement is drafted').waitFor();
  const link = await operator.getByRole('link', { name: 'Show the draft' }).getAttribute('href');
  await dialog(operator).getByRole('button', { name: 'Close' }).click();
  await publish(link!.split('/').at(-1)!);
  await button(operator, 'Withdraw…').waitFor();
  await timeline(operator)
    .getByText(/^Indicator reinstated/)
    .first()
    .waitFor();
});

test('a name and a slug are changed by two people, and links with the old slug keep working', async () => {
  const page = analyst;
  const approveOnRequests = async (sentence: RegExp) => {
    await reviewer.goto(`${desk.url}/desk/requests`);
    const row = reviewer.getByRole('button', { name: sentence });
    await row.click();
    await button(reviewer, /^Approve$/).click();
    await row.waitFor({ state: 'detached' });
  };
  await page.goto(`${desk.url}/desk/providers/sundialow-cash`);
  await button(page, 'Rename…').click();
  await dialog(page).getByLabel('Name').fill('Sundialow Money');
  await dialog(page).getByRole('button', { name: 'Request the change' }).click();
  await dialog(page).getByText('Write why.').waitFor();
  await dialog(page).getByLabel('Reason').fill('Its register names it so.');
  await dialog(page).getByRole('button', { name: 'Request the change' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText('Change of the name: waits for a second person.').waitFor();
  await heading(page, 'Sundialow Cash').waitFor();
  await approveOnRequests(/Sundialow Money/);
  await heading(page, 'Sundialow Money').waitFor();

  await button(page, 'Change slug…').click();
  await dialog(page).getByLabel('Reason').fill('As its name.');
  await dialog(page).getByLabel('Slug').fill('Sundialow Money');
  await dialog(page).getByRole('button', { name: 'Request the change' }).click();
  await dialog(page)
    .getByText(/is not a valid slug/)
    .waitFor();
  await dialog(page).getByLabel('Slug').fill('sundialow-money');
  await dialog(page).getByRole('button', { name: 'Request the change' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await approveOnRequests(/sundialow-money/);
  await page.goto(`${desk.url}/desk/providers/sundialow-cash`);
  await heading(page, 'Sundialow Money').waitFor();
  await page.getByText('sundialow-money', { exact: true }).waitFor();
  await button(page, 'Retire…').click();
  await alert(page).getByText('Its indicator is published: withdraw it first.').last().waitFor();
  const refused = await callByHand(page, 'providers.retire', { provider: 'sundialow-money' });
  assert.equal(refused.status, 409);
});

test('none of these pages failed', () => {
  assert.deepEqual(desk.complaints, []);
});
