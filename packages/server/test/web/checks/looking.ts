// Looks at pages, with names that are hard to show, and says what is ugly or wrong: each page once; in a full run also in
// the dark, at every width and with pixels compared, and pictures are kept.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../../test/support/chromium.ts';
import { cases } from '../../../../../test/support/counts.ts';
import { wholeFile } from '../../../../../test/support/lifetime.ts';
import { repository } from '../../../../../test/support/repository.ts';
import { axeFindings } from './accessibility.ts';
import { focusFindings } from './focus.ts';
import { type HardWorld, serveHardWorld } from './hard-world.ts';
import type { Look } from './pages/look.ts';
import { policyFindings } from './policy.ts';
import { forcedColoursFindings, takeDeficientViews } from './sight.ts';
import { touchFindings } from './touch.ts';
import { inPage, Readers, USUAL, type Visit } from './visit.ts';
import { weightFindings } from './weight.ts';

const isFull = cases(false, true);
const THEMES = cases<readonly ('light' | 'dark')[]>(['light'], ['light', 'dark']);
/** A window of 1280 pixels at 400 % zoom. */
export const NARROWEST = 320;
const WIDTHS = cases([NARROWEST, 768], [NARROWEST, 390, 600, 768, 1000, 1280, 1440, 1760, 1920]);
/** Every page is looked at there. 720 is a window of 1440 pixels at 200 % zoom. */
const PHONES = [NARROWEST, 390, 720];
/** Where the pictures of a full run are. */
const pictures = isFull ? mkdtempSync(path.join(os.tmpdir(), 'rf-looks-')) : '';

/** What a file of looks has in common. */
export interface Looking {
  world: HardWorld;
  browser: Browser;
  readers: Readers;
}

/** A test for each look. What they use is there when tests run. */
export function testLooks(looks: readonly Look[]): Looking {
  const looking = {} as Looking;
  before(async () => {
    // Whatever a run of this file alone finds, it tests the pages as they are now.
    spawnSync(process.execPath, ['packages/web/build/build.ts'], { cwd: repository, stdio: 'inherit' });
    looking.world = await serveHardWorld(wholeFile, cases(4, 60));
    looking.browser = await launchChromium();
    looking.readers = new Readers(looking.browser, looking.world);
  });
  after(() => looking.browser?.close());
  for (const look of looks) {
    for (const theme of THEMES) {
      test(`${look.name}, ${theme}: nothing is found`, async () => {
        const findings = await looking.readers.visit(look, { theme }, (visit) =>
          findingsOf(look, theme, visit),
        );
        assert.deepEqual([...new Set(findings)], []);
      });
    }
  }
  if (isFull) test('pictures of all pages are kept', (t) => t.diagnostic(`Pictures are in ${pictures}.`));
  return looking;
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
  for (const width of PHONES) {
    await page.setViewportSize({ ...USUAL, width });
    findings.push(...at(width, await narrowFindings(page)));
  }
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

/** What depends on the theme and the width, in the window as it is. */
async function drawnFindings(page: Page, look: Look): Promise<string[]> {
  return [
    ...(look.isOlder ? [] : await inPage(page, 'offScale()')),
    ...(await inPage(page, 'strangeComponents()')),
    ...(await inPage(page, 'pageScroll()')),
    ...(await inPage(page, 'fixedDrawings()')),
    ...(await inPage(page, 'cutText()')),
    ...(await inPage(page, 'collidingWords()')),
    ...(await inPage(page, 'figureEdges()')),
    ...(await inPage(page, 'crowdedTargets()')),
    ...(look.isOlder ? [] : await inPage(page, 'smallTargets(24)')),
  ];
}

/** What is lost where room is short. */
async function narrowFindings(page: Page): Promise<string[]> {
  const { width } = page.viewportSize()!;
  return [
    ...(await inPage(page, 'pageScroll()')),
    ...(await inPage(page, 'cutText()')),
    ...(await inPage(page, 'collidingWords()')),
    ...(await inPage(page, 'strangeComponents()')),
    ...(await inPage(page, 'wordlessSections()')),
    ...(await inPage(page, 'unlabelledFigures()')),
    ...(width < 600 ? await inPage(page, 'hiddenColumns()') : []),
  ];
}

async function takePicture(page: Page, ...parts: (string | number)[]): Promise<void> {
  if (!isFull) return;
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: path.join(pictures, `${fileName(...parts)}.png`) });
}

const fileName = (...parts: (string | number)[]) => parts.join('-').replaceAll(/[^\w-]+/g, '-');
