// Several people in one workspace, and one person in two, in a real browser.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ACT_NAMES, ACTS, type Act } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import { cases } from '../../../../test/support/counts.ts';
import { button, claim, dialog, heading, type Opened, openSite, type Site, signIn, stored } from './site.ts';

let site: Site;

before(async () => {
  site = await openSite();
  const admin = site.served.members.Acorn.contract_admin;
  const { digest } = await site.act('terms.show', { kind: 'api' }, admin);
  await site.act('terms.accept', { kind: 'api', digest }, admin);
  await site.join('contract_admin', 'cleo@example.com');
});

async function signedIn(email: string): Promise<Opened> {
  const opened = await site.open();
  await opened.page.goto(`${site.url}/console`);
  await signIn(opened.page, email);
  await heading(opened.page, 'Overview').waitFor();
  return opened;
}

test('colleagues are invited, claim their links, and are confirmed', async () => {
  const { page } = await signedIn('cleo@example.com');
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
    const check = await claim(theirs.page, link, 'Acorn');
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
  ['', 'keys', 'webhooks', 'members', 'terms'],
  ['', 'keys', 'requests', 'webhooks', 'agents', 'members', 'terms', 'notices', 'audit'],
);
/** What a viewer may press: it changes nothing that others see. */
const HARMLESS =
  /, show the record:|^(Show|Choose a date|Close |Copy|Columns|CSV|Table|Send GET|As sent|Go on without|Retry)/;

test('a viewer sees every page without what only others may press, and reads who may', async () => {
  const { page, context } = await signedIn('vic@example.com');
  const offered: string[] = [];
  for (const path of PAGES) {
    await page.goto(`${site.url}/console/acorn/${path}`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    if (/^(keys|webhooks|members|terms)$/.test(path))
      await page
        .getByText(/A Contract Admin.* can .+: .*Ada/)
        .first()
        .waitFor();
    const row = page.locator('main tbody th > button').first();
    if ((await row.count()) > 0) await row.click();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('main [role=alert]').count(), 0, path);
    for (const one of await page.locator('main button, main a.act').all()) {
      const name = (await one.getAttribute('aria-label')) ?? (await one.innerText());
      if (!HARMLESS.test(name)) offered.push(`${path}: ${name}`);
    }
  }
  assert.deepEqual(offered, []);

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

test('a member of two workspaces switches between them, and two tabs do not mix them up', async () => {
  const { act, served, url } = site;
  const { page, context } = await signedIn('cleo@example.com');
  await act('workspaces.create', { name: 'Dune', tier: 'PROFESSIONAL' });
  const invited = { workspace: 'Dune', name: 'Cleo of Dune', email: 'cleo@example.com' };
  const { invitation } = await act('sign_ins.invite_admin', invited);
  const { link } = await act('sign_ins.show_link', { invitation });
  await page.goto(link);
  await button(page, 'Accept the invitation').click();
  await heading(page, /^Tell this number to/).waitFor();
  const check = await page.locator('h1 + p').innerText();
  await act('sign_ins.confirm', { invitation, check }, served.staff.reviewer);

  await page.goto(`${url}/console/acorn/keys`);
  await button(page, 'Create key').click();
  await page.getByLabel('Name', { exact: true }).fill('from the first tab');

  const other = await context.newPage();
  await other.goto(`${url}/console/acorn`);
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
  assert.equal(new URL(page.url()).pathname, '/console/acorn/keys');
});

test('none of these pages failed, and the policy refused nothing', () => {
  assert.deepEqual(site.complaints, []);
});
