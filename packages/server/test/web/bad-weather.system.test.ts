// The pages while the network or the server fails, and when a session ends in the middle of a form. What was typed stays,
// and nothing is created twice.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from '../../../../test/support/chromium.ts';
import { MINUTE } from '../console/served.ts';
import {
  type BrowserContext,
  button,
  dialog,
  heading,
  openSite,
  PASSWORD,
  type Site,
  signIn,
  until,
} from './site.ts';

const CREATE = '**/api/console/keys/create';
const LIST = '**/api/console/keys/list**';

let site: Site;
let page: Page;
let context: BrowserContext;

before(async () => {
  site = await openSite();
  const admin = site.served.members.Acorn.contract_admin;
  const { digest } = await site.act('terms.show', { kind: 'api' }, admin);
  await site.act('terms.accept', { kind: 'api', digest }, admin);
  await site.join('developer', 'dev@example.com');
  await site.join('viewer', 'vic@example.com');
  ({ page, context } = await site.open());
  await page.goto(`${site.url}/console/acorn/keys`);
  await signIn(page, 'dev@example.com');
  await button(page, 'Create key').waitFor();
});

const name = () => page.getByLabel('Name', { exact: true });
const submit = () => dialog(page).getByRole('button', { name: 'Create key' });

async function fillIn(text: string): Promise<void> {
  await page.goto(`${site.url}/console/acorn/keys`);
  await button(page, 'Create key').click();
  await name().fill(text);
}

async function keysNamed(text: string): Promise<number> {
  const { data } = await site.act('keys.list', { all: true }, site.served.members.Acorn.viewer);
  return (data as { name: string }[]).filter((key) => key.name === text).length;
}

/** The session is ended elsewhere, such as by "Sign out everywhere". */
async function endSessions(): Promise<void> {
  await site.served.context.store.transaction((writes) => writes.deleteFrom('user_sessions').execute());
}

async function signInAgain(): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').first().click();
}

/** Waits for the question and says no to it, by keyboard: a dialog hears Escape once it has the focus. */
async function decline(question: string): Promise<void> {
  const asked = page.locator('[role=dialog]:focus-within').filter({ has: heading(page, question) });
  await asked.waitFor();
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
}

/** Tells the page that somebody came back to its tab after this time. */
async function comeBackAfter(ms: number): Promise<void> {
  await page.clock.fastForward(ms);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

test('while the server is slow: blocks after 200 ms, no spinner, and a busy button keeps its width', async () => {
  const list = Promise.withResolvers<void>();
  await page.route(LIST, async (route) => {
    await list.promise;
    await route.fallback();
  });
  await page.goto(`${site.url}/console/acorn/keys`);
  await page.getByRole('table', { name: 'API keys' }).waitFor();
  const delay = await page.evaluate("getComputedStyle(document.querySelector('tbody tr')).animationDelay");
  assert.equal(delay, '0.2s', 'nothing flashes when the server is quick');
  assert.equal(await page.locator('[role=progressbar], [class*=spin]').count(), 0);
  list.resolve();
  await page.getByText('No key yet.').waitFor();
  await page.unroute(LIST);

  const create = Promise.withResolvers<void>();
  await page.route(CREATE, async (route) => {
    await create.promise;
    await route.fallback();
  });
  await button(page, 'Create key').click();
  await name().fill('slow');
  const width = (await submit().boundingBox())!.width;
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/keys/create')) sent += 1;
  });
  await submit().dblclick();
  const busy = dialog(page).getByRole('button', { name: 'Creating…' });
  await busy.waitFor();
  assert.equal((await busy.boundingBox())!.width, width);
  create.resolve();
  await heading(page, 'Store the key slow now').waitFor();
  assert.deepEqual([sent, await keysNamed('slow')], [1, 1], 'a double click is one request');
  await page.unroute(CREATE);
});

const PROBLEM = {
  ...{ type: 'about:blank', title: 'Internal error', status: 500, code: 'internal_error' },
  ...{ detail: 'The request failed.', instance: '/', request_id: 'req-0815' },
};

test('a failure is said in its place, with the request id and a way to retry; a failed refresh keeps the rows', async () => {
  await page.clock.install();
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: PROBLEM }));
  await page.goto(`${site.url}/console/acorn/keys`);
  const box = page.getByRole('alert').filter({ hasText: 'Internal error' });
  await box.getByText('req-0815').waitFor();
  await page.unroute(LIST);
  await box.getByRole('button', { name: 'Retry' }).click();
  await button(page, /^Show slow/).waitFor();
  assert.equal(await box.count(), 0);

  await page.route(LIST, (route) => route.fulfill({ status: 500, json: PROBLEM }));
  await comeBackAfter(6000);
  await box.waitFor();
  assert.ok(await button(page, /^Show slow/).isVisible(), 'what was read before stays');
  await page.unroute(LIST);
});

