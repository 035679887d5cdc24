// The whole story of a customer in a real browser: from the operator's invitation to a revoked key. What staff do is done
// over HTTP.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { ACT_NAMES, ACTS, type Act } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import type { Page } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { totpOf } from '../identity/totp.ts';
import {
  button,
  dialog,
  heading,
  INERT,
  type Opened,
  openSite,
  PASSWORD,
  receiver,
  type Site,
  signIn,
  until,
} from './site.ts';

let site: Site;
let cleo: Opened;
/** The same person in a second tab, which stays at the Overview. */
let watching: Page;
let secret: string;
let key: string;

before(async () => {
  site = await openSite({ RF_WEBHOOK_LOOPBACK: 'yes' });
});

/** Opens the link as the person who got it; returns the check number. */
async function claim(page: Page, link: string, workspace: string): Promise<string> {
  await page.goto(link);
  await heading(page, `Join ${workspace}`).waitFor();
  await page.getByLabel('New password').fill(PASSWORD);
  await button(page, `Join ${workspace}`).click();
  await heading(page, /^Tell this number to/).waitFor();
  return page.locator('h1 + p').innerText();
}

async function stored(page: Page): Promise<void> {
  await page.getByLabel('I have stored it').check();
  await button(page, 'Done').click();
}

/** What a program of the customer gets with this key. */
async function statusWith(apiKey: string): Promise<number> {
  const answer = await fetch(`${site.url}/api/v1/scores`, { headers: { 'x-api-key': apiKey } });
  await answer.text();
  return answer.status;
}

test('the invited Contract Admin is confirmed by a second person, and arrives where they were going', async () => {
  const { act, served, url } = site;
  await act('workspaces.create', { name: 'Cedar', tier: 'ENTERPRISE' });
  const { invitation } = await act('sign_ins.invite_admin', {
    ...{ workspace: 'Cedar', name: 'Cleo', email: 'cleo@example.com' },
  });
  const { link } = await act('sign_ins.show_link', { invitation });
  cleo = await site.open();
  const { page } = cleo;
  const check = await claim(page, link, 'Cedar');
  await act('sign_ins.confirm', { invitation, check }, served.staff.reviewer);

  await page.goto(`${url}/console/cedar/webhooks?view=deliveries`);
  await signIn(page, 'cleo@example.com');
  await heading(page, 'Webhooks').waitFor();
  assert.equal(page.url(), `${url}/console/cedar/webhooks?view=deliveries`);
});

test('the signing secret is shown once and saved as rf.env', async () => {
  const { page } = cleo;
  await button(page, 'Show the signing secret').click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download as rf.env').click(),
  ]);
  secret = /^RF_WEBHOOK_SECRET=(whsec_\S+)\n$/.exec(readFileSync(await saved.path(), 'utf8'))![1]!;
  await stored(page);
  await page.reload();
  await heading(page, 'Webhooks').waitFor();
  assert.equal(await button(page, 'Show the signing secret').count(), 0);
});

test('the steps of the Overview lead to the first call, and tick themselves off', async () => {
  const { page, context } = cleo;
  watching = await context.newPage();
  await watching.goto(`${site.url}/console/cedar`);
  const done = (steps: number) => watching.getByText(`${steps} of 4 steps done.`).waitFor();
  await watching.getByText('Four steps to your first score.').waitFor();

  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('link', { name: 'Read and accept the terms' }).click();
  await button(page, /Read and accept the API terms/).click();
  await page.getByLabel('Your name, to accept').fill('Cleo');
  await button(page, /^Accept the API terms/).click();
  await page.getByRole('row').filter({ hasText: 'API terms 1.0' }).waitFor();
  await done(1);

  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('link', { name: 'Create the first key' }).click();
  await button(page, 'Create key').click();
  await page.getByLabel('Name', { exact: true }).fill('backend');
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await heading(page, 'Store the key backend now').waitFor();
  key = /rf_live_\w+/.exec(await dialog(page).innerText())![0];
  await done(2);

  assert.equal(await statusWith(key), 200);
  await done(3);

  await button(page, /^Try it/).click();
  await page.getByText(/^200 in \d+ ms$/).waitFor();
  await button(page, 'Done').click(INERT);
  await page.keyboard.press('Escape');
  assert.ok(await heading(page, 'Store the key backend now').isVisible(), 'not before it is stored');
  await stored(page);
  await button(page, /^Show backend/).waitFor();
  await page.reload();
  await button(page, /^Show backend/).waitFor();
  assert.ok(!(await page.content()).includes(key), 'the key is not shown again');
});

