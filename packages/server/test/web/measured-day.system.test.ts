// A measured day at the desk: what is due within a month is renewed on the due board and approved by keyboard, through the
// real pages. Every key and click is counted. The full run does it for fifty providers; `npm run test:system` does a handful.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { type DemoDesk, openDemoDesk } from './demo-desk.ts';
import { addProviders } from './more-providers.ts';
import { until } from './site.ts';

const PROVIDERS = cases(0, 50);
const RENEWALS = cases(3, 600);

let desk: DemoDesk;
let analyst: Page;

before(async () => {
  // A script is quicker than a person.
  desk = await openDemoDesk({ RF_LIMIT_CONSOLE: '1000000', RF_LIMIT_CONSOLE_PER_ADDRESS: '1000000' });
  if (PROVIDERS > 0) await addProviders(desk, PROVIDERS - DEMO_PROVIDERS);
});

const DEMO_PROVIDERS = 11;

/** Presses keys and counts them. */
function counting(page: Page) {
  let keys = 0;
  return {
    press: async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    },
    /** Since it was last asked. */
    taken: () => {
      const taken = keys;
      keys = 0;
      return taken;
    },
  };
}

const rows = (page: Page) => page.locator('tr[data-row]');
const lines = (page: Page) => page.locator('[data-line]');
/** The row or proposal that has the focus. */
const focused = (page: Page) =>
  page.evaluate(`document.activeElement?.closest('tr[data-row]')?.dataset.row ?? null`) as Promise<
    string | null
  >;

test('an unchanged renewal takes at most 4 keys, once its evidence is there', async (t) => {
  analyst = await desk.signIn('analyst', '/desk/due?view=list&time=month');
  await rows(analyst).first().waitFor();
  // The first renewal brings the evidence that the others use again.
  await rows(analyst).first().locator('button').click();
  await lines(analyst)
    .first()
    .getByRole('button', { name: /^Evidence of/ })
    .click();
  const dialog = analyst.getByRole('dialog');
  const buffer = Buffer.from('Checked today. Nothing has changed.');
  await dialog
    .getByLabel('Document', { exact: true })
    .setInputFiles({ name: 'check.txt', mimeType: 'text/plain', buffer });
  await dialog.getByText('check.txt is stored.').waitFor();
  await dialog.getByLabel('Kind', { exact: true }).fill('test withdrawal');
  await dialog.getByLabel('Belongs to').selectOption({ label: 'group: public register' });
  await dialog.getByLabel('Quote', { exact: true }).fill('Nothing has changed.');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await analyst.keyboard.press('Control+Enter');
  await lines(analyst).first().waitFor({ state: 'detached' });

  const { press, taken } = counting(analyst);
  const each: number[] = [];
  await rows(analyst).first().locator('button').focus();
  while (each.length < RENEWALS) {
    taken();
    const before = await focused(analyst);
    await press('j');
    const key = await focused(analyst);
    if (key === null || key === before) break;
    const row = analyst.locator(`tr[data-row="${key}"]`);
    if (/awaiting approval|no evidence/.test(await row.innerText())) continue;
    await press('x');
    const line = lines(analyst).first();
    await line
      .getByText(/^keeps|^[−+]\d|^0\.00|^no score|^\d/)
      .or(line.getByText('✕'))
      .first()
      .waitFor();
    await press('Control+Enter');
    await row.getByText('awaiting approval').waitFor();
    each.push(taken());
  }
  assert.ok(each.length >= cases(2, 50), `${each.length} renewals`);
  assert.ok(Math.max(...each) <= 4, `${Math.max(...each)} keys`);
  t.diagnostic(`${each.length} renewals, ${total(each)} keys, at most ${Math.max(...each)} for one`);
});

test('an approval takes at most 2 keys, with the document shown', async (t) => {
  const reviewer = await desk.signIn('reviewer', '/desk/approvals');
  await reviewer.locator('tr[data-row] [aria-current="true"]').first().focus();
  const { press, taken } = counting(reviewer);
  const each: number[] = [];
  const approve = reviewer.getByRole('button', { name: /^Approve(?! all)/ });
  const isAllowed = async () => (await approve.getAttribute('aria-disabled')) !== 'true';
  while (each.length < RENEWALS) {
    taken();
    const id = await focused(reviewer);
    if (id === null) break;
    await until(isAllowed, `${id} can be approved`);
    await press('a');
    await until(async () => (await focused(reviewer)) !== id, 'the next one has the focus');
    each.push(taken());
  }
  assert.ok(each.length >= cases(2, 50), `${each.length} approvals`);
  assert.ok(Math.max(...each) <= 2, `${Math.max(...each)} keys`);
  t.diagnostic(`${each.length} approvals, ${total(each)} keys, at most ${Math.max(...each)} for one`);
  assert.deepEqual(desk.complaints, []);
});

function total(each: readonly number[]): number {
  return each.reduce((sum, keys) => sum + keys, 0);
}
