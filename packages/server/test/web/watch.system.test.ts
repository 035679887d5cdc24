// Watch on its whole way, on the page alone: a channel is added and tested, a rule shows what it would have told and is switched on,
// a withdrawal opens an alert that reaches Slack, and a colleague acknowledges it with a note.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { PublicScores } from '@rf-indicators/contract';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { evaluateWatches } from '@rf-indicators/core/watch/evaluate';
import type { Page } from '../../../../test/support/chromium.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { type Receiver, slackReceiver } from '../webhooks/alert-receivers.ts';
import { type DemoDesk, doByHand, openDemoDesk, withdrawByHand } from './demo-desk.ts';
import { button, dialog, heading, until } from './site.ts';

const NAME = 'Withdrawn or falling';
const NOTE = 'Limit set to zero after the call with treasury.';
let desk: DemoDesk;
let page: Page;
let slack: Receiver;
let withdrawn: { name: string; slug: string };

const panel = (name: string | RegExp) => page.getByRole('complementary', { name });
const alerts = () => page.locator('[data-alerts] tr[data-row]');
const railNumber = async () =>
  Number(
    /\d+$/.exec(
      await page
        .getByRole('link', { name: /^Watch/ })
        .first()
        .innerText(),
    )?.[0] ?? 0,
  );

before(async () => {
  slack = await slackReceiver(wholeFile);
  desk = await openDemoDesk({ RF_WEBHOOK_LOOPBACK: 'yes' });
  const { data } = (await (await fetch(`${desk.url}/api/public/scores`)).json()) as PublicScores;
  withdrawn = data.find(({ stale }) => !stale)!;
  await evaluateOnce();
  page = await desk.signIn('contract_admin', '/console/larkfield-demo/watch');
  await heading(page, 'Watch').waitFor();
});

/** What the scheduled work does once a minute; a service in the process of a test has none. */
async function evaluateOnce(): Promise<void> {
  const { dataDir } = desk;
  const store = await openStore({ dataDir, databaseUrl: null });
  const context = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
  await evaluateWatches(context, readMasterKey(dataDir, undefined), DEFAULT_POLICY);
  await store.close();
}

test('a channel of Slack is added, its address is not shown again, and a test reaches it', async () => {
  await button(page, 'Add a channel').click();
  await dialog(page).getByLabel('Tells by').selectOption({ label: 'Slack' });
  await dialog(page).getByRole('button', { name: 'Add the channel' }).click();
  await dialog(page).getByText('Give it a name that rules can call it by.').waitFor();
  await dialog(page).getByLabel('Name').fill('#counterparty-risk');
  await dialog(page).getByLabel('URL of the incoming webhook').fill(`${slack.url}/services/T0/B0/hidden`);
  await dialog(page).getByRole('button', { name: 'Add the channel' }).click();
  await panel('#counterparty-risk').getByText('nothing sent yet').waitFor();
  await panel('#counterparty-risk').getByRole('button', { name: 'Send a test' }).click();
  await panel('#counterparty-risk').getByText('delivered', { exact: true }).waitFor();
  assert.deepEqual([slack.accepted.length, slack.refused], [1, []]);
  assert.doesNotMatch(await page.content(), /B0\/hidden/);
});

