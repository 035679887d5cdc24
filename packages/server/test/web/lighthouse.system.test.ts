// Lighthouse on the pages that strangers see first, on a phone and on a desktop: at least 95 in each category. In the full
// run only, because it installs Lighthouse, which is larger than everything else that the tests need.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import type { PublicScore } from '@rf-indicators/contract';
import { chromiumPath } from '../../../../test/support/chromium.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 95;
/** The server is in this process, so that nothing may block it. */
const run = promisify(execFile);
const isFull = cases(false, true);

let url: string;
let folder: string;
let indicator: string;

before(async () => {
  if (!isFull) return;
  ({ url } = await startInProcess(wholeFile));
  const { data } = (await (await fetch(`${url}/api/public/scores`)).json()) as { data: PublicScore[] };
  indicator = data[0]!.verification_id;
  folder = temporaryFolder(wholeFile);
  await run('npm', ['install', '--no-save', '--silent', '--prefix', folder, LIGHTHOUSE]);
});

interface Report {
  categories: Record<string, { score: number }>;
}

const PAGES: readonly (readonly [name: string, path: () => string])[] = [
  ['scores', () => '/'],
  ['provider', () => '/providers/brindlewick-vaults'],
  ['verification', () => `/verify/${indicator}`],
  ['guide', () => '/docs/quick-start'],
  ['reference', () => '/docs/api/get-score'],
];

for (const [name, pathOf] of PAGES) {
  for (const device of ['phone', 'desktop']) {
    test(`${name} on a ${device} has at least ${LEAST} in each category`, { skip: !isFull }, async (t) => {
      // The first reader of a page waits for its rendering; Lighthouse is about all others.
      await fetch(url + pathOf());
      const file = path.join(folder, `${name}-${device}.json`);
      await run(
        path.join(folder, 'node_modules/.bin/lighthouse'),
        [
          url + pathOf(),
          ...(device === 'desktop' ? ['--preset=desktop'] : []),
          ...['--quiet', '--output=json', `--output-path=${file}`],
          '--chrome-flags=--headless=new --no-sandbox',
        ],
        { env: { ...process.env, CHROME_PATH: chromiumPath() } },
      );
      const { categories } = JSON.parse(readFileSync(file, 'utf8')) as Report;
      const scores = Object.entries(categories).map(([id, { score }]) => [id, Math.round(score * 100)]);
      t.diagnostic(scores.map((pair) => pair.join(' ')).join(', '));
      assert.deepEqual(
        scores.filter(([, score]) => Number(score) < LEAST),
        [],
      );
    });
  }
}