test('a test event arrives at the endpoint, signed with the secret that was shown', async () => {
  const { page } = cleo;
  const { url, received } = await receiver();
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await button(page, 'Add endpoint').click();
  await page.getByLabel('URL').fill(url);
  await dialog(page).getByRole('button', { name: 'Add endpoint' }).click();
  await button(page, 'Send test event').click();
  await page.getByRole('status').getByText('delivered').waitFor();
  const [{ headers, body }] = received as [(typeof received)[number]];
  // As the Standard Webhooks specification says it.
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', bytes).update(signed).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${signature}`);
  assert.equal(JSON.parse(body).type, 'webhook.test');
  // All four steps are done: the Overview shows the state instead.
  await heading(watching, 'Quota, this hour').waitFor();
  await watching.close();
});

test('colleagues are invited, claim their links, and are confirmed', async () => {
  const { page } = cleo;
  await page.getByRole('link', { name: 'Members' }).first().click();
  for (const [name, role] of [
    ['Dev', 'developer'],
    ['Vic', 'viewer'],
  ] as const) {
    const email = `${name.toLowerCase()}@example.com`;
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Email address').fill(email);
    await dialog(page).getByLabel('Role').selectOption(role);
    await dialog(page).getByRole('button', { name: 'Invite' }).click();
    await heading(page, 'The link could not be mailed').waitFor();
    await button(page, 'Done').click();

    const { data } = await site.act('sign_ins.list', {});
    const { id } = (data as { id: string; email: string }[]).find((one) => one.email === email)!;
    const { link } = await site.act('sign_ins.show_link', { invitation: id });
    const theirs = await site.open();
    const check = await claim(theirs.page, link, 'Cedar');
    await page.reload();
    await button(page, `Show ${name}`).click();
    await button(page, `Confirm ${name}…`).click();
    await page.getByLabel('Check number').fill(check);
    await dialog(page)
      .getByRole('button', { name: `Confirm ${name}` })
      .click();
    await heading(page, 'Signs in').waitFor();
    await theirs.page.goto(`${site.url}/console`);
    await signIn(theirs.page, email);
    await heading(theirs.page, 'Overview').waitFor();
    await theirs.context.close();
  }
});

const PAGES = cases(
  ['keys', 'webhooks', 'members', 'terms'],
  ['', 'keys', 'requests', 'webhooks', 'agents', 'members', 'terms', 'notices', 'audit'],
);
/** What a viewer may press: it changes nothing that others see. */
const HARMLESS =
  /, show the record:|^(Show|Close |Copy|Columns|CSV|Table|Send GET|Resend failed|As sent|Go on without|Retry)/;

test('a viewer sees every page and cannot act; buttons say why', async () => {
  const { page, context } = await site.open();
  await page.goto(`${site.url}/console`);
  await signIn(page, 'vic@example.com');
  await heading(page, 'Overview').waitFor();
  const allowed: string[] = [];
  let refused = 0;
  for (const path of PAGES) {
    await page.goto(`${site.url}/console/cedar/${path}`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    const row = page.locator('main tbody th > button').first();
    if ((await row.count()) > 0) await row.click();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('main [role=alert]').count(), 0, path);
    for (const one of await page.locator('main button').all()) {
      const name = (await one.getAttribute('aria-label')) ?? (await one.innerText());
      if ((await one.getAttribute('aria-disabled')) !== 'true') {
        if (!HARMLESS.test(name)) allowed.push(`${path}: ${name}`);
        continue;
      }
      refused += 1;
      assert.match((await one.textContent())!, / \(.{10,}\)$/, `${path}: ${name} says why`);
      await one.press('Enter');
      assert.equal(await dialog(page).count(), 0, `${path}: ${name}`);
    }
  }
  assert.deepEqual(allowed, []);
  assert.ok(refused >= cases(8, 10), String(refused));

  // By hand, with the same cookie.
  const acts = ACT_NAMES.filter((name) => {
    const { who, kind }: Act = ACTS[name];
    return kind === 'act' && who.anyone === undefined && !who.member?.includes('viewer');
  });
  const asked = CONSOLE_OPERATIONS.filter(({ act }) => acts.includes(act)).map(({ path }) => path);
  assert.ok(asked.length > 20);
  const answers = await page.evaluate(async (paths) => {
    const found: string[] = [];
    for (const path of paths) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: '{}' });
      found.push(`${path} ${response.status} ${((await response.json()) as { code: string }).code}`);
    }
    return found;
  }, asked);
  assert.deepEqual(
    answers,
    asked.map((path) => `${path} 403 insufficient_role`),
  );
  await context.close();
});

