// Every page of the site, in the states that look different. A new page is one line here.

import type { Page } from '../../../../../test/support/chromium.ts';
import type { HardWorld, Reader } from './hard-world.ts';

export interface Look {
  name: string;
  reader: Reader;
  path: (world: HardWorld) => string;
  /** Opens what is not open when the page is. */
  open?: (page: Page) => Promise<void>;
  /** How many columns stand beside each other, each with edges of its own. */
  columns?: number;
  /** Looked at closely in `npm test` too: focus, touch, forced colours and another width. */
  isClose?: true;
  /** A state of a page that `npm test` visits as it is when it is opened. */
  isState?: true;
  /** It shows a secret, which takes a sign-in within the last ten minutes. */
  showsSecret?: true;
  /** Names of the code that a quoted text has. */
  words?: readonly string[];
  /** The status of its answer, if that is not 200; browsers complain about it. */
  status?: number;
  /** It shows something that loads for ever. */
  loadsForEver?: true;
  /** Pages older than the scale of sizes and distances: theirs are not compared with it. */
  isOlder?: true;
}

const full = (section: string) => (world: HardWorld) => `/console/${world.full}${section}`;
const empty = (section: string) => (world: HardWorld) => `/console/${world.empty}${section}`;
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

const PUBLIC: readonly Look[] = [
  { name: 'scores', reader: 'nobody', path: () => '/', isClose: true },
  { name: 'scores, none found', reader: 'nobody', path: () => '/?q=zzz', isState: true },
  { name: 'changes', reader: 'nobody', path: () => '/changelog', isClose: true },
  {
    name: 'compare',
    reader: 'nobody',
    path: () => '/compare?providers=brindlewick-vaults,cobaltine-markets',
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
    words: ['019e1feb-af00-77ad-aa21-25eae89069da', 'null'],
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

const CONSOLE: readonly Look[] = [
  { name: 'first steps', reader: 'newcomer', path: empty('') },
  { name: 'overview', reader: 'admin', path: full(''), isClose: true },
  { name: 'keys', reader: 'admin', path: full('/keys') },
  { name: 'keys, none yet', reader: 'newcomer', path: empty('/keys'), isState: true },
  { name: 'keys of a viewer', reader: 'viewer', path: full('/keys'), isState: true },
  { name: 'key', reader: 'admin', path: full('/keys'), open: button(/^Show backend/), isClose: true },
  { name: 'create a key', reader: 'admin', path: full('/keys'), open: button('Create key'), isState: true },
  {
    name: 'issued key',
    reader: 'admin',
    path: full('/keys'),
    open: issueKey,
    showsSecret: true,
    isState: true,
  },
  { name: 'requests', reader: 'admin', path: full('/requests') },
  { name: 'request', reader: 'admin', path: full('/requests'), open: button(/^Show/), isState: true },
  { name: 'requests, none yet', reader: 'newcomer', path: empty('/requests'), isState: true },
  { name: 'endpoints', reader: 'admin', path: full('/webhooks') },
  { name: 'endpoint', reader: 'admin', path: full('/webhooks'), open: button(/^Show/), isState: true },
  {
    name: 'add an endpoint',
    reader: 'admin',
    path: full('/webhooks'),
    open: button('Add endpoint'),
    isState: true,
  },
  { name: 'endpoints, none yet', reader: 'newcomer', path: empty('/webhooks'), isState: true },
  { name: 'deliveries', reader: 'admin', path: full('/webhooks?view=deliveries') },
  { name: 'agents', reader: 'admin', path: full('/agents') },
  { name: 'members', reader: 'admin', path: full('/members') },
  { name: 'member', reader: 'admin', path: full('/members'), open: button(/^Show Dev Marsh/), isState: true },
  { name: 'terms', reader: 'admin', path: full('/terms') },
  { name: 'terms, not accepted', reader: 'newcomer', path: empty('/terms'), isState: true },
  { name: 'audit', reader: 'admin', path: full('/audit') },
  {
    name: 'audit record',
    reader: 'admin',
    path: full('/audit'),
    open: button(/show the record/),
    isState: true,
  },
  { name: 'notices', reader: 'admin', path: full('/notices') },
  { name: 'account', reader: 'admin', path: full('/account') },
];

const DESK: readonly Look[] = [
  {
    name: 'evidence',
    reader: 'reviewer',
    path: () => '/desk/approvals',
    open: openEvidence,
    columns: 3,
    isState: true,
  },
  { name: 'home of the desk', reader: 'reviewer', path: () => '/desk', columns: 3 },
  {
    name: 'palette',
    reader: 'reviewer',
    path: () => '/desk',
    open: openPalette,
    columns: 4,
    isState: true,
  },
  { name: 'approvals', reader: 'reviewer', path: () => '/desk/approvals', columns: 2, isClose: true },
  {
    name: 'approvals, previous evidence and a question',
    reader: 'reviewer',
    path: () => '/desk/approvals',
    open: async (page) => {
      await page.getByRole('button', { name: 'Previous', exact: true }).click();
      await page.getByRole('button', { name: /^Ask/ }).click();
    },
    columns: 2,
    isState: true,
  },
  {
    name: 'approvals, keys',
    reader: 'reviewer',
    path: () => '/desk/approvals',
    open: button('keys'),
    columns: 2,
    isState: true,
  },
  { name: 'due board', reader: 'reviewer', path: () => '/desk/due' },
  {
    name: 'due board, renewal',
    reader: 'reviewer',
    path: () => '/desk/due',
    open: (page) => page.locator('tr[data-row] button').first().click(),
    columns: 2,
    isState: true,
  },
  {
    name: 'due board, heat map',
    reader: 'reviewer',
    path: () => '/desk/due?view=map&time=all',
    columns: 2,
    isState: true,
  },
  {
    name: 'due board, calendar',
    reader: 'reviewer',
    path: () => '/desk/due?view=calendar',
    columns: 4,
    isState: true,
  },
  { name: 'entry', reader: 'analyst', path: () => '/desk/entry', columns: 2 },
  {
    name: 'entry with a document and rows',
    reader: 'analyst',
    path: () => '/desk/entry',
    open: enterValues,
    columns: 2,
    // The form of a fact, and what is wrong with it, as the service says it.
    words: ['yield_min', 'yield_max'],
    isState: true,
  },
  { name: 'providers', reader: 'reviewer', path: () => '/desk/providers', isClose: true },
  {
    name: 'provider file',
    reader: 'reviewer',
    path: () => '/desk/providers/gossamerle-yield',
    columns: 2,
  },
  {
    name: 'providers, none found',
    reader: 'reviewer',
    path: () => '/desk/providers?text=zzz',
    isState: true,
  },
  { name: 'runs', reader: 'reviewer', path: () => '/desk/runs' },
  {
    name: 'a run',
    reader: 'reviewer',
    path: ({ run }) => `/desk/runs/${run}`,
    open: (page) => page.getByText('Evidence').first().waitFor(),
    columns: 3,
    isClose: true,
  },
  {
    name: 'a run, discarding it',
    reader: 'reviewer',
    path: ({ run }) => `/desk/runs/${run}`,
    open: button('Discard…'),
    columns: 3,
    isState: true,
  },
  {
    name: 'requests of two people',
    reader: 'reviewer',
    path: () => '/desk/requests',
    open: button(/^Show: Withdraw/),
    columns: 2,
  },
  {
    name: 'frameworks',
    reader: 'reviewer',
    path: () => '/desk/frameworks',
    open: button(/^Show .*v2\.0/),
    words: ['OFFICER'],
  },
  {
    name: 'issuances at the desk',
    reader: 'reviewer',
    path: () => '/desk/issuances',
    open: button(/^Show/),
  },
  { name: 'score requests', reader: 'reviewer', path: () => '/desk/score-requests' },
  { name: 'staff', reader: 'reviewer', path: () => '/desk/staff', open: button(/^Show/) },
  { name: 'incidents', reader: 'reviewer', path: () => '/desk/incidents' },
  { name: 'signing keys and log', reader: 'reviewer', path: () => '/desk/log' },
  { name: 'audit of the service', reader: 'reviewer', path: () => '/desk/audit' },
  { name: 'service', reader: 'reviewer', path: () => '/desk/service' },
];

const LOOKS: readonly Look[] = [...PUBLIC, ...CONSOLE, ...DESK];
/** As they are when they are opened. */
export const PAGES: readonly Look[] = LOOKS.filter((look) => look.isState !== true);
export const STATES: readonly Look[] = LOOKS.filter((look) => look.isState === true);

/** A document, a value that fits and one that does not. */
async function enterValues(page: Page): Promise<void> {
  const file = { name: 'brindlewick-attestation-2026-10.txt', mimeType: 'text/plain' };
  const buffer = Buffer.from('A coverage of 171.20 %.\n');
  await page.getByLabel('Document file').setInputFiles({ ...file, buffer });
  await page.locator('[data-cell=input]:focus').waitFor();
  await page.keyboard.type('cov');
  await page.keyboard.press('Enter');
  await page.keyboard.type('171.2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('yield max');
  await page.keyboard.press('Enter');
  await page.keyboard.type('much');
  await page.getByText(/is not a percentage/).waitFor();
  await page.locator('[data-preview]').waitFor();
}

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
}

let keys = 0;

async function issueKey(page: Page): Promise<void> {
  keys += 1;
  await button('Create key')(page);
  await page.getByLabel('Name', { exact: true }).fill(`nightly ${keys}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('I have stored it').waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('brindle');
  await page
    .getByRole('option', { name: /Brindlewick/ })
    .first()
    .waitFor();
}

async function openEvidence(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('assurance report');
  await page.getByRole('group', { name: 'Documents' }).getByRole('option').first().click();
  await page.locator('mark').first().waitFor();
}
