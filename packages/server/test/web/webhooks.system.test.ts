// The Webhooks page in Chromium, against the service and a receiver on this machine: endpoints, the live list of
// deliveries, failures that are sent again, and what a viewer cannot do.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { moveTopic } from '@rf-indicators/core/store/topics';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { type Person, type Served, serveSmallStore } from '../console/served.ts';
import { happen } from '../webhooks/subscribers.ts';
import { until } from './site.ts';

let served: Served;
let browser: Browser;
/** What the receiver answers, by path. */
const answers = new Map<string, number>();
let receiver: string;

before(async () => {
  const built = new URL('../../../web/dist/index.html', import.meta.url);
  if (!existsSync(built)) await import('../../../web/build/build.ts');
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(answers.get(request.url!) ?? 200).end('noted');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(wholeFile, () => server.close());
  receiver = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  served = await serveSmallStore(wholeFile, { env: { RF_WEBHOOK_LOOPBACK: 'yes' } });
  browser = await launchChromium();
});

after(() => browser.close());

/** A page of this person, at the webhooks of Acorn. */
async function openAs(person: Person, query = ''): Promise<Page> {
  const { url } = served.client;
  const cookie = await served.sessionOf(person);
  const [name, value] = cookie.split('=', 2) as [string, string];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${url}/console/acorn/webhooks${query}`);
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  return page;
}

/** Two events that endpoints are told of. */
async function happenTwice(): Promise<void> {
  await happen(served.context, 2);
  await served.context.store.transaction((writes) => moveTopic(writes, 'events'));
}

/** The rows of the deliveries as they are shown, without times. */
async function rows(page: Page): Promise<string[]> {
  const all = await page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr').all();
  return Promise.all(
    all.map(async (row) => (await row.locator('th, td').allInnerTexts()).slice(0, 5).join(' | ')),
  );
}

test('an endpoint is added, a test event arrives, and what fails is counted and sent again', async () => {
  const { contract_admin, developer } = served.members.Acorn;
  const page = await openAs(contract_admin);
  await page.getByText('No endpoint yet').waitFor();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL').fill('http://10.0.0.1/hook');
  await page.getByLabel('Description').fill('<img src=x onerror=alert(1)>');
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  // The refusal is in the dialog, and what was typed stays.
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('URL').fill(`http://${receiver}/hook`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('complementary', { name: receiver }).waitFor();
  assert.equal(await page.locator('img').count(), 0);

  // A second page follows live what the first one causes.
  const other = await openAs(developer, '?view=deliveries');
  await other.getByText('No delivery in the last 30 days').waitFor();
  await other.getByText('Live: new deliveries appear here').waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('delivered').waitFor();
  await until(async () => (await rows(other)).length === 1, 'the test event appears');
  await until(
    async () => (await rows(other))[0] === `Test | · | ${receiver}/hook | delivered | 200`,
    'delivered',
  );

  // While somebody reads, new rows wait and nothing moves.
  const first = other.getByRole('row', { name: /Test/ });
  await first.hover();
  const { y } = (await first.boundingBox())!;
  answers.set('/hook', 503);
  await happenTwice();
  const news = other.getByRole('button', { name: '2 new' });
  await news.waitFor();
  assert.equal((await first.boundingBox())!.y, y);
  assert.equal((await rows(other)).length, 1);
  await news.click();
  await until(
    async () => (await rows(other)).filter((row) => row.startsWith('New issuance')).length === 2,
    'the new rows are shown',
  );
  await until(
    async () => (await rows(other)).every((row) => row.startsWith('Test') || row.endsWith('retrying | 503')),
    'a row changes in its place',
  );

  // The other page says by itself that the endpoint is failing. After the receiver is mended, what failed is counted and sent.
  await page.getByRole('row', { name: /failing/ }).waitFor();
  answers.set('/hook', 200);
  await other.getByRole('button', { name: 'Resend failed' }).click();
  await other.getByText('2 waiting for the next try').waitFor();
  await other.getByRole('button', { name: 'Resend 2 deliveries' }).click();
  await other.mouse.move(0, 0);
  await until(
    async () => (await rows(other)).every((row) => row.endsWith('delivered | 200')),
    'everything is delivered',
  );
  await other
    .getByRole('row', { name: /New issuance/ })
    .first()
    .getByRole('button')
    .click();
  const panel = other.getByRole('complementary', { name: 'New issuance' });
  await panel.getByText('2 tries').waitFor();
  await panel.getByRole('button', { name: 'As sent' }).click();
  await panel.getByText('{"id":"').waitFor();
  await page.context().close();
  await other.context().close();
});

test('a viewer sees the endpoints and deliveries, and cannot act', async () => {
  const { viewer } = served.members.Acorn;
  const page = await openAs(viewer);
  await page
    .getByRole('row', { name: /enabled/ })
    .getByRole('button')
    .click();
  await page.getByText(/^A Contract Admin or developer can add and change endpoints: /).waitFor();
  for (const name of ['Add endpoint', 'Send test event', 'Give it a secret…', 'Disable…', 'Remove…'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  // By hand, from the same page, with the same session.
  const asked = await page.evaluate(async () => {
    const response = await fetch('/api/console/webhooks/add', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.org/hook' }),
    });
    return [response.status, ((await response.json()) as { code: string }).code];
  });
  assert.deepEqual(asked, [403, 'insufficient_role']);
  await page.context().close();
});