test('a rotated key ends at once, and a revoked one too', async () => {
  const { page } = cleo;
  await page.getByRole('link', { name: 'Keys' }).first().click();
  await button(page, /^Show backend/).click();
  await button(page, 'Rotate backend…').click();
  await page.getByLabel('When the old key ends').selectOption('At once');
  await button(page, 'Rotate backend').last().click();
  await heading(page, 'Store the key backend now').waitFor();
  const rotated = /rf_live_\w+/.exec(await dialog(page).innerText())![0];
  await stored(page);
  assert.equal(await statusWith(rotated), 200);
  await until(async () => (await statusWith(key)) === 401, 'the old key is refused');

  await button(page, `Show backend, ${rotated.slice(0, 14)}`).click();
  await button(page, 'Revoke backend…').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke backend' }).click();
  await page.getByText('No key matches these filters.').waitFor();
  await until(async () => (await statusWith(rotated)) === 401, 'the key is refused');
});

// people.system.test.ts has both.
test('an authenticator app and a passkey are set up, and asked for at the next sign-ins', {
  skip: cases(true, false),
}, async () => {
  const { page, context } = cleo;
  const leave = () => page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.goto(`${site.url}/console/cedar/account`);
  await button(page, 'Set up…').click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await button(page, 'Continue').click();
  const shown = page.locator('.mono').filter({ hasText: /^[A-Z2-7 ]{32,}$/ });
  const totp = (await shown.innerText()).replaceAll(' ', '');
  await page.getByLabel('First code from the app').fill(totpOf(totp));
  await button(page, 'Turn on').click();
  await stored(page);

  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  await button(page, 'Add a passkey…').click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await button(page, 'Add passkey').click();
  await page.getByRole('rowheader', { name: 'Laptop' }).waitFor();

  await leave();
  await signIn(page, 'cleo@example.com');
  // The code of before was used already; the next one is accepted early.
  await page.getByLabel('Code of your authenticator app').fill(totpOf(totp, Date.now() + 30_000));
  await button(page, 'Continue').click();
  await heading(page, 'Overview').waitFor();

  await page.goto(`${site.url}/console/cedar/account`);
  await leave();
  await button(page, 'Sign in with a passkey').click();
  await heading(page, 'Overview').waitFor();
});

test('a member of two workspaces switches between them, and two tabs do not mix them up', async () => {
  const { act, served, url } = site;
  const { page, context } = cleo;
  await act('workspaces.create', { name: 'Dune', tier: 'PROFESSIONAL' });
  const invited = { workspace: 'Dune', name: 'Cleo of Dune', email: 'cleo@example.com' };
  const { invitation } = await act('sign_ins.invite_admin', invited);
  const { link } = await act('sign_ins.show_link', { invitation });
  await page.goto(link);
  await button(page, 'Accept the invitation').click();
  await heading(page, /^Tell this number to/).waitFor();
  const check = await page.locator('h1 + p').innerText();
  await act('sign_ins.confirm', { invitation, check }, served.staff.reviewer);

  await page.goto(`${url}/console/cedar/keys`);
  await button(page, 'Create key').click();
  await page.getByLabel('Name', { exact: true }).fill('from the first tab');

  const other = await context.newPage();
  await other.goto(`${url}/console/cedar`);
  await other.getByLabel('Where you work').selectOption('Dune');
  await other.waitForURL(`${url}/console/dune`);
  await other.getByText('Four steps to your first score.').waitFor();

  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await heading(page, 'Store the key from the first tab now').waitFor();
  await stored(page);
  await button(page, /^Show from the first tab/).waitFor();
  await other.goto(`${url}/console/dune/keys`);
  await other.getByText('No key yet.').waitFor();
  await page.reload();
  await button(page, /^Show from the first tab/).waitFor();
  assert.equal(new URL(page.url()).pathname, '/console/cedar/keys');
});

test('none of these pages failed, and the policy refused nothing', () => {
  assert.deepEqual(site.complaints, []);
});
