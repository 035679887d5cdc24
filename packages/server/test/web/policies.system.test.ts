// A policy on its whole way: from a template to rules that are edited, tested on history, decided in the shadow and activated, on
// the pages alone. The API then decides by it, a publication changes a decision, a webhook and the page say so, and the file of
// the call is checked without the service.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import type { KeptDecisions, PublicScores, SignedDecisions, SigningKeys } from '@rf-indicators/contract';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { tellDecisions } from '@rf-indicators/core/decisions/watch';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { openStore } from '@rf-indicators/core/store/open';
import { policyDigest } from '@rf-indicators/engine';
import type { Page } from '../../../../test/support/chromium.ts';
import { cleanUp, temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { type DemoDesk, doByHand, openDemoDesk, withdrawByHand } from './demo-desk.ts';
import { button, dialog, heading, until } from './site.ts';

const NAME = 'deposits';
let desk: DemoDesk;
let page: Page;
let scores: PublicScores['data'];
let ids: string[];
let calls = 0;
/** What the receiver of webhooks was sent. */
const received: { type: string; data: Changes }[] = [];

interface Changes {
  policy: { name: string; version: number };
  cause: string;
  changes: { provider_id: string; previous_decision: string; decision: string; sentence: string }[];
}

before(async () => {
  desk = await openDemoDesk({ RF_WEBHOOK_LOOPBACK: 'yes' });
  scores = ((await (await fetch(`${desk.url}/api/public/scores`)).json()) as PublicScores).data;
  ids = scores.map(({ id }) => id);
  page = await desk.signIn('contract_admin', '/console/larkfield-demo/policies');
  await heading(page, 'Counterparties').waitFor();
});

/** What a program with the key of the demo gets. */
async function evaluate(reference: string): Promise<{ status: number; signed: SignedDecisions }> {
  calls += 1;
  const answer = await fetch(`${desk.url}/api/v1/evaluate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': readCredentialsFile(desk.dataDir)!.keys.PROFESSIONAL,
    },
    body: JSON.stringify({ policy: NAME, providers: ids, nonce: `nonce-of-the-story-${calls}`, reference }),
  });
  return { status: answer.status, signed: (await answer.json()) as SignedDecisions };
}

const rule = (number: number) => page.locator(`[data-rule="${number - 1}"]`);
const rules = () => page.getByRole('list', { name: 'Rules', exact: true }).locator('[data-rule]').count();

test('a policy begins from a template, which says when not to use it', async () => {
  await button(page, 'New policy').click();
  await dialog(page)
    .getByText(/^Do not use it where a deposit/)
    .waitFor();
  await page.getByLabel('Begin with').selectOption({ label: 'Investment policy of a treasury' });
  await dialog(page)
    .getByText(/^Do not use it to choose between products/)
    .waitFor();
  await page.getByLabel('Begin with').selectOption({ label: 'Counterparties of a lender' });
  await page.getByLabel('Name in calls').fill('counterparties');
  await button(page, 'Save the draft').click();
  await dialog(page).getByText('There is a policy of this name already.').waitFor();
  await page.getByLabel('Name in calls').fill(NAME);
  await button(page, 'Save the draft').click();
  await heading(page, 'Deposits').waitFor();
  await page.getByText('version 1, draft · no version decides').waitFor();
  assert.equal(await rules(), 5);
  assert.notEqual((await evaluate('before')).status, 200);
});

test('its rules are edited by keyboard, and lint says which one never decides', async () => {
  await rule(1).getByRole('button').focus();
  await page.keyboard.press('n');
  await rule(6).getByLabel('Value').waitFor();
  assert.equal(await rules(), 6);
  await rule(6).getByLabel('Decision').selectOption('BLOCK');
  await rule(6).getByLabel('Value').selectOption('band');
  await rule(6).getByText('Never decides: rule 1 decides whenever it holds.').waitFor();

  // A threshold outside the scale cannot be saved.
  await rule(6).getByLabel('Value').selectOption('yield_highest');
  await rule(6).getByLabel('Compared with').fill('7000');
  await rule(6).getByRole('alert').waitFor();
  await button(page, /^Save version 1/)
    .and(page.locator('[aria-disabled="true"]'))
    .waitFor();
  await rule(6).getByLabel('Compared with').fill('10');
  await rule(6).getByLabel('Decision').selectOption('REVIEW');
  await rule(6).getByLabel('Sentence').fill('The product offers more than 10 % a year.');
  await rule(6).getByRole('button', { name: 'Done' }).click();

  await page.locator('[data-rule="5"] button:focus').waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await rule(5).getByText('highest yield').waitFor();
  assert.match(await page.evaluate('document.activeElement.textContent'), /highest yield/);

  await button(page, 'As JSON').click();
  const text = page.getByLabel('The policy');
  const whole = await text.inputValue();
  await text.fill(whole.replace('"valid_minutes": 15', '"valid_minutes": 0'));
  await page.getByText('/valid_minutes').waitFor();
  await text.fill(whole.replace('"valid_minutes": 15', '"valid_minutes": 30'));
  await page.getByText('The policy is valid.').waitFor();
  await button(page, 'As rules').click();

  await button(page, 'Save version 1').click();
  await page.getByText('version 1, draft · no version decides').waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  assert.equal(await page.getByLabel('Minutes that a decision is valid, at most').inputValue(), '30');
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
});

test('the test on history says whom it would have stopped, and tells one day of one provider', async () => {
  await heading(page, /^Version 1 would have (blocked|asked for a review of) .+ for \d+ days?$/).waitFor();
  await heading(page, /^Today: \d+ allow, \d+ review, \d+ block$/).waitFor();
  const held = await rule(1).innerText();
  assert.match(held, /\d+ of \d+|0/);
  await button(page, 'As a table').last().click();
  await page.getByRole('table', { name: 'Test on history' }).waitFor();
  await button(page, 'As a chart').click();
  const tried = page.getByRole('status').filter({ hasText: /ALLOW|REVIEW|BLOCK/ });
  await tried.waitFor();
});

test('an announced framework is accepted beforehand in the draft', async () => {
  const next = 'RF Framework (demo) v2.0';
  await heading(
    page,
    /^RF Framework \(demo\) v2\.0: (no decision changes|\d+ decisions? would change)$/,
  ).waitFor();
  await page.getByText(/^In effect from .* does not name it, so every score under it/).waitFor();
  await button(page, `Accept ${next}`).click();
  await page.getByText(`Save the policy to accept ${next}.`).waitFor();
  await button(page, 'Save version 1').click();
  await page.getByText(/This version accepts it\./).waitFor();
});

test('it is decided in the shadow, and then activated', async () => {
  await button(page, 'Decide in the shadow').click();
  await page.getByText('version 1, draft in the shadow · no version decides').waitFor();
  await button(page, 'Activate').click();
  await dialog(page).getByRole('button', { name: 'Activate' }).click();
  await page.getByText(/^version 1 decides since /).waitFor();
});

test('the API decides by it, and the log has the call as a file that can be checked offline', async () => {
  let answered: Awaited<ReturnType<typeof evaluate>> | undefined;
  await until(async () => {
    answered = await evaluate('order-4711');
    return answered.status === 200;
  }, 'the policy decides');
  const { document } = answered!.signed;
  assert.deepEqual([document.policy.name, document.policy.version], [NAME, 1]);

  await page.getByRole('link', { name: 'Decisions' }).click();
  await page.getByRole('row').filter({ hasText: 'order-4711' }).getByRole('button').click();
  const panel = page.getByRole('complementary', { name: 'Decisions of one call' });
  await panel.getByText(`rf policy verify rf-decisions-${document.decision_id}.json`).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download as JSON' }).click(),
  ]);
  const kept = JSON.parse(readFileSync(await saved.path(), 'utf8')) as KeptDecisions;
  assert.deepEqual(kept.document, document);
  assert.equal(await policyDigest(kept.policy as never), document.policy.digest);
});

test('a publication changes a decision, and a webhook and the page say so', async () => {
  const receiver = createServer(async (request, response) => {
    received.push(JSON.parse(await text(request)));
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  cleanUp(wholeFile, () => receiver.close());
  const { port } = receiver.address() as AddressInfo;
  await page.goto(`${desk.url}/console/larkfield-demo/policies`);
  await doByHand(page, 'webhooks.add', {
    url: `http://127.0.0.1:${port}/hook`,
    event_types: ['decision.changed'],
  });
  // The first evaluation says what stands, and tells nothing.
  await tellOnce();

  const { signed } = await evaluate('before the withdrawal');
  const { provider, decision: before } = signed.document.providers.find(
    ({ decision }) => decision !== 'BLOCK',
  )!;
  const { name, slug } = scores.find(({ id }) => id === provider)!;
  await withdrawByHand(desk, slug);
  await tellOnce();

  const told = () => received.find(({ data }) => data.policy?.name === NAME);
  await until(async () => told() !== undefined, 'the webhook arrives');
  const { type, data } = told()!;
  assert.equal(type, 'decision.changed');
  assert.equal(data.cause, 'publication');
  assert.deepEqual(
    data.changes.map(({ provider_id, previous_decision, decision }) => [
      provider_id,
      previous_decision,
      decision,
    ]),
    [[provider, before, 'BLOCK']],
  );

  await page.goto(`${desk.url}/console/larkfield-demo/policies?policy=${NAME}`);
  await button(page, 'As a table').first().click();
  const row = page.getByRole('table', { name: 'Decisions today' }).getByRole('row').filter({ hasText: name });
  await row.getByText('BLOCK').waitFor();
});

