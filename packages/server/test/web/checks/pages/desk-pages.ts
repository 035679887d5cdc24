// The pages of the desk, in the states that look different.

import type { Page } from '../../../../../../test/support/chromium.ts';
import { button, type Look } from './look.ts';

export const DESK: readonly Look[] = [
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
    words: ['provider_name', 'provider_id', 'compare_providers'],
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
  { name: 'due board, list', reader: 'reviewer', path: () => '/desk/due?view=list', isState: true },
  {
    name: 'due board, renewal',
    reader: 'reviewer',
    path: () => '/desk/due?view=list',
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
    name: 'provider file, renaming it',
    reader: 'analyst',
    path: () => '/desk/providers/gossamerle-yield',
    open: button('Rename…'),
    columns: 2,
    isState: true,
  },
  {
    name: 'provider file, describing it',
    reader: 'analyst',
    path: () => '/desk/providers/gossamerle-yield',
    open: button('Describe…'),
    columns: 2,
    isState: true,
  },
  {
    name: 'providers, none found',
    reader: 'reviewer',
    path: () => '/desk/providers?text=zzz',
    isState: true,
  },
  { name: 'runs', reader: 'reviewer', path: () => '/desk/runs' },
  {
    name: 'committee',
    reader: 'reviewer',
    path: () => '/desk/committee',
    open: (page) => page.getByText('Your vote').first().waitFor(),
    columns: 4,
    isClose: true,
  },
  {
    name: 'committee, a dissent',
    reader: 'reviewer',
    path: () => '/desk/committee',
    open: async (page) => {
      await page.getByLabel('Hold back, with a reason').check();
      await page.getByRole('button', { name: /^Cast vote/ }).click();
    },
    columns: 4,
    isState: true,
  },
  {
    name: 'a run',
    reader: 'reviewer',
    path: ({ run }) => `/desk/runs/${run}`,
    open: (page) => page.getByText('Evidence').first().waitFor(),
    columns: 4,
  },
  {
    name: 'a run, discarding it',
    reader: 'reviewer',
    path: ({ run }) => `/desk/runs/${run}`,
    open: button('Discard…'),
    columns: 4,
    isState: true,
  },
  {
    name: 'requests of two people',
    reader: 'reviewer',
    path: () => '/desk/requests',
    open: button(/^Show: /),
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
    name: 'frameworks, the ranges of the entry checks',
    reader: 'reviewer',
    path: () => '/desk/frameworks',
    open: (page) => page.getByText(/^The ranges of/).click(),
    isState: true,
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
