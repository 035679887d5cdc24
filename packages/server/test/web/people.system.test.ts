// The pages around people, in a real browser: an invitation, passkeys, the authenticator app, terms and the first visit.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { findMember } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import { inviteFirstAdmin, inviteMember } from '@rf-indicators/core/identity/invitations';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { holdPort } from '../../src/service/held-port.ts';
import { MINUTE, type Person, type Served, serveSmallStore } from '../console/served.ts';
import { totpOf } from '../identity/totp.ts';

const PASSWORD = 'marmalade tractor violet';
const EMAIL = 'dev@example.com';

/** Playwright would wait for a button that is not allowed to be pressed. */
const INERT = { force: true };

let url: string;
let served: Served;
let browser: Browser;
const complaints: string[] = [];

before(async () => {
  // Whatever a run of this file alone finds, it tests the pages as they are now.
  spawnSync(process.execPath, ['packages/web/build/build.ts'], { cwd: repository, stdio: 'inherit' });
  const { port } = holdPort();
  // Passkeys need a host name.
  url = `http://localhost:${port}`;
  served = await serveSmallStore(wholeFile, { env: { PORT: String(port), RF_BASE_URL: url } });
  browser = await launchChromium();
});

after(() => browser?.close());

type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;

/** A browser of its own, of somebody who is signed in or of nobody. */
async function open(person: Person | null = null): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  if (person !== null) {
    const [name = '', value = ''] = (await served.sessionOf(person)).split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  return { context, page };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').first().click();
}

/** As if ten minutes had passed. */
async function makeSessionsOlder(): Promise<void> {
  await served.context.store.transaction((writes) =>
    writes
      .updateTable('user_sessions')
      .set(({ eb }) => ({ created_at: eb('created_at', '-', 11 * MINUTE) }))
      .execute(),
  );
}

let dev: Page;
let devContext: BrowserContext;

test('an invited person chooses a password, is confirmed by the number, and signs in', async () => {
  const admin = await findMember(served.context.store.db, served.members.Acorn.contract_admin.id);
  const invited = { name: 'Dev <b>', role: 'developer', email: EMAIL } as const;
  const { code } = await inviteMember(served.context, admin!, invited);
  ({ page: dev, context: devContext } = await open());
  const asked: string[] = [];
  dev.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer}`));
  await dev.goto(`${url}/sign-in/invitation#${code}`);
  await heading(dev, 'Join Acorn').waitFor();
  const claim = async (password: string) => {
    await dev.getByLabel('New password').fill(password);
    await button(dev, 'Join Acorn').click();
  };
  await claim('short');
  await dev.getByText('This has 5 of at least 12 characters.').waitFor();
  assert.ok(!asked.some((request) => request.includes('claim')), 'known before it is sent');
  await claim('password1234');
  await dev.getByText('This password is easy to guess.').waitFor();
  await claim(PASSWORD);
  await heading(dev, 'Tell this number to Ada or only contract_admin').waitFor();
  const check = await dev.locator('h1 + p').innerText();
  assert.match(check, /^\d{4}-\d{4}$/);
  assert.ok(!asked.some((request) => request.includes(code)), 'the code is in no address that is asked for');

  const { page, context } = await open(served.members.Acorn.contract_admin);
  await page.goto(`${url}/console/acorn/members`);
  await button(page, 'Show Dev <b>').click();
  await button(page, /^Confirm Dev/).click();
  await page.getByLabel('Check number').fill('0000 0000');
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Confirm/ });
  await confirm.click();
  await page.getByText('This is not the check number').waitFor();
  await page.getByLabel('Check number').fill(check);
  await confirm.click();
  await heading(page, 'Signs in').waitFor();
  await context.close();

  await dev.reload();
  await heading(dev, 'This link cannot be used').waitFor();
  await dev.goto(`${url}/console/acorn/account`);
  await signIn(dev);
  await heading(dev, 'Account').waitFor();
  assert.equal(new URL(dev.url()).pathname, '/console/acorn/account', 'where they were going');
});

test('a passkey is added after a fresh sign-in, and opens the console', async () => {
  const devices = await devContext.newCDPSession(dev);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  await makeSessionsOlder();
  await button(dev, 'Add a passkey…').click();
  await dev.getByLabel('Name').fill('Test device');
  await button(dev, 'Add passkey').click();
  await heading(dev, 'Sign in again to continue?').waitFor();
  await dev.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(dev, 'Sign in').first().click();
  await dev.getByRole('rowheader', { name: 'Test device' }).waitFor();
  await dev.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await button(dev, 'Sign in with a passkey').click();
  await dev.waitForURL(`${url}/console/acorn`);
});

