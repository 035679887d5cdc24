// The public pages, in the states that look different.

import type { Page } from '../../../../../../test/support/chromium.ts';
import type { Look } from './look.ts';

const TEN = [
  ...['brindlewick-vaults', 'cobaltine-markets', 'loopwright-finance', 'pennythrift', 'gossamerle-yield'],
  ...['harbourglass-dollar', 'aldertarn-bills', 'sundialow-cash', 'quillmere-bitcoin-bonds'],
  'ferrocline-treasury',
];

export const PUBLIC: readonly Look[] = [
  { name: 'scores', reader: 'nobody', path: () => '/', isClose: true },
  { name: 'scores, none found', reader: 'nobody', path: () => '/?q=zzz', isState: true },
  { name: 'why believe this', reader: 'nobody', path: () => '/why', columns: 2 },
  {
    name: 'why believe this, one byte changed',
    reader: 'nobody',
    path: () => '/why',
    columns: 2,
    open: (page) => page.getByRole('button', { name: 'Change one byte' }).click(),
    isState: true,
  },
  { name: 'scores, map', reader: 'nobody', path: () => '/?view=map' },
  {
    name: 'scores, map with a path',
    reader: 'nobody',
    path: () => '/?view=map',
    open: walkTheMap,
    isState: true,
  },
  { name: 'scores, timeline', reader: 'nobody', path: () => '/?view=timeline' },
  {
    name: 'scores, timeline of a day',
    reader: 'nobody',
    path: () => '/?view=timeline&as_of=2026-07-29',
    isState: true,
  },
  {
    name: 'provider, withdrawn',
    reader: 'nobody',
    path: () => '/providers/vellumbridge-reserve',
    isState: true,
  },
  { name: 'changes', reader: 'nobody', path: () => '/changelog', isClose: true },
  {
    name: 'changes, all small moves',
    reader: 'nobody',
    path: () => '/changelog?kinds=drift,score_change,initial',
    open: (page) => page.locator('.of-provider > summary').first().click(),
    isState: true,
  },
  {
    name: 'one change',
    reader: 'nobody',
    path: ({ change }) => `/changes/${change}`,
    columns: 2,
    isClose: true,
  },
  { name: 'weeks', reader: 'nobody', path: () => '/changes/weeks' },
  { name: 'a week', reader: 'nobody', path: () => '/changes/weeks/2026-W30' },
  {
    name: 'compare',
    reader: 'nobody',
    path: () => '/compare?providers=brindlewick-vaults,cobaltine-markets',
  },
  {
    name: 'compare ten, signed in',
    reader: 'admin',
    path: () => `/compare?providers=${TEN.join(',')}`,
    open: (page) => page.locator('.module-map').waitFor(),
    isState: true,
  },
  { name: 'status', reader: 'nobody', path: () => '/status', columns: 2 },
  { name: 'issuances', reader: 'admin', path: () => '/issuances' },
  { name: 'access', reader: 'nobody', path: () => '/access' },
  { name: 'request a score', reader: 'nobody', path: () => '/request' },
  {
    name: 'provider',
    reader: 'nobody',
    path: () => '/providers/brindlewick-vaults',
    columns: 2,
    isClose: true,
  },
  {
    name: 'provider, held by hard rules',
    reader: 'nobody',
    path: () => '/providers/loopwright-finance',
    columns: 2,
    isState: true,
  },
  {
    name: 'provider, all of its history as a table',
    reader: 'nobody',
    path: () => '/providers/cobaltine-markets?range=all',
    open: (page) => page.getByText('Show as a table').click(),
    columns: 2,
    isState: true,
  },
  {
    name: 'provider, signed in',
    reader: 'admin',
    path: () => '/providers/brindlewick-vaults',
    open: openModule,
    columns: 2,
    isState: true,
  },
  {
    name: 'provider, unknown',
    reader: 'nobody',
    path: () => '/providers/brindlewick',
    status: 404,
    isState: true,
  },
  { name: 'report', reader: 'nobody', path: () => '/providers/brindlewick-vaults/report' },
  { name: 'terms of the API', reader: 'nobody', path: () => '/terms/api' },
  {
    name: 'methodology',
    reader: 'nobody',
    path: () => '/methodology',
    isOlder: true,
    words: ['yield_max'],
  },
  {
    name: 'scores of a framework version',
    reader: 'nobody',
    path: () => '/methodology/2.0/differences',
    isClose: true,
  },
  { name: 'guides', reader: 'nobody', path: () => '/docs', columns: 2, isClose: true },
  { name: 'guide', reader: 'nobody', path: () => '/docs/quick-start', columns: 3 },
  {
    name: 'guide with tables',
    reader: 'nobody',
    path: () => '/docs/webhooks',
    columns: 3,
    words: ['01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42', 'null'],
    isState: true,
  },
  {
    name: 'search',
    reader: 'nobody',
    path: () => '/search?q=key',
    columns: 2,
    words: [
      'verification_ids',
      'PROFESSIONAL',
      'FREE',
      'contract_admin',
      'missing_api_key',
      'invalid_api_key',
      'revoked_api_key',
      'expired_api_key',
    ],
  },
  {
    name: 'search as one types',
    reader: 'nobody',
    path: () => '/methodology',
    open: (page) => typeInHeader(page, 'brindle', /^Brindlewick/),
    isOlder: true,
    words: ['yield_max', 'provider_name', 'provider_id', 'compare_providers'],
    isState: true,
  },
  {
    name: 'search, nothing found',
    reader: 'nobody',
    path: () => '/search?q=zzzz',
    columns: 2,
    isState: true,
  },
  { name: 'API reference', reader: 'nobody', path: () => '/docs/api', columns: 2 },
  {
    name: 'operation',
    reader: 'nobody',
    path: () => '/docs/api/get-score',
    columns: 3,
    isClose: true,
    words: ['019d42e9-0260-7ee8-8245-00deabe6af63', 'null'],
  },
  {
    name: 'operation with many forms',
    reader: 'nobody',
    path: () => '/docs/api/call-agent-tool',
    columns: 3,
    words: ['019d42e9-0260-7ee8-8245-00deabe6af63', 'null'],
    isState: true,
  },
  {
    name: 'event',
    reader: 'nobody',
    path: () => '/docs/api/webhooks/band-changed',
    words: ['019e1feb-af00-7060-8ec1-b2cd6d812e47', 'null'],
    columns: 3,
    isState: true,
  },
  {
    name: 'operations of the console',
    reader: 'nobody',
    path: () => '/docs/api/console',
    columns: 2,
    isState: true,
  },
  {
    name: 'operation of the console',
    reader: 'nobody',
    path: () => '/docs/api/console/keys-create',
    words: ['null'],
    columns: 3,
  },
  {
    name: 'errors',
    reader: 'nobody',
    path: () => '/docs/errors',
    columns: 3,
    words: ['01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42'],
  },
  { name: 'clients', reader: 'nobody', path: () => '/clients/', columns: 2 },
  { name: 'prompts', reader: 'nobody', path: () => '/prompts', columns: 3 },
  { name: 'verify', reader: 'nobody', path: () => '/verify' },
  {
    name: 'verify an indicator',
    reader: 'nobody',
    path: ({ indicator }) => `/verify/${indicator}`,
    columns: 2,
    isClose: true,
  },
  { name: 'verify, memo checked', reader: 'nobody', path: () => '/verify', open: checkMemo, isState: true },
  { name: 'sign in', reader: 'nobody', path: () => '/sign-in' },
  {
    name: 'guide, not found',
    reader: 'nobody',
    path: () => '/docs/nothing',
    columns: 2,
    status: 404,
    isState: true,
  },
  { name: 'forgotten password', reader: 'nobody', path: () => '/sign-in/forgot' },
  { name: 'components', reader: 'nobody', path: () => '/components', loadsForEver: true },
];

