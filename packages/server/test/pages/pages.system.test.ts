// Pages in a browser: a narrow phone, paper and accessibility. Drawing them takes many seconds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Verification } from '@rf-indicators/contract';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { cases as shortOrFull } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PAGES, proofsByState } from './proofs-by-state.ts';

const UNKNOWN_ID = 'RF-00000-00000-00000-00000-000000';

let url: string;
let browser: Browser;
let current: Verification;
let corrected: Verification;

before(async () => {
  ({ url } = await startInProcess(wholeFile));
  browser = await launchChromium();
  const proofs = await proofsByState(url);
  current = proofs.get('current')!;
  corrected = proofs.get('corrected')!;
});

after(() => browser?.close());

interface Visit {
  page: Page;
  requests: string[];
  complaints: string[];
}

async function visit(path: string, options: { width?: number; dark?: boolean } = {}): Promise<Visit> {
  const page = await browser.newPage({
    viewport: { width: options.width ?? 1200, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(url + path, { waitUntil: 'load' });
  return { page, requests, complaints };
}

test('pages fit a narrow phone, and print a verification on one sheet', async () => {
  for (const path of [...PAGES, `/verify/${corrected.verification_id}`, '/nowhere']) {
    const { page } = await visit(path, { width: 360 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path);
    await page.close();
  }
  const { page } = await visit(`/verify/${corrected.verification_id}`, { dark: true });
  const sheet = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  assert.equal(sheet.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length, 1);
  await page.close();
});

test('pages are accessible: axe finds nothing serious, in light and dark mode', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const paths = shortOrFull(
    ['/docs', '/verify'],
    ['/docs', '/docs/errors', '/methodology', '/verify', '/terms/api', '/nowhere', `/verify/${UNKNOWN_ID}`],
  );
  const proofs = shortOrFull([corrected], [current, corrected]);
  for (const path of [...paths, ...proofs.map((proof) => `/verify/${proof.verification_id}`)]) {
    const { page, complaints } = await visit(path);
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // In the dark a page has other colours, and nothing else is different.
      const what = {
        resultTypes: ['violations'],
        ...(colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}),
      };
      const found = (await page.evaluate(
        `axe.run(${JSON.stringify(what)}).then(({ violations }) => violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      )) as string[];
      assert.deepEqual(found, [], `${path} ${colorScheme}`);
    }
    // A browser tells of a page with status 404; nothing else is wrong.
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('404')),
      [],
      path,
    );
    await page.close();
  }
});
