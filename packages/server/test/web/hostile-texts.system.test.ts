// Texts that others wrote, on every page that shows them: nothing runs, everything is shown as it was written, and nothing
// overflows. Then frames of other sites, links that lead away, and codes that must not leak. The names of providers on
// public pages are tested with those pages.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { type Page, serve } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import type { Person } from '../console/served.ts';
import { button, heading, type Opened, openSite, receiver, type Site, until } from './site.ts';

const IMAGE = '<img src=x onerror=window.ran=1>';
const SCRIPT = '"><script>window.ran=1</script>';
const FORMULA = '=HYPERLINK("http://evil.example","x")';
const NAMES = [
  ...[IMAGE, SCRIPT, FORMULA, 'javascript:window.ran=1', '</script><svg onload=window.ran=1>'],
  ...['{{7*7}} #{7*7}', `${'W'.repeat(80)}`, "' onfocus=window.ran=1 autofocus x='"],
];
const WORKSPACE = `${IMAGE} & ${'Long'.repeat(12)}`;

let site: Site;
let mallory: Person;
let browser: Opened;
const dialogs: string[] = [];

before(async () => {
  site = await openSite({ RF_WEBHOOK_LOOPBACK: 'yes' });
  const { act, served } = site;
  const { claim_code } = await act('workspaces.create', { name: WORKSPACE, tier: 'ENTERPRISE' });
  const claim = { code: claim_code, name: SCRIPT };
  const { json } = await served.client.act('workspaces.claim', claim);
  const { id, token } = json.member;
  mallory = { id, token, name: SCRIPT, actingAs: `members/${id}` };
  const { digest } = await act('terms.show', { kind: 'api' }, mallory);
  await act('terms.accept', { kind: 'api', digest, typed_name: SCRIPT }, mallory);
  for (const name of NAMES) await act('keys.create', { name, tier: 'FREE' }, mallory);
  for (const name of NAMES.filter((one) => one !== SCRIPT))
    await act(
      'members.invite',
      { name, role: 'viewer', email: `${'e'.repeat(50)}{{7*7}}${name.length}@example.com` },
      mallory,
    );

  // A receiver that answers with markup, at an address with markup.
  const hook = await receiver({
    ...{ status: 500, body: `${SCRIPT}${IMAGE}${'W'.repeat(300)}` },
    headers: { 'content-type': 'text/html', 'x-attack': `${IMAGE}${SCRIPT}` },
  });
  const url = `${hook.url}/${'w'.repeat(200)}?a=${SCRIPT}`;
  const { id: endpoint } = await act('webhooks.add', { url, description: IMAGE }, mallory);
  await act('webhooks.test', { endpoint, type: 'webhook.test' }, mallory);
  const { key } = await act('keys.create', { name: 'caller', tier: 'FREE' }, mallory);
  const headers = { 'x-api-key': key, 'x-request-id': SCRIPT, 'user-agent': IMAGE };
  await (await fetch(`${site.url}/api/v1/scores?x=${IMAGE}`, { headers })).text();

  const { db } = served.context.store;
  const { workspace_id } = await db
    .selectFrom('members')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('workspace_notices')
    .values({
      ...{
        id: served.context.newId(),
        workspace_id,
        kind: 'webhook.disabled',
        subject: `webhooks/${endpoint}`,
      },
      message: `The endpoint ${url} was disabled: ${IMAGE}`,
      created_at: Date.now(),
    })
    .execute();

  browser = await site.open(mallory);
  await db
    .updateTable('user_sessions')
    .set({ user_agent: `Mozilla ${IMAGE}${SCRIPT}`, ip_address: IMAGE })
    .execute();
  browser.page.on('dialog', (shown) => {
    dialogs.push(shown.message());
    void shown.dismiss();
  });
  await until(async () => {
    const { data } = await act('failed_calls.list', {}, mallory);
    return (data as unknown[]).length > 0;
  }, 'the refused call is listed');
});

/** What is wrong on the page that is open. */
async function faultsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  if (await page.evaluate("'ran' in window")) found.push('a script ran');
  const markup = ['[href^="javascript:" i]', '[src^="javascript:" i]', '#app [action]', '[formaction]'];
  markup.push('img', 'svg[onload]', '[onfocus]', 'body script');
  for (const selector of markup)
    if ((await page.locator(selector).count()) > 0) found.push(`there is ${selector}`);
  const tooWide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  if (Number(tooWide) > 0) found.push(`the page is ${tooWide} px too wide`);
  return found;
}

