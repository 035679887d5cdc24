// How ugly pages are caught: every page of the site, with names that are hard to show, is measured in Chromium. `npm test`
// visits each page once; `npm run test:full` also in the dark, at every width and with pixels compared, and keeps pictures.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium, type Page, serve } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { axeFindings } from './checks/accessibility.ts';
import { focusFindings } from './checks/focus.ts';
import { type HardWorld, serveHardWorld } from './checks/hard-world.ts';
import { comesLate } from './checks/late.ts';
import { LOOKS, type Look } from './checks/page-list.ts';
import { policyFindings } from './checks/policy.ts';
import { forcedColoursFindings, takeDeficientViews } from './checks/sight.ts';
import { touchFindings } from './checks/touch.ts';
import { inPage, Readers, USUAL, type Visit } from './checks/visit.ts';
import { scriptsOf, weightFindings } from './checks/weight.ts';
import { until } from './site.ts';

const isFull = cases(false, true);
const THEMES = cases<readonly ('light' | 'dark')[]>(['light'], ['light', 'dark']);
/** A window of 1280 pixels at 400 % zoom. */
const NARROWEST = 320;
const WIDTHS = cases([NARROWEST, 768], [NARROWEST, 390, 600, 768, 1000, 1200, 1440, 1760, 1920]);
const looks = LOOKS.filter((look) => isFull || look.isFull !== true);

let world: HardWorld;
let browser: Browser;
let readers: Readers;
/** Where the pictures of a full run are. */
let pictures: string;

before(async () => {
  // Whatever a run of this file alone finds, it tests the pages as they are now.
  spawnSync(process.execPath, ['packages/web/build/build.ts'], { cwd: repository, stdio: 'inherit' });
  world = await serveHardWorld(wholeFile, cases(4, 60));
  browser = await launchChromium();
  readers = new Readers(browser, world);
  if (isFull) pictures = mkdtempSync(path.join(os.tmpdir(), 'rf-looks-'));
});

after(() => browser?.close());

/** What depends on the theme and the width, in the window as it is. */
async function drawnFindings(page: Page, look: Look): Promise<string[]> {
  return [
    ...(look.isOlder ? [] : await inPage(page, 'offScale()')),
    ...(await inPage(page, 'pageScroll()')),
    ...(await inPage(page, 'fixedDrawings()')),
    ...(await inPage(page, 'cutText()')),
    ...(await inPage(page, 'figureEdges()')),
    ...(await inPage(page, 'crowdedTargets()')),
    ...(look.isOlder ? [] : await inPage(page, 'smallTargets(24)')),
  ];
}

async function takePicture(page: Page, ...parts: (string | number)[]): Promise<void> {
  if (!isFull) return;
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: path.join(pictures, `${fileName(...parts)}.png`) });
}

const fileName = (...parts: (string | number)[]) => parts.join('-').replaceAll(/[^\w-]+/g, '-');

for (const look of looks) {
  for (const theme of THEMES) {
    test(`${look.name}, ${theme}: nothing is found`, async () => {
      const findings = await readers.visit(look, { theme }, (visit) => findingsOf(look, theme, visit));
      assert.deepEqual([...new Set(findings)], []);
    });
  }
}

async function findingsOf(look: Look, theme: 'light' | 'dark', visit: Visit): Promise<string[]> {
  const { page } = visit;
  const isClose = isFull || look.isClose === true;
  const at = (width: number, findings: readonly string[]) =>
    findings.map((finding) => `${look.name}, ${width} ${theme}: ${finding}`);
  const findings = at(USUAL.width, [
    ...visit.moved,
    ...policyFindings(visit.headers),
    ...(await weightFindings(page)),
    ...(await drawnFindings(page, look)),
    ...(await inPage(page, `leftEdges(${look.columns ?? 1})`)),
    ...(await inPage(page, `wrongWords(${JSON.stringify(look.words ?? [])})`)),
    ...(await inPage(page, 'wrongTitles()')),
    ...(await axeFindings(page, cases(20, Number.POSITIVE_INFINITY))),
    ...(isClose ? await focusFindings(page, { most: cases(12, 200), comparesPixels: isFull }) : []),
    ...(isClose ? await forcedColoursFindings(page) : []),
  ]);
  for (const width of isClose ? WIDTHS : []) {
    await page.setViewportSize({ ...USUAL, width });
    findings.push(...at(width, await drawnFindings(page, look)));
    await takePicture(page, look.name, theme, width);
  }
  if (isClose && !look.isOlder) findings.push(...at(390, await touchFindings(page)));
  if (isFull && theme === 'light') await takeDeficientViews(page, pictures, fileName(look.name));
  findings.push(...at(USUAL.width, [...visit.complaints, ...(await inPage(page, 'whatWasRefused()'))]));
  return findings;
}

const look = (name: string) => LOOKS.find((one) => one.name === name)!;

test('dialogs and panels give the focus back to what opened them', () =>
  readers.visit(look('keys'), {}, async ({ page }) => {
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
  const slow = cases(['guide', 'overview', 'keys', 'providers'].map(look), looks);
  for (const width of cases([NARROWEST], [NARROWEST, 768, USUAL.width])) {
    // Whose browsers have nothing yet.
    const strangers = new Readers(browser, world);
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
    readers.visit(look(name), {}, async ({ page }) => (await scriptsOf(page)).map((script) => script.name));
  const signIn = await scripts('sign in');
  const keys = await scripts('keys');
  assert.ok(!signIn.some((name) => /\/(keys|workspace|desk)-/.test(name)), signIn.join(' '));
  assert.ok(!keys.some((name) => /\/(sign-in|desk|webhooks|members)-/.test(name)), keys.join(' '));
});

test('no page of ours is shown in a frame of another site', async (t) => {
  const paths = ['/', '/sign-in', look('keys').path(world)];
  const frames = paths.map((path) => `<iframe src="${world.url}${path}"></iframe>`).join('');
  const other = await serve(new Map([['/', { type: 'text/html', text: frames }]]));
  t.after(() => other.stop());
  const page = await (await readers.contextOf('admin')).newPage();
  t.after(() => page.close());
  await page.goto(other.origin);
  for (const frame of page.frames().slice(1)) {
    assert.match(frame.url(), /^chrome-error:/);
  }
  assert.equal(page.frames().length, paths.length + 1);
});

if (isFull) test('pictures of all pages are kept', (t) => t.diagnostic(`Pictures are in ${pictures}.`));