async function checkMemo(page: Page): Promise<void> {
  const id = await page.locator('.sample a').innerText();
  await page
    .locator('#memo-text')
    .fill(
      `Acme Lending is high risk (${id}), at 12.34. RF-1-2 is no id. Its score is 88.10, with a yield of 6.75 % on $1,204.50.`,
    );
  await page.getByRole('button', { name: 'Check the memo' }).click();
  await page.locator('.memo-table').first().waitFor();
}

/** What entitled members see comes after the page itself. */
async function openModule(page: Page): Promise<void> {
  await page.locator('.opener').first().click();
  await page.locator('.what-if:not(.waiting), .entitled-part').last().waitFor();
  const tables = page.locator('.entitled-part', { has: page.locator('.outlook-chart') }).locator('summary');
  for (const table of await tables.all()) await table.click();
}

/** To a provider whose score moved several times, among others that are close. */
async function walkTheMap(page: Page): Promise<void> {
  await page.locator('.yield-map .plot').focus();
  for (let step = 0; step < 11; step += 1) await page.keyboard.press('ArrowDown');
  await page.locator('.yield-map .said').first().waitFor();
}

/** On phones, the search opens over the page. */
async function typeInHeader(page: Page, text: string, first: RegExp): Promise<void> {
  await page.locator('.site-header [data-search]').click();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: first }).first().waitFor();
}