test('a rule is written by keyboard, and shows what it would have told before it is switched on', async () => {
  await heading(page, 'Watch').click();
  await page.keyboard.press('n');
  const form = panel('New rule');
  await form.getByLabel('When it tells').and(page.locator(':focus')).waitFor();
  await form.getByLabel('Another channel').selectOption({ label: '#counterparty-risk (Slack)' });
  await form.getByLabel('Condition 1', { exact: true }).selectOption({ label: 'is withdrawn' });
  await form.getByLabel('Condition 2', { exact: true }).selectOption({ label: 'falls by' });
  await form.getByLabel('Points', { exact: true }).fill('many');
  await form.getByText('Write points from 0.01 to 100.00.').waitFor();
  await button(page, /^Add and switch on/)
    .and(page.locator('[aria-disabled="true"]'))
    .waitFor();
  await form.getByLabel('Points', { exact: true }).fill('10');
  await form.getByLabel('Name', { exact: true }).fill(NAME);
  await form.getByRole('heading', { name: /^It would have told you \d+ times?$/ }).waitFor();
  const told = form.getByRole('list', { name: 'What it would have told, newest first' });
  await told
    .getByText(/ is withdrawn$/)
    .first()
    .waitFor();
  await told
    .getByText(/ fell \d+\.\d\d points within 30 days/)
    .first()
    .waitFor();
  await button(page, 'Add, off for now').click();
  await panel(NAME).getByText('off', { exact: true }).waitFor();
  await panel(NAME).getByRole('button', { name: 'Switch on' }).click();
  await panel(NAME).getByText('on', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel('Your digest and calendar').waitFor();
});

test('what it finds when it is switched on stands on the page, and a withdrawal reaches Slack', async () => {
  await evaluateOnce();
  assert.equal(slack.accepted.length, 1, 'what was there before is not sent');
  await page.reload();
  await alerts().first().waitFor();
  await withdrawByHand(desk, withdrawn.slug);
  await evaluateOnce();
  const sentence = `${withdrawn.name} is withdrawn`;
  await until(() => JSON.stringify(slack.accepted).includes(sentence), 'Slack is told');
  assert.deepEqual(slack.refused, []);
  await page.reload();
  // A rule of the demo watches it too.
  await until(async () => (await alerts().filter({ hasText: sentence }).count()) === 2, 'both alerts');
  await until(async () => (await railNumber()) === (await alerts().count()), 'the rail counts what is open');
});

test('it is acknowledged by keyboard with a note, which the page and its history show', async () => {
  const mine = alerts().filter({ hasText: `${withdrawn.name} is withdrawn` });
  const id = await mine.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
  await heading(page, 'Watch').click();
  await page.keyboard.press('j');
  const focused = () => page.evaluate("document.activeElement.closest('tr')?.dataset.row ?? ''");
  for (let step = 0; !id.includes(String(await focused())); step += 1) {
    assert.ok(step < 50, 'the keys reach it');
    await page.keyboard.press('j');
  }
  const chosen = String(await focused());
  await page.keyboard.press('a');
  await dialog(page).getByLabel('Note').fill(NOTE);
  await dialog(page).getByRole('button', { name: 'Acknowledge' }).click();
  await until(async () => (await mine.count()) === 1, 'it is no longer open');

  await page.getByRole('link', { name: /^Acknowledged/ }).click();
  const row = page.locator(`[data-alerts] tr[data-row="${chosen}"]`);
  await row.getByText(`“${NOTE}”`).waitFor();
  await row.locator('th > button').click();
  const shown = panel(`${withdrawn.name} is withdrawn`);
  await shown.getByText(/^Acknowledged by Ada Wren$/).waitFor();
  await shown.getByText(`“${NOTE}”`).waitFor();
});

test('an open alert follows what a colleague does with it', async () => {
  const [id] = await alerts().evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
  const colleague = await desk.signIn('contract_admin', '/console/larkfield-demo/watch');
  await colleague.clock.install();
  await colleague.goto(`${desk.url}/console/larkfield-demo/watch?open=${id}`);
  const shown = colleague.getByRole('complementary', { name: `${withdrawn.name} is withdrawn` });
  await shown.getByText(/^Acknowledged by Ada Wren$/).waitFor();
  await doByHand(page, 'watch.close', { alert: id });
  await colleague.clock.fastForward(30_000);
  await shown.getByText(/^Closed by Ada Wren$/).waitFor();
});

test('an address of a calendar is shown once', async () => {
  await page.keyboard.press('Escape');
  await button(page, 'Create an address…').click();
  await dialog(page).getByRole('button', { name: 'Create the address' }).click();
  const address = await dialog(page)
    .getByText(/^http.*\/calendar\/.*\.ics$/)
    .innerText();
  await dialog(page).getByLabel('I have stored it').check();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await page.getByText(/^Your address was created on/).waitFor();
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /^BEGIN:VCALENDAR/);
  assert.ok(!(await page.content()).includes(address));
});

test('none of these pages failed, and the policy of the site refused nothing', () => {
  assert.deepEqual(desk.complaints, []);
});
