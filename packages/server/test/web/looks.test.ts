// How ugly pages are caught: every page of the site is measured in Chromium as it is when it is opened. Their other states
// are visited by looks-states.system.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { comesLate } from './checks/late.ts';
import { NARROWEST, testLooks } from './checks/looking.ts';
import { PAGES } from './checks/page-list.ts';
import { inPage, Readers, USUAL } from './checks/visit.ts';
import { scriptsOf } from './checks/weight.ts';
import { until } from './site.ts';

const looking = testLooks(PAGES);

const look = (name: string) => PAGES.find((one) => one.name === name)!;

test('dialogs and panels give the focus back to what opened them', () =>
  looking.readers.visit(look('keys'), {}, async ({ page }) => {
    for (const opener of [/Show backend/, /Create key/]) {
      const button = page.getByRole('main').getByRole('button', { name: opener }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      await page.locator('aside h2, [role="dialog"]').first().waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await page.locator('aside h2, [role="dialog"]').first().waitFor({ state: 'detached' });
      const focused = () => page.evaluate('checks.focusedStop(true)?.name');
      await until(async () => opener.test(String(await focused())), 'the focus is back');
    }
  }));

test('fonts and answers that come after the page is drawn move nothing', async () => {
  const slow = cases(['guide', 'overview', 'keys', 'providers'].map(look), PAGES);
  for (const width of cases([NARROWEST], [NARROWEST, 768, USUAL.width])) {
    // Whose browsers have nothing yet.
    const strangers = new Readers(looking.browser, looking.world);
    for (const one of slow) {
      const findings = await strangers.visit(one, { width, before: comesLate }, async ({ page, moved }) => [
        ...moved,
        ...(await inPage(page, 'pageScroll()')),
        ...(await inPage(page, 'cutText()')),
      ]);
      assert.deepEqual(findings, [], `${one.name}, ${width}`);
    }
    await strangers.close();
  }
});

test('each area loads its own scripts only', async () => {
  const scripts = (name: string) =>
    looking.readers.visit(look(name), {}, async ({ page }) =>
      (await scriptsOf(page)).map((script) => script.name),
    );
  const signIn = await scripts('sign in');
  const keys = await scripts('keys');
  assert.ok(!signIn.some((name) => /\/(keys|workspace|desk)-/.test(name)), signIn.join(' '));
  assert.ok(!keys.some((name) => /\/(sign-in|desk|webhooks|members)-/.test(name)), keys.join(' '));
});

test('the first load of Scores takes at most 100 KB, all in all', async (t) => {
  const context = await looking.browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(looking.world.url, { waitUntil: 'networkidle' });
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes > 50_000 && bytes <= 100 * 1024, `${bytes} bytes`);
});

test('no page of ours is shown in a frame of another site', async (t) => {
  const paths = ['/', '/sign-in', look('keys').path(looking.world)];
  const frames = paths.map((path) => `<iframe src="${looking.world.url}${path}"></iframe>`).join('');
  const other = await serve(new Map([['/', { type: 'text/html', text: frames }]]));
  t.after(() => other.stop());
  const page = await (await looking.readers.contextOf('admin')).newPage();
  t.after(() => page.close());
  await page.goto(other.origin);
  for (const frame of page.frames().slice(1)) {
    assert.match(frame.url(), /^chrome-error:/);
  }
  assert.equal(page.frames().length, paths.length + 1);
});