test('a refused, lost or cut request leaves the form as it was', async () => {
  await fillIn('stormy');
  const limited = { ...PROBLEM, title: 'Rate limit exceeded', status: 429, code: 'rate_limit_exceeded' };
  for (const [answer, words] of [
    [{ status: 429, json: { ...limited, retry_after: 7 } }, 'Try again in 7 seconds.'],
    [{ status: 500, json: PROBLEM }, 'The request failed.'],
    [{ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, 'The server did not answer.'],
  ] as const) {
    await page.route(CREATE, (route) => route.fulfill(answer));
    await submit().click();
    await dialog(page).getByText(words).waitFor();
    assert.equal(await name().inputValue(), 'stormy', words);
    await page.unroute(CREATE);
  }
  await context.setOffline(true);
  await submit().click();
  await dialog(page).getByText('No connection').waitFor();
  await context.setOffline(false);
  await submit().click();
  await heading(page, 'Store the key stormy now').waitFor();
  assert.equal(await keysNamed('stormy'), 1);
});

test('a request whose answer was lost is repeated without creating a second key', async () => {
  await fillIn('lost');
  await page.route(CREATE, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submit().click();
  await dialog(page).getByText('No connection').waitFor();
  await page.unroute(CREATE);
  await submit().click();
  await heading(page, 'Lost on the way: the key').waitFor();
  await button(page, 'Done').click();
  await button(page, /^Show lost/).waitFor();
  assert.equal(await keysNamed('lost'), 1);
});

test('a cut stream says since when, and goes on by itself', async () => {
  let cuts = 0;
  await page.route('**/console/events**', (route) => {
    cuts += 1;
    return cuts === 1
      ? route.fulfill({ contentType: 'text/event-stream', body: 'retry: 300\n\n' })
      : route.abort('connectionreset');
  });
  await page.goto(`${site.url}/console/acorn/webhooks?view=deliveries`);
  await page.getByText(/^Last updated \d\d:\d\d, reconnecting$/).waitFor();
  await until(() => cuts > 1, 'the page connects again');
  await page.unroute('**/console/events**');
  await page.clock.fastForward(11_000);
  await page.getByText('Live: new deliveries appear here').waitFor();
});

test('a session that ends mid-form: sign in over the page, and the request is sent once', async () => {
  await fillIn('kept');
  await endSessions();
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/keys/create')) sent.push(request.headers()['idempotency-key']);
  });
  // Whoever comes back to the tab is asked at once, and may go on reading what is there.
  await comeBackAfter(2 * MINUTE);
  await decline('Your session has ended. Sign in again?');
  assert.equal(await name().inputValue(), 'kept');
  await submit().click();
  await heading(page, 'Your session has ended. Sign in again?').waitFor();
  assert.equal(await page.locator('input[name=name]').inputValue(), 'kept');
  await signInAgain();
  await heading(page, 'Store the key kept now').waitFor();
  assert.equal(await keysNamed('kept'), 1);
  assert.deepEqual([sent.length, new Set(sent).size], [2, 1], 'the repetition names the same request');
});

test('who declined is not asked again by a read that was under way', async () => {
  await page.goto(`${site.url}/console/acorn/keys`);
  // The list has come: a read that is under way would not be repeated.
  await page.getByRole('row').filter({ hasText: 'kept' }).first().waitFor();
  await endSessions();
  const { promise: declined, resolve: hasDeclined } = Promise.withResolvers<void>();
  await page.route(LIST, async (route) => {
    await declined;
    await route.fallback();
  });
  await comeBackAfter(2 * MINUTE);
  await decline('Your session has ended. Sign in again?');
  const refused = page.waitForResponse((response) => response.url().includes('/keys/list'));
  hasDeclined();
  assert.equal((await refused).status(), 401);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  assert.equal(await heading(page, /^Your session has ended/).count(), 0);
  await page.unroute(LIST);
  await page.goto(`${site.url}/console/acorn/keys`);
  await signIn(page, 'dev@example.com');
  await button(page, 'Create key').waitFor();
});

test('a secret needs a fresh sign-in, after which the request is sent once', async () => {
  await fillIn('fresh');
  await site.served.context.store.transaction((writes) =>
    writes
      .updateTable('user_sessions')
      .set(({ eb }) => ({ created_at: eb('created_at', '-', 11 * MINUTE) }))
      .execute(),
  );
  await submit().click();
  await decline('Sign in again to continue?');
  await dialog(page).getByRole('alert').waitFor();
  assert.equal(await name().inputValue(), 'fresh', 'who declines keeps the form');
  await submit().click();
  await heading(page, 'Sign in again to continue?').waitFor();
  await signInAgain();
  await heading(page, 'Store the key fresh now').waitFor();
  assert.equal(await keysNamed('fresh'), 1);
});

test('when somebody else signs in there, the page does not go on with their rights', async () => {
  await fillIn('foreign');
  await endSessions();
  await submit().click();
  await heading(page, /^Your session has ended/).waitFor();
  // Such as with another passkey.
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.continue({ postData: JSON.stringify({ email: 'vic@example.com', password: PASSWORD }) }),
  );
  const reloaded = page.waitForEvent('load');
  await signInAgain();
  await reloaded;
  await page
    .getByText(/^A Contract Admin or developer can create and change keys/)
    .first()
    .waitFor();
  await page.unroute('**/api/auth/sign-in/email');
  assert.equal(await keysNamed('foreign'), 0);

  // In another tab, while a form is open here.
  const other = await context.newPage();
  await other.goto(`${site.url}/sign-in`);
  await button(other, 'Sign out').click();
  await signIn(other, 'dev@example.com');
  await heading(other, 'Overview').waitFor();
  await button(page, /^Show fresh/).click();
  await page
    .getByText('This page was opened by somebody who is no longer signed in here. Reload it.')
    .waitFor();
  await other.close();
});

test('none of these pages failed by itself', () => {
  assert.deepEqual(site.complaints, []);
});