test('on every page nothing runs, everything is literal, and nothing overflows', async () => {
  const { page } = browser;
  await page.goto(`${site.url}/console`);
  await heading(page, 'Overview').waitFor();
  const base = new URL(page.url()).pathname;
  const { data: keys } = await site.act('keys.list', {}, mallory);
  const { data: people } = await site.act('members.list', {}, mallory);
  const { data: endpoints } = await site.act('webhooks.list', {}, mallory);
  const { data: deliveries } = await site.act('deliveries.list', {}, mallory);
  const first = <T>(list: unknown) => (list as T[])[0]!;
  const places: [path: string, literal: string][] = [
    ['', 'Overview'],
    ['/keys', FORMULA],
    ...(keys as { prefix: string; name: string }[])
      .filter(({ name }) => name.startsWith('W') || name === IMAGE)
      .map(({ prefix, name }): [string, string] => [`/keys?key=${prefix}`, `Revoke ${name}`]),
    ['/keys?text=%3Cimg', IMAGE],
    ['/requests?request=%3Cscript%3E', 'No refused or failed call matches these filters.'],
    ['/requests', 'caller'],
    ['/webhooks', IMAGE],
    [`/webhooks?open=${first<{ id: string }>(endpoints).id}`, IMAGE],
    [`/webhooks?view=deliveries&open=${first<{ id: string }>(deliveries).id}`, SCRIPT],
    ['/agents', 'What an agent needs'],
    ['/members', SCRIPT],
    ...(people as { id: string; name: string }[])
      .filter(({ name }) => name.startsWith('W') || name === SCRIPT)
      .map(({ id, name }): [string, string] => [`/members?open=${id}`, `Remove ${name}`]),
    ['/terms', SCRIPT],
    ['/notices', IMAGE],
    ['/audit', SCRIPT],
    ['/account', IMAGE],
  ];
  await page.locator('nav').getByText(WORKSPACE).first().waitFor({ state: 'attached' });
  const faults: string[] = [];
  for (const [path, literal] of places) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.url}${base}${path}`);
    const shown = page.locator('main').getByText(literal).first();
    await shown.waitFor({ state: 'attached' }).catch(() => faults.push(`${path}: does not show ${literal}`));
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      faults.push(...(await faultsOf(page)).map((fault) => `${path} at ${width}: ${fault}`));
    }
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(dialogs, []);
});

test('files for spreadsheets have no formulas', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.url}/console`);
  await heading(page, 'Overview').waitFor();
  const base = new URL(page.url()).pathname;
  for (const path of ['keys', 'members']) {
    await page.goto(`${site.url}${base}/${path}`);
    await page.locator('tbody th > button').first().waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()]);
    const text = readFileSync(await saved.path(), 'utf8');
    assert.ok(text.includes(`"'=HYPERLINK(""http://evil.example"",""x"")"`), path);
    assert.doesNotMatch(text, /(^|,)"?[=+@]/m, path);
  }
  await page.goto(`${site.url}${base}/audit`);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  assert.doesNotMatch(readFileSync(await saved.path(), 'utf8'), /(^|,)"?[=+@]/m);
});

test('a name that turns the direction of the text around is refused', async () => {
  for (const name of ['\u202egnp.exe', 'a\u2066b']) {
    const { json } = await site.served.client.act('keys.create', { name, tier: 'FREE' }, mallory);
    assert.equal(json.code, 'validation_failed', JSON.stringify(json));
  }
});

const FRAMED = ['/', '/sign-in', '/sign-in/invitation', '/console', '/terms/api', '/verify', '/docs'];

test('no page can be framed by another site', async () => {
  for (const path of FRAMED) {
    const { headers } = await fetch(`${site.url}${path}`, { redirect: 'manual' });
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
  }
  const frames = FRAMED.map((path) => `<iframe src="${site.url}${path}"></iframe>`).join('');
  const attack = await serve(new Map([['/', { type: 'text/html', text: frames }]]));
  cleanUp(wholeFile, () => attack.stop());
  const { page, context } = await site.open(mallory);
  await page.goto(attack.origin);
  assert.equal(page.frames().length, FRAMED.length + 1);
  for (const frame of page.frames().slice(1)) {
    await frame.waitForLoadState();
    assert.equal(frame.url(), 'chrome-error://chromewebdata/');
  }
  await context.close();
});

test('a link to the sign-in page does not lead to another site afterwards', async () => {
  const { page, context } = await site.open(mallory);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).host));
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ json: {} }));
  const usual = ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:window.ran=1'];
  const unusual = [
    ...['/\t/evil.example', '/%09/evil.example', '\\\\evil.example', '/.//evil.example', 'evil.example'],
    ...['/console/../..//evil.example', '/\n//evil.example', '///evil.example'],
  ];
  const arrived = async (to: string) => {
    await page
      .locator('h1')
      .filter({ hasNotText: /^Sign in$/ })
      .waitFor();
    assert.equal(new URL(page.url()).origin, site.url, to);
    assert.deepEqual(await page.evaluate("'ran' in window"), false, to);
  };
  for (const to of [...usual, ...cases([], unusual)]) {
    // Somebody who is signed in already is sent on without the form.
    await page.goto(`${site.url}/sign-in?to=${encodeURIComponent(to)}`);
    await arrived(to);
    const nobody: Parameters<typeof page.route>[1] = (route) => route.fulfill({ json: { signed_in: false } });
    await page.route('**/api/console/v1/reader', nobody);
    await page.goto(`${site.url}/sign-in?to=${encodeURIComponent(to)}`);
    await page.getByLabel('Email address').fill('any@example.com');
    await page.getByLabel('Password', { exact: true }).fill('any');
    await button(page, 'Sign in').first().click();
    await arrived(to);
    await page.unroute('**/api/console/v1/reader', nobody);
  }
  assert.deepEqual([...new Set(requested)], [new URL(site.url).host]);
  await context.close();
});

test('the code of an invitation is in no request, no referrer and no log', async () => {
  const invited = { name: 'Ivy', role: 'viewer', email: 'ivy@example.com' };
  const { invitation } = await site.act('members.invite', invited, mallory);
  const { link } = await site.act('sign_ins.show_link', { invitation });
  const code = String(link).split('#')[1]!;
  const { page, context } = await site.open();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto(link);
  await heading(page, /^Join /).waitFor();
  await page.evaluate("location.href = '/'");
  await page.waitForURL(`${site.url}/`);
  assert.equal(await page.evaluate('document.referrer'), '');
  assert.ok(!sent.some((request) => request.includes(code)), sent.join('\n'));
  assert.ok(!site.served.server.errors().includes(code));
  await context.close();
});

test('the policy refused nothing on our own pages, and none of them failed', () => {
  const own = site.complaints.filter((text) => !text.includes('frame-ancestors'));
  assert.deepEqual(own, []);
});
