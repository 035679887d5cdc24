// From an empty store to a framework in effect, by three people in their browsers: no command after rf init.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { initCommand } from '../../src/cli/service/init.ts';
import { runCommand } from '../cli/run-command.ts';

const PASSWORD = 'marmalade tractor violet';
const PASSPHRASE = 'four words are many';

let url: string;
let link: string;
let browser: Browser;
let olga: Page;
const complaints: string[] = [];

before(async () => {
  const dataDir = temporaryFolder(wholeFile);
  const { out } = await runCommand(initCommand, ['--operator', 'Olga'], { env: { RF_DATA_DIR: dataDir } });
  link = /\/sign-in\/invitation#\S+/.exec(out.join('\n'))![0];
  ({ url } = await startInProcess(wholeFile, { dataDir, demo: false }));
  browser = await launchChromium();
  cleanUp(wholeFile, () => browser.close());
});

async function join(path: string, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(`${url}${path}`);
  await page.locator('input[type=password]').first().fill(PASSWORD);
  await page.getByRole('button', { name: /^Join/ }).click();
  await page
    .getByText(/sign in/i)
    .first()
    .waitFor();
  await page.goto(`${url}/desk/setup`);
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('button[type=submit]');
  await page.getByRole('heading', { name: 'Set up', exact: true }).waitFor();
  return page;
}

const step = (page: Page, id: string) => page.locator(`[data-step="${id}"]`);
const isDone = (page: Page, id: string) => page.locator(`[data-step="${id}"][data-state="done"]`).waitFor();

/** Invites from the set-up; answers the path of the link that is shown. */
async function invite(name: string, roles: readonly string[]): Promise<string> {
  await olga.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = olga.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email address').fill(`${name.toLowerCase()}@example.com`);
  for (const role of roles) await dialog.getByLabel(role, { exact: true }).check();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await olga.getByRole('dialog', { name: `The link for ${name}` }).waitFor();
  const shown = /\/sign-in\/invitation#\S+/.exec(await dialog.innerText())![0];
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return shown;
}

test('the link of rf init leads to the set-up, where two steps are done', async () => {
  olga = await join(link, 'olga@desk.localhost');
  await isDone(olga, 'store');
  await isDone(olga, 'signing_key');
  assert.equal(await step(olga, 'people').getAttribute('aria-current'), 'step');
  await olga
    .getByRole('link', { name: /^Set up/ })
    .first()
    .waitFor();
});

test('colleagues join by a link, and the officer signs in the browser', async () => {
  const ofRob = await invite('Rob', ['Reviewer', 'Chief risk officer']);
  const rob = await join(ofRob, 'rob@example.com');
  await step(olga, 'people').getByText('joined').nth(1).waitFor();
  assert.equal(
    await step(rob, 'framework').getAttribute('aria-current'),
    null,
    'people are still the first step',
  );
  await rob.goto(`${url}/desk/frameworks`);
  await rob.getByRole('button', { name: 'Make your key…' }).click();
  const dialog = rob.getByRole('dialog');
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Passphrase again').fill(PASSPHRASE);
  const download = rob.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Make it and save the file' }).click();
  const saved = await (await download).path();
  await dialog.getByLabel('The file that was saved').setInputFiles(saved);
  await dialog.getByLabel('Its passphrase').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Request its enrolment' }).click();
  await dialog.waitFor({ state: 'detached' });
  await olga.goto(`${url}/desk/requests`);
  await olga
    .getByText(/Enrol a key of Rob/)
    .first()
    .click();
  await olga.getByRole('button', { name: 'Approve', exact: true }).click();
  await rob.getByText('signs', { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});