test('an authenticator app is set up with a first code; then a code or a recovery code is asked for', async () => {
  await dev.goto(`${url}/console/acorn/account`);
  await button(dev, 'Set up…').click();
  await dev.getByLabel('Your password').fill(PASSWORD);
  await button(dev, 'Continue').click();
  await dev.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (
    await dev
      .locator('.mono')
      .filter({ hasText: /^[A-Z2-7 ]{32,}$/ })
      .innerText()
  ).replaceAll(' ', '');
  await dev.getByLabel('First code from the app').fill(totpOf(secret));
  await button(dev, 'Turn on').click();
  await heading(dev, 'Store your recovery codes now').waitFor();
  const [saved] = await Promise.all([dev.waitForEvent('download'), button(dev, 'Download as text').click()]);
  const codes = readFileSync(await saved.path(), 'utf8')
    .split('\n')
    .slice(2, -1);
  assert.equal(codes.length, 10);
  await button(dev, 'Done').click(INERT);
  assert.ok(await heading(dev, 'Store your recovery codes now').isVisible(), 'not before they are stored');
  await dev.getByLabel('I have stored it').check();
  await button(dev, 'Done').click();
  await button(dev, 'New recovery codes…').waitFor();

  for (const how of ['a code', 'a recovery code']) {
    await dev.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await signIn(dev);
    if (how === 'a recovery code') {
      await button(dev, 'Use a recovery code').click();
      await dev.getByLabel('Recovery code').fill(codes[0]!);
    } else {
      // The code of before was used already; the next one is accepted early.
      await dev.getByLabel('Code of your authenticator app').fill(totpOf(secret, Date.now() + 30_000));
    }
    await button(dev, 'Continue').click();
    await dev.waitForURL(`${url}/console/acorn`);
    await dev.goto(`${url}/console/acorn/account`);
  }
  await button(dev, 'Sign out everywhere…').click();
  await button(dev, 'Sign out everywhere').last().click();
  await heading(dev, 'Sign in').waitFor();
  const { id } = await served.context.store.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow();
  const left = await served.context.store.db
    .selectFrom('user_sessions')
    .select('id')
    .where('user_id', '=', id)
    .execute();
  assert.deepEqual(left, []);
});

test('terms are accepted by typing one’s own name; a viewer sees what is missing and who can do it', async () => {
  const viewer = await open(served.members.Acorn.viewer);
  await viewer.page.goto(`${url}/console/acorn/terms`);
  await viewer.page
    .getByText('A Contract Admin can accept them: Ada, only contract_admin.')
    .first()
    .waitFor();
  assert.equal(await button(viewer.page, /Read and accept the API terms/).count(), 0);

  const { page, context } = await open(served.members.Acorn.contract_admin);
  await page.goto(`${url}/console/acorn/terms`);
  await button(page, /Read and accept the API terms/).click();
  await heading(page, 'What you may do').waitFor();
  await page.getByLabel('Your name, to accept').fill('Eve');
  await button(page, /^Accept the API terms/).click();
  await page.getByText('Type your own name: only contract_admin.').waitFor();
  await page.getByLabel('Your name, to accept').fill('Only contract_admin');
  await button(page, /^Accept the API terms/).click();
  const row = page.getByRole('row').filter({ hasText: 'API terms 1.0' });
  await row.getByText('Only contract_admin', { exact: true }).waitFor();
  assert.match(await row.innerText(), /127\.0\.0\.1/);
  await viewer.page.reload();
  await viewer.page.getByRole('row').filter({ hasText: 'API terms 1.0' }).waitFor();
  await Promise.all([context.close(), viewer.context.close()]);
});

test('the invited Contract Admin is shown the signing secret once, and keeps it as a file', async () => {
  const { context: store, masterKey, staff } = served;
  const operator: Actor = { ...staff.operator, roles: ['operator'] };
  await createWorkspace(store, operator, masterKey, {
    name: 'Cedar',
    tier: 'FREE',
  });
  const { person } = await inviteFirstAdmin(store, operator, {
    workspace: 'Cedar',
    name: 'Cem',
    email: 'cem@example.com',
  });
  const cem = { id: person, name: 'Cem', token: '', actingAs: `members/${person}` };
  const { page, context } = await open(cem);
  await page.goto(`${url}/console/cedar/members`);
  await button(page, 'Show the signing secret').click();
  await heading(page, 'Store the signing secret now').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download as rf.env').click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'rf.env');
  assert.match(readFileSync(await saved.path(), 'utf8'), /^RF_WEBHOOK_SECRET=whsec_[\w+/=]+\n$/);
  await page.keyboard.press('Escape');
  assert.ok(await heading(page, 'Store the signing secret now').isVisible(), 'Escape does not lose it');
  await page.getByLabel('I have stored it').check();
  await button(page, 'Done').click();
  await page.reload();
  await button(page, 'Show Cem').waitFor();
  assert.equal(await button(page, 'Show the signing secret').count(), 0);
  await context.close();
});

test('nothing on these pages was refused by the policy, and none of them failed', () => {
  assert.deepEqual(complaints, []);
});