test('the file of a call is checked without the service', async () => {
  const { signed } = await evaluate('after the withdrawal');
  await page.goto(`${desk.url}/console/larkfield-demo/policies?policy=${NAME}&view=decisions`);
  await page.getByRole('row').filter({ hasText: 'after the withdrawal' }).getByRole('button').click();
  const panel = page.getByRole('complementary', { name: 'Decisions of one call' });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download as JSON' }).click(),
  ]);
  const file = path.join(temporaryFolder(wholeFile), 'decisions.json');
  const kept = readFileSync(await saved.path(), 'utf8');
  const signing = (await (await fetch(`${desk.url}/api/public/keys`)).json()) as SigningKeys;
  const { public_key } = signing.data.at(-1)!;
  const check = async (contents: string) => {
    writeFileSync(file, contents);
    return rf(['policy', 'verify', file, '--key', public_key], { env: { RF_URL: 'http://127.0.0.1:1' } });
  };
  const found = await check(kept);
  assert.equal(found.code, 0, found.stderr);
  assert.match(found.stdout, new RegExp(signed.document.decision_id));
  // A forged file.
  const forged = await check(kept.replace('"decision": "BLOCK"', '"decision": "ALLOW"'));
  assert.notEqual(forged.code, 0);
});

/** What the scheduled work does once a minute; a service in the process of a test has none. */
async function tellOnce(): Promise<void> {
  const store = await openStore({ dataDir: desk.dataDir, databaseUrl: null });
  const context = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
  await tellDecisions(context, DEFAULT_POLICY, () => assert.fail('no policy here is about a book'));
  await store.close();
}

test('none of these pages failed, and the policy of the site refused nothing', () => {
  assert.deepEqual(desk.complaints, []);
});
